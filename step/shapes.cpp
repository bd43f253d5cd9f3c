#include "shapes.h"

#include <BRep_Builder.hxx>
#include <Interface_Check.hxx>
#include <Interface_InterfaceModel.hxx>
#include <STEPControl_Reader.hxx>
#include <StepShape_SolidModel.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS_Compound.hxx>
#include <TransferBRep.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>
#include <string>
#include <string_view>

#include "refused.h"

namespace talus::step {
namespace {

constexpr std::size_t maximumBodies = 100'000;  // nested assemblies may double them with every level

/// OpenCASCADE omits what it cannot parse, and what refers to it. Other messages are about the header.
void requireSoundText(const STEPControl_Reader& reader) {
  const auto check = reader.Model()->GlobalCheck();
  for (int i = 1; i <= check->NbFails(); ++i) {
    const std::string_view message = check->CFail(i);
    for (const auto* damage : {"Undefined Parsing", "Unresolved Reference", "Ident defined"}) {
      if (message.starts_with(damage)) throw Refused("its text is damaged: " + std::string(message));
    }
  }
}

/// OpenCASCADE omits what it cannot convert.
void requireAllSolids(const STEPControl_Reader& reader) {
  int all = 0;
  int lost = 0;
  const auto model = reader.Model();
  const auto process = reader.WS()->TransferReader()->TransientProcess();
  for (int i = 1; i <= model->NbEntities(); ++i) {
    const auto entity = model->Value(i);
    if (!entity->IsKind(STANDARD_TYPE(StepShape_SolidModel))) continue;
    ++all;
    if (TransferBRep::ShapeResult(process, entity).IsNull()) ++lost;
  }
  if (lost > 0) {
    throw Refused(std::to_string(lost) + " of its " + std::to_string(all) +
                  " solids are damaged, or belong to no product");
  }
}

void addBodies(TopExp_Explorer found, std::vector<TopoDS_Shape>& bodies) {
  for (; found.More(); found.Next()) {
    if (bodies.size() == maximumBodies) {
      throw Refused("it has more than " + std::to_string(maximumBodies) + " bodies");
    }
    bodies.push_back(found.Current());
  }
}

void addLooseFaces(TopExp_Explorer found, std::vector<TopoDS_Shape>& bodies) {
  if (!found.More()) return;
  TopoDS_Compound faces;
  BRep_Builder builder;
  builder.MakeCompound(faces);
  for (; found.More(); found.Next()) builder.Add(faces, found.Current());
  bodies.push_back(faces);
}

}  // namespace

std::vector<TopoDS_Shape> readBodies(std::istream& file) {
  STEPControl_Reader reader;
  if (reader.ReadStream("", file) != IFSelect_RetDone) throw Refused("its text is damaged");
  requireSoundText(reader);
  reader.TransferRoots();
  requireAllSolids(reader);
  std::vector<TopoDS_Shape> bodies;
  const TopoDS_Shape all = reader.OneShape();
  if (all.IsNull()) throw Refused("it has no shape");
  addBodies({all, TopAbs_SOLID}, bodies);
  addBodies({all, TopAbs_SHELL, TopAbs_SOLID}, bodies);
  addLooseFaces({all, TopAbs_FACE, TopAbs_SHELL}, bodies);
  if (bodies.empty()) throw Refused("it has no solids and no faces");
  return bodies;
}

}  // namespace talus::step
