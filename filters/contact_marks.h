#pragma once

class vtkDataSet;
class vtkPolyData;

namespace talus::filters {

/// How contacts are drawn; the numbers are those of vtkTalusContactDrawing.
enum class ContactStyle { Hidden, Points, PointsAndNormals, Lines };

/// What is drawn of a network of contacts: its vertices, these and a line along the normal of each, its
/// lines, or nothing. Its points keep their numbers, so that a selection of them means the contacts.
/// @param bodies of the scene, points or surfaces: lines to walls, whose middles mean nothing, are omitted.
/// @param marks is overwritten.
void markContacts(vtkPolyData& contacts, vtkDataSet& bodies, ContactStyle style, vtkPolyData& marks);

}  // namespace talus::filters
