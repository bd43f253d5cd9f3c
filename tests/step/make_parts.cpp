// make_parts FOLDER writes STEP files of parts with known volumes, in millimetres; test_step.py tells which.

#include <BRepAlgoAPI_Cut.hxx>
#include <BRepAlgoAPI_Fuse.hxx>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepFilletAPI_MakeFillet.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeRevol.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <BRep_Builder.hxx>
#include <Geom_BezierCurve.hxx>
#include <Interface_Static.hxx>
#include <STEPControl_Writer.hxx>
#include <TColgp_Array1OfPnt.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <gp_Ax2.hxx>
#include <gp_Trsf.hxx>
#include <initializer_list>
#include <numbers>
#include <string>

namespace {

gp_Trsf placed(double angle, const gp_Vec& shift) {
  gp_Trsf turn, move;
  turn.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(1, 2, 3)), angle);
  move.SetTranslation(shift);
  return move * turn;
}

TopoDS_Compound joined(std::initializer_list<TopoDS_Shape> shapes) {
  TopoDS_Compound all;
  BRep_Builder builder;
  builder.MakeCompound(all);
  for (const TopoDS_Shape& shape : shapes) builder.Add(all, shape);
  return all;
}

/// A plate 20 x 10 x 4 with a hole of radius 2 along z.
TopoDS_Shape plate() {
  const gp_Ax2 axis(gp_Pnt(10, 5, -1), gp_Dir(0, 0, 1));
  return BRepAlgoAPI_Cut(BRepPrimAPI_MakeBox(20., 10., 4.).Shape(),
                         BRepPrimAPI_MakeCylinder(axis, 2, 6).Shape());
}

/// A cube of edge 10 whose 12 edges are rounded with radius 2.
TopoDS_Shape roundedCube() {
  const TopoDS_Shape cube = BRepPrimAPI_MakeBox(10., 10., 10.).Shape();
  BRepFilletAPI_MakeFillet fillet(cube);
  for (TopExp_Explorer edges(cube, TopAbs_EDGE); edges.More(); edges.Next()) {
    fillet.Add(2, TopoDS::Edge(edges.Current()));
  }
  return fillet.Shape();
}

/// The curve (1 + t², 0, 4t), 0 <= t <= 1, as a Bézier curve, turned about the z axis, between two discs.
TopoDS_Shape vase() {
  TColgp_Array1OfPnt poles(1, 3);
  poles(1) = gp_Pnt(1, 0, 0);
  poles(2) = gp_Pnt(1, 0, 2);
  poles(3) = gp_Pnt(2, 0, 4);
  BRepBuilderAPI_MakeWire wire(BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, 0), gp_Pnt(1, 0, 0)),
                               BRepBuilderAPI_MakeEdge(new Geom_BezierCurve(poles)),
                               BRepBuilderAPI_MakeEdge(gp_Pnt(2, 0, 4), gp_Pnt(0, 0, 4)),
                               BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, 4), gp_Pnt(0, 0, 0)));
  return BRepPrimAPI_MakeRevol(BRepBuilderAPI_MakeFace(wire.Wire()).Face(),
                               gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)));
}

void write(const TopoDS_Shape& shape, const std::string& path, bool assembly = false) {
  Interface_Static::SetIVal("write.step.assembly", assembly ? 1 : 0);
  STEPControl_Writer writer;
  writer.Transfer(shape, STEPControl_AsIs);
  if (writer.Write(path.c_str()) != IFSelect_RetDone) throw path;
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  const std::string folder = std::string(words[1]) + "/";
  const TopoDS_Shape box = BRepPrimAPI_MakeBox(1., 2., 3.).Shape();
  const TopoDS_Shape ball = BRepPrimAPI_MakeSphere(5).Shape();
  write(box, folder + "box.step");
  write(ball, folder + "ball.step");
  write(BRepPrimAPI_MakeTorus(10, 3).Shape(), folder + "torus.step");
  write(BRepPrimAPI_MakeCone(3, 0, 6).Shape(), folder + "cone.step");
  write(plate(), folder + "plate.step");
  write(roundedCube(), folder + "rounded.step");
  write(vase(), folder + "vase.step");
  write(BRepAlgoAPI_Cut(BRepPrimAPI_MakeSphere(6).Shape(), ball), folder + "hollow.step");
  const TopoDS_Shape placedPlate = plate().Located(placed(0.7, gp_Vec(100, 0, 0)));
  write(joined({plate(), placedPlate, ball.Located(placed(-2, gp_Vec(0, 50, 0)))}), folder + "assembly.step",
        true);
  write(BRepBuilderAPI_Transform(plate(), placed(1, gp_Vec(1e5, 2e5, 3e5))), folder + "far.step");
  gp_Trsf mirror;
  mirror.SetMirror(gp_Ax2(gp_Pnt(0, 0, 0), gp_Dir(1, 0, 0)));
  write(BRepBuilderAPI_Transform(plate(), mirror), folder + "mirrored.step");
  write(plate().Reversed(), folder + "reversed.step");
  write(TopExp_Explorer(box, TopAbs_SHELL).Current(), folder + "shell.step");
  write(TopExp_Explorer(box, TopAbs_FACE).Current(), folder + "face.step");
  Interface_Static::SetCVal("write.step.unit", "INCH");
  write(box, folder + "inches.step");
}
