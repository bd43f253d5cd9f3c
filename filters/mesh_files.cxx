#include "mesh_files.h"

#include <vtkCommand.h>
#include <vtkExecutive.h>
#include <vtkNew.h>
#include <vtkOBJReader.h>
#include <vtkPLYReader.h>
#include <vtkPolyData.h>
#include <vtkSTLReader.h>
#include <vtkXMLPolyDataReader.h>
#include <vtksys/SystemTools.hxx>

#include <cstdint>
#include <type_traits>

#include "base/error.h"
#include "base/regular_file.h"
#include "polygon_triangles.h"

namespace talus::filters {

namespace {

/// Bytes, as for the readers of the Python package.
constexpr std::uint64_t largestMesh = std::uint64_t{16} << 30;

/// Keeps a reader's messages from the console: an empty result is reported.
class Silence : public vtkCommand {
 public:
  vtkTypeMacro(Silence, vtkCommand)  // brings its own semicolon
      static Silence* New() {
    return new Silence;
  }
  void Execute(vtkObject*, unsigned long, void*) override {}
};

template <class Reader>
TriangleMesh readBy(const std::string& path) {
  vtkNew<Reader> reader;
  vtkNew<Silence> silence;
  for (vtkObject* source : {static_cast<vtkObject*>(reader), static_cast<vtkObject*>(reader->GetExecutive())})
    for (const auto event : {vtkCommand::ErrorEvent, vtkCommand::WarningEvent})
      source->AddObserver(event, silence);
  reader->SetFileName(path.c_str());
  bool readable = true;
  if constexpr (std::is_base_of_v<vtkXMLReader, Reader>) readable = reader->CanReadFile(path.c_str()) != 0;
  if (readable) reader->Update();
  return meshOf(*reader->GetOutput(), path);
}

}  // namespace

TriangleMesh meshOf(vtkPolyData& surface, const std::string& path) {
  TriangleMesh mesh = trianglesOf(surface).mesh;
  if (mesh.triangleCount() == 0)
    throw Error("The file cannot be read, or contains no triangles", path, "Open it in ParaView to see why");
  return mesh;
}

TriangleMesh readMeshFile(const std::string& path) {
  using vtksys::SystemTools;
  requireRegularFile(path, largestMesh);
  const std::string extension = SystemTools::LowerCase(SystemTools::GetFilenameLastExtension(path));
  if (extension == ".stl") return readBy<vtkSTLReader>(path);
  if (extension == ".obj") return readBy<vtkOBJReader>(path);
  if (extension == ".ply") return readBy<vtkPLYReader>(path);
  if (extension == ".vtp") return readBy<vtkXMLPolyDataReader>(path);
  throw Error("Surfaces are not read from '" + extension + "' files", path, "Give STL, OBJ, PLY or VTP");
}

}  // namespace talus::filters
