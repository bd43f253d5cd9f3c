#include "shapes.h"

#include <BRep_Builder.hxx>
#include <Interface_Check.hxx>
#include <Interface_InterfaceModel.hxx>
#include <STEPControl_Reader.hxx>
#include <StepBasic_Product.hxx>
#include <StepBasic_ProductDefinition.hxx>
#include <StepBasic_ProductDefinitionFormation.hxx>
#include <StepShape_SolidModel.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS_Compound.hxx>
#include <TransferBRep.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>
#include <map>
#include <string>
#include <string_view>
#include <utility>

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

void addBodies(TopExp_Explorer found, std::vector<Body>& bodies) {
  for (; found.More(); found.Next()) {
    if (bodies.size() == maximumBodies) {
      throw Refused("it has more than " + std::to_string(maximumBodies) + " bodies");
    }
    bodies.push_back({found.Current(), ""});
  }
}

void addLooseFaces(TopExp_Explorer found, std::vector<Body>& bodies) {
  if (!found.More()) return;
  TopoDS_Compound faces;
  BRep_Builder builder;
  builder.MakeCompound(faces);
  for (; found.More(); found.Next()) builder.Add(faces, found.Current());
  bodies.push_back({faces, ""});
}

std::string nameOf(const Handle(StepBasic_ProductDefinition) & definition) {
  const auto formation = definition->Formation();
  if (formation.IsNull() || formation->OfProduct().IsNull()) return "";
  const auto product = formation->OfProduct();
  for (const auto& text : {product->Name(), product->Id()})
    if (!text.IsNull() && !text->IsEmpty()) return text->ToCString();
  return "";
}

/// The name of a product, and how deep in its shape a body lies.
struct Naming {
  int depth;
  std::string name;
};
using Namings = std::map<const void*, Naming>;  // by where a body is kept, whatever its place

/// A body lies in the shapes of its product and of all assemblies of that, deeper in those.
void addNames(TopExp_Explorer body, const std::string& name, Namings& namings) {
  for (std::size_t count = 0; body.More() && count < maximumBodies; body.Next(), ++count) {
    const auto [at, isNew] = namings.try_emplace(body.Current().TShape().get(), Naming{body.Depth(), name});
    if (!isNew && body.Depth() < at->second.depth) at->second = {body.Depth(), name};
  }
}

void nameBodies(const STEPControl_Reader& reader, std::vector<Body>& bodies) {
  const auto model = reader.Model();
  const auto process = reader.WS()->TransferReader()->TransientProcess();
  Namings namings;
  for (int i = 1; i <= model->NbEntities(); ++i) {
    const auto definition = Handle(StepBasic_ProductDefinition)::DownCast(model->Value(i));
    if (definition.IsNull()) continue;
    const TopoDS_Shape product = TransferBRep::ShapeResult(process, definition);
    if (product.IsNull()) continue;
    const std::string name = nameOf(definition);
    addNames({product, TopAbs_SOLID}, name, namings);
    addNames({product, TopAbs_SHELL, TopAbs_SOLID}, name, namings);
  }
  for (Body& body : bodies)
    if (const auto at = namings.find(body.shape.TShape().get()); at != namings.end())
      body.name = at->second.name;
}

}  // namespace

std::vector<Body> readBodies(std::istream& file) {
  STEPControl_Reader reader;
  if (reader.ReadStream("", file) != IFSelect_RetDone) throw Refused("its text is damaged");
  requireSoundText(reader);
  reader.TransferRoots();
  requireAllSolids(reader);
  std::vector<Body> bodies;
  const TopoDS_Shape all = reader.OneShape();
  if (all.IsNull()) throw Refused("it has no shape");
  addBodies({all, TopAbs_SOLID}, bodies);
  addBodies({all, TopAbs_SHELL, TopAbs_SOLID}, bodies);
  addLooseFaces({all, TopAbs_FACE, TopAbs_SHELL}, bodies);
  if (bodies.empty()) throw Refused("it has no solids and no faces");
  nameBodies(reader, bodies);
  return bodies;
}

}  // namespace talus::step
