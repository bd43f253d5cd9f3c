#include "vtkTalusContactFinder.h"

#include <vtkCellArray.h>
#include <vtkDataObject.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkTypeInt64Array.h>

#include <algorithm>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>

#include "answer.h"
#include "attempt.h"
#include "base/parallel.h"
#include "body_blocks.h"
#include "body_input.h"
#include "contact/ranks/rank_contacts.h"
#include "contact/scene/relation_summary.h"
#include "contact_output.h"
#include "contact_warnings.h"
#include "distributed/partition.h"
#include "distributed/reduction.h"
#include "distributed/serial_communicator.h"
#include "field_data.h"
#include "filter_messages.h"
#include "filter_progress.h"
#include "pipeline_request.h"
#include "scene_data.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusContactFinder);

namespace {

constexpr double preparation = 0.5;  // fraction of the progress
constexpr const char* addBodies =
    "Only one surface is selected. To add others: Edit > Change Input, and hold Ctrl to choose several";

}  // namespace

// Data kept between executions.
struct vtkTalusContactFinder::Finding {
  Finding(const BodyInput& input, talus::Context& context);

  void search(BodyInput next, talus::SceneContactOptions wanted, talus::Communicator& ranks,
              talus::Context& context);
  void write(const std::vector<vtkDataObject*>& given, vtkPartitionedDataSetCollection& output) const;
  std::string answer() const;
  bool isAlone() const;  // a surface without another

  BodyInput bodies;  // of this rank, without shapes
  double time = 0;
  talus::RankContacts contacts;
  std::vector<int> contactsOf, neighboursOf;  // of each body, on all ranks
  std::int64_t touching = 0;                  // pairs, on all ranks
  ContactDoubts doubts;
  talus::RelationSummary relations;  // of pairs on all ranks
  std::vector<std::string> warnings;

 private:
  void prepareNear(const talus::NamedBodies& own, const BodyInput& input, double halo,
                   talus::Communicator& ranks, talus::Context& context);
};

// Prepares the shapes of a scene. Those of surfaces are prepared where they are needed.
vtkTalusContactFinder::Finding::Finding(const BodyInput& input, talus::Context& context) {
  bodies.stamp = input.stamp;
  if (!input.fromScene) {
    for (const talus::TriangleMesh& shape : input.shapes) contacts.addOutline(shape);
    return;
  }
  std::int64_t triangles = 0;
  for (const talus::TriangleMesh& shape : input.shapes)
    triangles += static_cast<std::int64_t>(shape.triangleCount());
  context.beginStage(1, 2 * triangles);
  for (std::size_t i = 0; i < input.shapes.size(); ++i)
    contacts.addShape(input.shapes[i], input.names[i], context, input.offsets[i]);
}

namespace {

talus::NamedBodies named(const BodyInput& input) {
  return {input.bodies, input.ids, input.centres};
}

// All ranks have all surfaces. Each takes those in its part of space.
void keepOwn(BodyInput& all, talus::Communicator& ranks) {
  std::vector<talus::Vec3> centres;
  std::vector<std::int64_t> costs;
  if (ranks.rank() == 0) {
    centres = all.centres;
    for (const talus::TriangleMesh& shape : all.shapes)
      costs.push_back(static_cast<std::int64_t>(shape.triangleCount()));
  }
  const auto partition = talus::Partition::bisect(centres, costs, ranks);
  const talus::NamedBodies bodies = named(all);
  talus::NamedBodies own;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (partition.ownerOf(bodies.centres[i]) == ranks.rank()) own.add(bodies, i);
  all.bodies = std::move(own.bodies);
  all.ids = std::move(own.ids);
  all.centres = std::move(own.centres);
}

std::int64_t touchingPairs(const talus::ContactState& state) {
  return std::count_if(state.pairs.begin(), state.pairs.end(),
                       [](const talus::PairContacts& pair) { return pair.count > 0; });
}

// Of the pairs on all ranks; those whose boxes are beyond the reach of each other are apart. Collective.
talus::RelationSummary allRelations(const talus::RankContacts& contacts, const talus::NamedBodies& own,
                                    talus::Communicator& ranks) {
  talus::RelationSummary all = talus::relationSummary(contacts.state(), contacts.bodies().ids);
  auto present = static_cast<std::int64_t>(own.size()), walls = std::int64_t{0};
  for (const talus::BodyRole role : own.bodies.role) {
    walls += role == talus::BodyRole::Wall ? 1 : 0;
    present -= role == talus::BodyRole::Absent ? 1 : 0;
  }
  talus::Reduction sums;
  sums.any(all, [](talus::RelationSummary& sum, const talus::RelationSummary& other) { sum.add(other); });
  sums.sum(present);
  sums.sum(walls);
  sums.over(ranks);
  auto& apart = all.pairs[static_cast<std::size_t>(talus::Relation::Apart)];
  const std::int64_t near = std::accumulate(all.pairs.begin(), all.pairs.end(), std::int64_t{0});
  apart += talus::pairsOf(present, walls) - near;
  return all;
}

}  // namespace

// Prepares the surfaces that this rank has, and those near them.
void vtkTalusContactFinder::Finding::prepareNear(const talus::NamedBodies& own, const BodyInput& input,
                                                 double halo, talus::Communicator& ranks,
                                                 talus::Context& context) {
  const std::vector<talus::Index> shapes = contacts.unprepared(own, halo, ranks);
  std::int64_t triangles = 0;
  for (const talus::Index shape : shapes)
    triangles += static_cast<std::int64_t>(input.shapes[static_cast<std::size_t>(shape)].triangleCount());
  context.beginStage(preparation, 2 * triangles);
  for (const talus::Index shape : shapes) {
    const auto i = static_cast<std::size_t>(shape);
    contacts.prepareShape(shape, input.shapes[i], input.names[i], context);
  }
}

void vtkTalusContactFinder::Finding::search(BodyInput next, talus::SceneContactOptions wanted,
                                            talus::Communicator& ranks, talus::Context& context) {
  talus::Reduction all;
  if (wanted.halo == 0) wanted.halo = next.halo;
  all.maximum(wanted.halo);  // a rank without bodies may not know the scene's
  std::int64_t surfaces = next.fromScene ? 0 : static_cast<std::int64_t>(next.shapes.size());
  all.sum(surfaces);
  all.over(ranks);
  if (surfaces > 0) keepOwn(next, ranks);
  const talus::NamedBodies own = named(next);
  if (surfaces > 0) prepareNear(own, next, wanted.halo, ranks, context);
  next.shapes.clear();
  bodies = std::move(next);
  contacts.search(own, wanted, ranks, context, surfaces > 0 ? preparation : 0);
  const talus::KnownBodies& known = contacts.bodies();
  contactsOf = talus::countsOfOwn(known, contactCounts(contacts.state(), known.size()), ranks);
  neighboursOf = talus::countsOfOwn(known, coordinationNumbers(contacts.state(), known.size()), ranks);
  touching = touchingPairs(contacts.state());
  talus::Reduction sums;
  sums.sum(touching);
  sums.over(ranks);
  relations = allRelations(contacts, own, ranks);
  doubts = doubtsOf(contacts, ranks);
  warnings = contactWarnings(bodies, contacts, doubts, ranks);
}

namespace {

// One warning for each sentence, from the first rank: that of the first rank that has any. Collective.
void warnOnce(vtkAlgorithm& filter, const RankGroup& ranks, const std::vector<std::string>& sentences) {
  std::string lines;
  for (const std::string& sentence : sentences) lines += sentence + "\n";
  std::istringstream all(ranks.firstText(lines));
  for (std::string line; ranks.rank() == 0 && std::getline(all, line);) reportWarning(filter, line);
}

// A vertex for each surface.
void writeBodyPoints(const BodyInput& bodies, vtkPolyData& output) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> vertices;
  vtkNew<vtkTypeInt64Array> ids;
  ids->SetName("BodyId");
  for (std::size_t i = 0; i < bodies.ids.size(); ++i) {
    const vtkIdType point = points->InsertNextPoint(bodies.centres[i].data());
    vertices->InsertNextCell(1, &point);
    ids->InsertNextValue(bodies.ids[i]);
  }
  output.SetPoints(points);
  output.SetVerts(vertices);
  output.GetPointData()->AddArray(ids);
}

void addBodyCounts(const char* name, const std::vector<int>& counts, vtkPolyData& bodies) {
  vtkNew<vtkIntArray> array;
  array->SetName(name);
  for (const int count : counts) array->InsertNextValue(count);
  bodies.GetPointData()->AddArray(array);
}

}  // namespace

bool vtkTalusContactFinder::Finding::isAlone() const {
  return !bodies.fromScene && std::reduce(relations.pairs.begin(), relations.pairs.end()) == 0;
}

std::string vtkTalusContactFinder::Finding::answer() const {
  return talus::sentenceOf(relations, 2 * contacts.options().halo,
                           [this](std::int64_t id) { return bodies.labelOf(id); });
}

void vtkTalusContactFinder::Finding::write(const std::vector<vtkDataObject*>& given,
                                           vtkPartitionedDataSetCollection& output) const {
  copyBodies(given, output);
  vtkNew<vtkPolyData> points;
  if (bodies.fromScene)
    points->ShallowCopy(sceneBlocks(output).bodies);
  else
    writeBodyPoints(bodies, *points);
  addBodyCounts("ContactCount", contactsOf, *points);
  addBodyCounts("CoordinationNumber", neighboursOf, *points);
  putBlock(output, "Bodies", *points);
  vtkNew<vtkPolyData> network;
  writeContacts(contacts.state(), {contacts.bodies().ids, contacts.bodies().centres}, *network);
  addRelations(contacts.state(), *network);
  addNumber(*network, "Halo", contacts.options().halo);
  addCount(*network, "TouchingPairs", touching);
  putAnswer(*network, answer());
  addTexts(*network, "RelationNames", {talus::relationNames().begin(), talus::relationNames().end()});
  addCounts(*network, "RelationPairs", {relations.pairs.begin(), relations.pairs.end()});
  addCount(*network, "UndecidedPairs", doubts.undecided.pairs);
  addCount(*network, "EstimatedPairs", doubts.estimated.pairs);
  putBlock(output, "Contacts", *network);
}

vtkTalusContactFinder::vtkTalusContactFinder() = default;

vtkTalusContactFinder::~vtkTalusContactFinder() = default;

void vtkTalusContactFinder::ForgetContacts() {
  if (this->Kept) this->Kept->contacts.forget();
  this->Modified();
}

int vtkTalusContactFinder::RequestData(vtkInformation* request, vtkInformationVector** inputs,
                                       vtkInformationVector* outputs) {
  const std::vector<vtkDataObject*> given = dataOf(*inputs[0]);
  auto& output = *vtkPartitionedDataSetCollection::GetData(outputs);
  const double time = timeOfInputs(*this, *request, inputs, *outputs).value_or(0);
  const talus::ThreadLimit threads(this->NumberOfThreads);
  const RankGroup ranks(this->Controller);
  beginAnswer(*this);
  BodyReader reader(ranks, this->Kept ? this->Kept->bodies.stamp : talus::filters::SceneStamp());
  talus::SceneContactOptions options;
  Outcome outcome = attempt(*this, ranks, [&] {
    options = this->CoreOptions();
    reader.read(given, this->InputNames);
  });
  BodyInput bodies;
  if (outcome == Outcome::Done) {
    reader.gather();
    outcome = attempt(*this, ranks, [&] { bodies = reader.take(); });
  }
  bool changed = !this->Kept || this->Kept->bodies.stamp != bodies.stamp;
  const bool anyChanged = ranks.any(changed);
  if (!bodies.fromScene) changed = anyChanged;  // all ranks have the surfaces of all
  if (outcome == Outcome::Done && anyChanged)
    outcome = attempt(*this, ranks, [&] {
      if (!changed) return;
      this->Kept = nullptr;
      talus::Context context(reportTo(*this, 0, preparation));
      auto next = std::make_unique<Finding>(bodies, context);
      next->time = time;
      this->Kept = std::move(next);
    });
  if (outcome == Outcome::Done) {
    if (anyChanged || ranks.any(time < this->Kept->time)) this->Kept->contacts.forget();
    this->Kept->time = time;
    outcome = attemptTogether(*this, ranks, [&](talus::Communicator& messages) {
      talus::Context context(reportTo(*this, bodies.fromScene ? preparation : 0, 1));
      this->Kept->search(std::move(bodies), options, messages, context);
    });
    // Ranks may have come to different points.
    if (outcome != Outcome::Done && ranks.size() > 1) this->Kept->contacts.forget();
  }
  output.Initialize();
  if (outcome == Outcome::Done) {
    this->Kept->write(given, output);
    output.GetFieldData()->RemoveArray("Answer");  // that of the scene
    if (ranks.rank() == 0) setAnswer(*this, output, this->Kept->answer());
    if (this->Kept->isAlone()) addRemark(*this, addBodies);
    setDataTime(*this, *request, inputs, *outputs);
    warnOnce(*this, ranks, this->Kept->warnings);
  }
  return outcome == Outcome::Failed ? 0 : 1;
}
