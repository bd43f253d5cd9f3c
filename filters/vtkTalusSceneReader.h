/**
 * @class   vtkTalusSceneReader
 * @brief   reads a scene of rigid bodies from a JSON file
 *
 * **Output**: a vtkPartitionedDataSetCollection with the blocks `Bodies` (a vtkPolyData, one vertex per body
 * at its centre of mass) and `Shapes/<name>` (a vtkPolyData each, a closed surface in body coordinates, whose
 * origin is the centre of mass), and an assembly with nodes of these names. In the point data of `Bodies`
 *  - `BodyId` (int64): unique
 *  - `Shape` (int): number of the body's shape, from 0
 *  - `Orientation` (double, 4): unit quaternion w x y z, from body to world coordinates
 *  - `Scale` (double): ratio of the body's size to its shape's size
 *  - `Velocity` (double, 3): of the centre of mass, m/s
 *  - `AngularVelocity` (double, 3): in world coordinates, rad/s
 *  - `Mass` (double): kg
 *  - `Material` (int): number of its material, from 0
 *  - `Motion` (int): 0 dynamic, 1 fixed, 2 prescribed
 *
 * and in its field data
 *  - `Materials`, `MaterialPairs`, `Motions` (string): one item of the scene file per row, as JSON
 *  - `Gravity` (double, 3): m/s²
 *  - `Halo` (double): thickness of the layer around surfaces in which contact forces act, m; 0: not chosen
 *    yet
 *  - `StartsAtRest` (int): 0 if bodies that start within each other's halos are already compressed, otherwise
 *    1
 *
 * The field data of the output have
 *  - `Answer` (string): how many bodies, of how many shapes, and what moves them
 *
 * If the file tells it, the field data also have the contact law under which bodies came to their places, the
 * string `SettledLaw`: under another one they start as with StartsAtRest 1.
 *
 * In the field data of each shape
 *  - `Offset` (double, 3): the centre of mass in the coordinates of the given mesh
 *
 * data/scene.schema.json describes the file: shapes from STL, OBJ, OFF, PLY and VTP files, from generators or
 * listed; materials, bodies, walls, motions, gravity; other scene files to include.
 *
 * **Errors**: no such file, or the first mistake in it, with its path in the JSON
 * (`$.bodies[3].orientation`), the file and a remedy. The output is empty then.
 *
 * **Cost**: O(bodies + triangles of shapes). **Threads**: shapes are generated on all cores. **MPI**: rank 0
 * has the scene, the other ranks have the same blocks, empty. **Time**: none; the scene is the state at t =
 * 0.
 */

#ifndef vtkTalusSceneReader_h
#define vtkTalusSceneReader_h

#include <string>

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkPartitionedDataSetCollectionAlgorithm.h"

class TALUSFILTERS_EXPORT vtkTalusSceneReader : public vtkPartitionedDataSetCollectionAlgorithm {
 public:
  static vtkTalusSceneReader* New();
  vtkTypeMacro(vtkTalusSceneReader, vtkPartitionedDataSetCollectionAlgorithm)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * The scene file. Default: none.
   */
  vtkSetFilePathMacro(FileName);
  vtkGetFilePathMacro(FileName);
  ///@}

  /**
   * Reads a text in place of a file, until it is empty.
   * @param name in messages, and the file from which names of files in the text start
   */
  void SetText(const std::string& text, const std::string& name);

  ///@{
  /**
   * After an execution: what was read, in a sentence, and what is doubtful about it, a line each. Never null.
   */
  const char* GetAnswer();
  const char* GetRemarks();
  ///@}

  /**
   * Whether a file declares itself a scene: 1 or 0. Reads only its first 64 kB.
   */
  static int CanReadFile(const char* fileName);

  /**
   * The scene as the text of a scene file that refers to no other file: it lists the shapes. Reading it gives
   * the same scene, bit for bit.
   * @return empty, with an error of `this`, if the data are not a scene.
   */
  std::string TextOf(vtkPartitionedDataSetCollection* scene);

  ///@{
  /**
   * What is doubtful about a scene: shapes whose surfaces intersect themselves or others, so that common
   * volume counts more than once, a line each; and a hint if the scene seems to be in millimetres.
   * @return empty if nothing is doubtful; also, with an error of `this`, if the data are not a scene.
   */
  std::string MassRemarksOf(vtkPartitionedDataSetCollection* scene);
  std::string LengthRemarkOf(vtkPartitionedDataSetCollection* scene);
  ///@}

 protected:
  vtkTalusSceneReader();
  ~vtkTalusSceneReader() override;

  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  char* FileName = nullptr;
  std::string Text, TextName;
};

#endif
