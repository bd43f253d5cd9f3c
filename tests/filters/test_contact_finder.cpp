// Contacts of scenes and of surfaces as a filter shows them.
#include <gtest/gtest.h>
#include <vtkCallbackCommand.h>
#include <vtkCellData.h>
#include <vtkInformation.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkTrivialProducer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "fixtures.h"
#include "vtkTalusContactFinder.h"
#include "vtkTalusSceneReader.h"

namespace test_contact_finder {
namespace {

using namespace fixtures;
using Finder = vtkTalusContactFinder;

struct Found {
  Ptr<Finder> filter = Ptr<Finder>::New();
  vtkNew<Messages> messages;

  explicit Found(const std::vector<Ptr<vtkDataObject>>& inputs, double halo = 0) {
    messages->listenTo(filter);
    filter->SetHalo(halo);
    for (const auto& input : inputs) {
      vtkNew<vtkTrivialProducer> source;
      source->SetOutput(input);
      filter->AddInputConnection(source->GetOutputPort());
    }
    filter->Update();
  }
  vtkPolyData* contacts() const { return block(filter->GetOutputDataObject(0), "Contacts"); }
  vtkPolyData* bodies() const { return block(filter->GetOutputDataObject(0), "Bodies"); }
  /// Of the contacts alone, without the ends of lines.
  std::vector<double> points(const char* name) const {
    auto all = values(contacts()->GetPointData(), name);
    all.resize(static_cast<std::size_t>(contacts()->GetNumberOfVerts()));
    return all;
  }
  std::vector<double> counts() const { return values(bodies()->GetPointData(), "ContactCount"); }
  std::vector<double> coordination() const { return values(bodies()->GetPointData(), "CoordinationNumber"); }
  double told(const char* name) const { return values(contacts()->GetFieldData(), name).at(0); }
  std::string error() const { return messages->errors.empty() ? "(none)" : messages->errors.front(); }
  std::string warning() const { return messages->warnings.empty() ? "(none)" : messages->warnings.front(); }
};

using Numbers = std::vector<double>;

TEST(ContactFinder, aCubeOnACubeTouchesInFourPoints) {
  auto lower = cube();
  const Found run({lower, cube({0, 0, 2.01})}, 0.01);
  EXPECT_EQ(run.error(), "(none)");
  EXPECT_EQ(run.warning(), "(none)");
  ASSERT_EQ(run.contacts()->GetNumberOfVerts(), 4);
  EXPECT_EQ(run.contacts()->GetNumberOfLines(), 1);
  EXPECT_EQ(run.contacts()->GetNumberOfPoints(), 6);
  for (const double gap : run.points("Gap")) EXPECT_NEAR(gap, 0.01, 1e-12);
  for (const double depth : run.points("Depth")) EXPECT_NEAR(depth, 0.01, 1e-12);
  EXPECT_EQ(run.points("Kind"), (Numbers{1, 1, 1, 1}));
  EXPECT_EQ(run.points("BodyA"), (Numbers{0, 0, 0, 0}));
  EXPECT_EQ(run.points("BodyB"), (Numbers{1, 1, 1, 1}));
  EXPECT_EQ(run.points("PersistentId"), (Numbers{0, 1, 2, 3}));
  double normal[3];
  run.contacts()->GetPointData()->GetArray("Normal")->GetTuple(0, normal);
  EXPECT_NEAR(normal[2], 1, 1e-12);
  double end[3];
  run.contacts()->GetPoint(5, end);
  EXPECT_NEAR(end[2], 2.01, 1e-12);
  EXPECT_EQ(values(run.contacts()->GetCellData(), "ContactCount"), (Numbers{1, 1, 1, 1, 4}));
  EXPECT_EQ(run.counts(), (Numbers{4, 4}));
  EXPECT_EQ(run.told("TouchingPairs"), 1);
  EXPECT_EQ(lower->GetPointData()->GetNumberOfArrays(), 0) << "the input was modified";
}

// A row of three and one apart: four contacts with a neighbour count as one neighbour.
TEST(ContactFinder, coordinationNumberCountsBodies) {
  const Found run({cube(), cube({0, 0, 2.01}), cube({0, 0, 4.02}), cube({99, 0, 0})}, 0.01);
  EXPECT_EQ(run.counts(), (Numbers{4, 8, 4, 0}));
  EXPECT_EQ(run.coordination(), (Numbers{1, 2, 1, 0}));
}

TEST(ContactFinder, blocksOfACompositeAreBodies) {
  vtkNew<vtkMultiBlockDataSet> pair;
  pair->SetBlock(0, cube());
  pair->SetBlock(2, cube({1.9, 0, 0}));  // block 1 is an empty place
  const Found run({pair.Get(), cube({1.9, 1.95, 0})}, 0.01);
  EXPECT_EQ(values(run.bodies()->GetPointData(), "BodyId"), (Numbers{0, 2, 3}));
  EXPECT_EQ(run.told("TouchingPairs"), 3);
  EXPECT_NE(block(run.filter->GetOutputDataObject(0), "Surfaces/2"), nullptr);
  for (const double gap : run.points("Gap")) EXPECT_LT(gap, 0);
}

TEST(ContactFinder, itsOwnOutputOfSurfacesAreTheSameBodies) {
  const Found first({cube(), cube({0, 0, 2.01})}, 0.01);
  vtkNew<vtkPartitionedDataSetCollection> again;
  again->ShallowCopy(first.filter->GetOutputDataObject(0));
  const Found second({again.Get(), cube({0, 2.01, 0})}, 0.01);
  EXPECT_EQ(second.error(), "(none)");
  EXPECT_EQ(second.told("TouchingPairs"), 3);
  EXPECT_EQ(second.counts().size(), 3U);
}

TEST(ContactFinder, aBodyWithinAnotherIsAContactWithDepth) {
  const Found run({cube(), cube({0.5, 0, 0}, 0.4)}, 0.001);
  ASSERT_GT(run.contacts()->GetNumberOfVerts(), 0);
  const auto gaps = run.points("Gap");
  EXPECT_NEAR(*std::min_element(gaps.begin(), gaps.end()), -(0.3 + 0.4), 1e-12);
}

// The faces the other way round, those that are listed or all.
Ptr<vtkPolyData> turned(vtkPolyData* mesh, const std::vector<vtkIdType>& faces = {}) {
  vtkNew<vtkCellArray> quads;
  for (vtkIdType i = 0; i < mesh->GetNumberOfPolys(); ++i) {
    vtkIdType size = 0;
    const vtkIdType* corners = nullptr;
    mesh->GetPolys()->GetCellAtId(i, size, corners);
    std::vector<vtkIdType> own(corners, corners + size);
    if (faces.empty() || std::find(faces.begin(), faces.end(), i) != faces.end())
      std::reverse(own.begin(), own.end());
    quads->InsertNextCell(size, own.data());
  }
  const auto copy = Ptr<vtkPolyData>::New();
  copy->SetPoints(mesh->GetPoints());
  copy->SetPolys(quads);
  return copy;
}

TEST(ContactFinder, aSurfaceThatFacesInwardsIsTurnedWithAWarningThatNamesIt) {
  for (const std::vector<vtkIdType>& faces : {std::vector<vtkIdType>{}, {2}})
    for (const bool manifold : {true, false}) {
      Found run({cube(), turned(cube({0.05, 0.1, 1.8}), faces)}, 0.01);
      run.filter->SetConvexManifold(manifold);
      run.filter->Update();
      EXPECT_NE(run.warning().find("surface 1"), std::string::npos) << run.warning();
      EXPECT_NE(run.warning().find("inverted"), std::string::npos) << run.warning();
      ASSERT_EQ(run.contacts()->GetNumberOfVerts(), manifold ? 4 : 1);
      EXPECT_NEAR(run.points("Gap")[0], -0.2, manifold ? 1e-12 : 0.02);
      double normal[3];
      run.contacts()->GetPointData()->GetArray("Normal")->GetTuple(0, normal);
      EXPECT_GT(normal[2], 0.9);
    }
}

TEST(ContactFinder, anOverlapWithAnOpenSurfaceIsEstimatedAndSaidSo) {
  const Found run({openCube(), cube({-1.8, 0.1, 0.05})}, 0.001);  // the opening is at +x
  EXPECT_EQ(run.told("EstimatedPairs"), 1);
  EXPECT_EQ(run.told("UndecidedPairs"), 0);
  EXPECT_NE(run.warning().find("(surface 0)"), std::string::npos) << run.warning();
  EXPECT_NE(run.warning().find("estimate"), std::string::npos) << run.warning();
  ASSERT_EQ(run.contacts()->GetNumberOfVerts(), 1);
  EXPECT_NEAR(run.points("Gap")[0], -0.2, 0.02);
}

TEST(ContactFinder, pointsInSinglePrecisionTouchAsConvexBodies) {
  const auto askew = [](const Point& centre) {
    auto mesh = cube(centre);
    vtkNew<vtkPoints> points;  // float
    for (vtkIdType i = 0; i < 8; ++i) {
      double p[3];
      mesh->GetPoint(i, p);
      const double x = 0.8 * p[0] - 0.6 * p[1], y = 0.6 * p[0] + 0.8 * p[1];
      points->InsertNextPoint(0.28 * x - 0.96 * p[2], y, 0.96 * x + 0.28 * p[2]);
    }
    mesh->SetPoints(points);
    return mesh;
  };
  const Found run({askew({0, 0, 0}), askew({0.3, 0.2, 1.8})}, 0.01);
  EXPECT_EQ(run.warning(), "(none)");
  EXPECT_EQ(run.points("Kind"), (Numbers{1, 1, 1, 1}));
  for (const double gap : run.points("Gap")) EXPECT_NEAR(gap, -0.2, 1e-6);
}

TEST(ContactFinder, anOpenSurfaceLeavesContainmentUndecidedAndSaysSo) {
  const Found inside({openCube(), cube({0, 0, 0}, 0.4)}, 0.001);
  EXPECT_EQ(inside.error(), "(none)");
  EXPECT_NE(inside.warning().find("open surface"), std::string::npos) << inside.warning();
  EXPECT_EQ(inside.told("UndecidedPairs"), 1);
  const Found beside({openCube(), cube({-2.001, 0, 0})}, 0.001);
  EXPECT_EQ(beside.warning(), "(none)");
  EXPECT_GT(beside.contacts()->GetNumberOfVerts(), 0);
}

TEST(ContactFinder, withoutAHaloItTakesAHundredthOfTheSmallestBody) {
  const Found run({cube(), cube({9, 0, 0}, 1)});
  EXPECT_NEAR(run.told("Halo"), 0.01 * std::sqrt(3), 1e-9);
}

TEST(ContactFinder, aSceneGetsItsContacts) {
  vtkNew<vtkTalusSceneReader> reader;
  reader->SetFileName(TALUS_DATA "/scenes/shaken_table.json");
  reader->Update();
  const Found run({reader->GetOutputDataObject(0)}, 0.02);
  EXPECT_EQ(run.error(), "(none)");
  ASSERT_NE(run.contacts(), nullptr);
  EXPECT_GT(run.told("TouchingPairs"), 0);
  EXPECT_EQ(run.counts().size(), static_cast<std::size_t>(run.bodies()->GetNumberOfPoints()));
  EXPECT_TRUE(run.bodies()->GetPointData()->HasArray("Orientation"));
  EXPECT_EQ(block(reader->GetOutputDataObject(0), "Contacts"), nullptr) << "the input was modified";
  EXPECT_FALSE(block(reader->GetOutputDataObject(0), "Bodies")->GetPointData()->HasArray("ContactCount"));
  // Its own output is a scene again, with the same contacts.
  vtkNew<vtkPartitionedDataSetCollection> again;
  again->ShallowCopy(run.filter->GetOutputDataObject(0));
  const Found second({again.Get()}, 0.02);
  EXPECT_EQ(second.points("Gap"), run.points("Gap"));
}

TEST(ContactFinder, contactsKeepTheirIdsWhileABodySlides) {
  auto upper = cube({0, 0, 2}, 2);
  Found run({cube({0, 0, 0}, 2), upper}, 0.01);
  const auto before = run.points("PersistentId");
  ASSERT_EQ(before.size(), 4U);
  run.filter->Modified();
  run.filter->Update();
  EXPECT_EQ(run.points("PersistentId"), before);
}

TEST(ContactFinder, aSceneWhoseBodiesMoveIsSearchedAsIfItWereNewOnceContactsAreForgotten) {
  vtkNew<vtkTalusSceneReader> reader;
  reader->SetFileName(TALUS_DATA "/scenes/shaken_table.json");
  reader->Update();
  const Found kept({reader->GetOutputDataObject(0)}, 0.02);
  const Numbers ids = kept.points("PersistentId");
  vtkPoints* places = block(reader->GetOutputDataObject(0), "Bodies")->GetPoints();
  const auto lift = [&](double height) {
    for (vtkIdType i = 0; i < places->GetNumberOfPoints(); ++i) {
      double place[3];
      places->GetPoint(i, place);
      place[2] += height * static_cast<double>(i);
      places->SetPoint(i, place);
    }
    places->Modified();
    kept.filter->Modified();
    kept.filter->Update();
  };
  lift(64);
  EXPECT_EQ(kept.contacts()->GetNumberOfVerts(), 0);
  lift(-64);
  EXPECT_NE(kept.points("PersistentId"), ids);
  kept.filter->ForgetContacts();
  kept.filter->Update();
  const Found anew({reader->GetOutputDataObject(0)}, 0.02);
  for (const char* name : {"Gap", "Normal", "TriangleA", "PersistentId"})
    EXPECT_EQ(kept.points(name), anew.points(name)) << name;
  EXPECT_EQ(kept.error(), "(none)");
}

TEST(ContactFinder, everyWayFindsTheSameContacts) {
  const std::vector<Ptr<vtkDataObject>> bodies{cube(), cube({1.9, 1.9, 1.9}), cube({0.3, 0.2, 2.005})};
  const Found usual(bodies, 0.01);
  for (int method = 1; method <= Finder::ALL_PAIRS; ++method) {
    usual.filter->SetBroadPhase(method);
    const auto gaps = usual.points("Gap");
    usual.filter->Update();
    EXPECT_EQ(usual.points("Gap"), gaps) << method;
  }
  usual.filter->SetConvexManifold(false);
  usual.filter->Update();
  const auto surrogate = usual.points("Gap");
  usual.filter->SetSearch(Finder::FLAT);
  usual.filter->SetTriangleMethod(Finder::COMPARISON);
  usual.filter->SetNumberOfThreads(1);
  usual.filter->Update();
  EXPECT_EQ(usual.points("Gap").size(), surrogate.size());
}

TEST(ContactFinder, oneMessageForBadInput) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  auto broken = cube();
  broken->GetPoints()->SetPoint(0, nan, 0, 0);
  vtkNew<vtkTalusSceneReader> reader;
  reader->SetFileName(TALUS_DATA "/scenes/shaken_table.json");
  reader->Update();
  struct Case {
    Found run;
    const char* words;
  };
  const Case cases[] = {{Found({cube(), cube()}, -1), "halo"},
                        {Found({cube(), cube()}, nan), "halo"},
                        {Found({cube(), cube()}, 1e6), "halo"},
                        {Found({cube(), broken}, 0.01), "surface 1"},
                        {Found({cube(), reader->GetOutputDataObject(0)}, 0.01), "scene"}};
  for (const Case& c : cases) {
    EXPECT_EQ(c.run.messages->errors.size(), 1U) << c.words;
    EXPECT_NE(c.run.error().find(c.words), std::string::npos) << c.run.error();
    EXPECT_EQ(vtkPartitionedDataSetCollection::SafeDownCast(c.run.filter->GetOutputDataObject(0))
                  ->GetNumberOfPartitionedDataSets(),
              0U);
  }
}

TEST(ContactFinder, aSurfaceWithoutTrianglesIsNamedAndTouchesNothing) {
  const Found run({cube(), Ptr<vtkPolyData>::New()}, 0.01);
  EXPECT_EQ(run.error(), "(none)");
  EXPECT_NE(run.warning().find("surface 1"), std::string::npos) << run.warning();
  EXPECT_EQ(run.counts(), (Numbers{0}));
  EXPECT_EQ(run.contacts()->GetNumberOfPoints(), 0);
}

TEST(ContactFinder, abortedItHasNoOutputAndTheNextRunIsWhole) {
  const std::vector<Ptr<vtkDataObject>> bodies{cube(), cube({0, 0, 2})};
  Found run(bodies, 0.01);
  const auto whole = run.points("Gap");
  vtkNew<vtkCallbackCommand> stop;
  stop->SetCallback([](vtkObject* filter, unsigned long, void*, void*) {
    static_cast<vtkAlgorithm*>(filter)->SetAbortExecute(1);
  });
  const unsigned long observer = run.filter->AddObserver(vtkCommand::ProgressEvent, stop);
  run.filter->SetHalo(0.02);
  run.filter->Update();
  EXPECT_EQ(run.error(), "(none)");
  EXPECT_EQ(run.contacts(), nullptr);
  run.filter->RemoveObserver(observer);
  run.filter->SetAbortExecute(0);
  run.filter->SetHalo(0.01);
  run.filter->Update();
  EXPECT_EQ(run.points("Gap"), whole);
}

}  // namespace
}  // namespace test_contact_finder
