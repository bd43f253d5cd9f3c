// A VTK pipeline in C++: which points of an image lie inside a sphere?
//
//   cmake --install build/release --prefix ~/talus
//   cmake -S docs/examples/cpp_filters -B example -DCMAKE_PREFIX_PATH=~/talus && cmake --build example &&
//   example/example

#include <iostream>

#include <talus/filters/vtkTalusInsideOutsideClassifier.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkRTAnalyticSource.h>
#include <vtkSphereSource.h>

int main() {
  vtkNew<vtkRTAnalyticSource> image;  // points -10 ... 10 in each direction
  vtkNew<vtkSphereSource> sphere;
  sphere->SetRadius(3.3);

  vtkNew<vtkTalusInsideOutsideClassifier> classifier;
  classifier->SetInputConnection(image->GetOutputPort());
  classifier->SetSurfaceConnection(sphere->GetOutputPort());
  classifier->Update();

  vtkDataArray* side =
      vtkDataSet::SafeDownCast(classifier->GetOutputDataObject(0))->GetPointData()->GetArray("Side");
  vtkIdType inside = 0;
  for (vtkIdType i = 0; i < side->GetNumberOfTuples(); ++i) inside += side->GetComponent(i, 0) > 0;
  std::cout << inside << " of " << side->GetNumberOfTuples() << " points inside\n";
}
