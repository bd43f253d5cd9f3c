#include "vtkTalusSceneReader.h"

#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkObjectFactory.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <fstream>

#include "answer.h"
#include "attempt.h"
#include "base/error.h"
#include "filter_messages.h"
#include "filter_progress.h"
#include "mesh_files.h"
#include "report/body_answer.h"
#include "scene/scene_json.h"
#include "scene/scene_remarks.h"
#include "scene_data.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusSceneReader);

namespace {

/// Makes the scene of the other ranks: the same shapes without triangles, no bodies, and no references to
/// bodies.
void empty(talus::Scene& scene) {
  for (talus::BodyShape& shape : scene.shapes) shape.mesh = {};
  scene.bodies = {};
  scene.motions = {};
}

}  // namespace

vtkTalusSceneReader::vtkTalusSceneReader() {
  this->SetNumberOfInputPorts(0);
}

vtkTalusSceneReader::~vtkTalusSceneReader() {
  this->SetFileName(nullptr);
}

int vtkTalusSceneReader::CanReadFile(const char* fileName) {
  constexpr std::size_t lookedAtBytes = 65536;
  std::ifstream file(fileName ? fileName : "", std::ios::binary);
  std::string head(lookedAtBytes, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.find("\"talus-scene-") != std::string::npos ? 1 : 0;
}

void vtkTalusSceneReader::SetText(const std::string& text, const std::string& name) {
  this->Text = text;
  this->TextName = name;
  this->Modified();
}

namespace {

// What is told of a scene; empty after an error, which the reader reports.
template <class Tell>
std::string toldOf(vtkPartitionedDataSetCollection* data, vtkTalusSceneReader& reader, const Tell& tell) {
  std::string text;
  attempt(reader, RankGroup(nullptr), [&] {
    if (!data) throw talus::Error("There is no scene", "", "Give what Scene Reader or Body Placement gives");
    talus::Scene scene = readScene(*data);
    text = tell(scene);
  });
  return text;
}

}  // namespace

std::string vtkTalusSceneReader::TextOf(vtkPartitionedDataSetCollection* scene) {
  return toldOf(scene, *this, [](const talus::Scene& whole) { return sceneText(whole); });
}

std::string vtkTalusSceneReader::MassRemarksOf(vtkPartitionedDataSetCollection* scene) {
  return toldOf(scene, *this, [](talus::Scene& whole) {
    talus::Context context;
    measureShapes(whole, context);
    std::string lines;
    for (const std::string& remark : massRemarks(whole)) lines += remark + "\n";
    return lines;
  });
}

std::string vtkTalusSceneReader::LengthRemarkOf(vtkPartitionedDataSetCollection* scene) {
  return toldOf(scene, *this, [](const talus::Scene& whole) { return lengthRemark(whole); });
}

int vtkTalusSceneReader::RequestInformation(vtkInformation*, vtkInformationVector**,
                                            vtkInformationVector* outputs) {
  outputs->GetInformationObject(0)->Set(CAN_HANDLE_PIECE_REQUEST(), 1);
  return 1;
}

int vtkTalusSceneReader::RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector* outputs) {
  vtkInformation* info = outputs->GetInformationObject(0);
  auto& output = *vtkPartitionedDataSetCollection::GetData(info);
  beginAnswer(*this);
  const Outcome outcome = attempt(*this, RankGroup(nullptr), [&] {
    if (this->Text.empty() && (!this->FileName || !*this->FileName))
      throw talus::Error("No scene file is named", "FileName", "Choose one");
    talus::Context context(reportTo(*this, 0, 1));
    const auto load = [this](const std::string& path) {
      std::string warning;
      talus::TriangleMesh mesh = readMeshFile(path, warning);
      if (!warning.empty()) reportWarning(*this, warning);
      return mesh;
    };
    talus::Scene scene = this->Text.empty() ? readSceneFile(this->FileName, load, context)
                                            : readSceneText(this->Text, this->TextName, load, context);
    const std::string answer = sceneAnswer(scene);
    if (info->Get(vtkStreamingDemandDrivenPipeline::UPDATE_PIECE_NUMBER()) > 0) empty(scene);
    writeScene(scene, output);
    setAnswer(*this, output, answer);
  });
  return ended(outcome, {&output});
}

const char* vtkTalusSceneReader::GetAnswer() {
  return answerOf(*this);
}

const char* vtkTalusSceneReader::GetRemarks() {
  return remarksOf(*this);
}

void vtkTalusSceneReader::PrintSelf(ostream& os, vtkIndent indent) {
  this->Superclass::PrintSelf(os, indent);
  os << indent << "FileName: " << (this->FileName ? this->FileName : "(none)") << "\n";
}
