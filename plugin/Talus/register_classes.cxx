#include "register_classes.h"

#include <vtkClientServerInterpreter.h>
#include <vtkClientServerInterpreterInitializer.h>
#include <vtkClientServerStream.h>
#include <vtkScalarsToColors.h>

#include <cstring>
#include <initializer_list>

#include "bodies/bodies_proxy.h"
#include "bodies/vtkTalusBodiesRepresentation.h"
#include "named_inputs_proxy.h"
#include "runs/vtkTalusRunReader.h"
#include "runs/vtkTalusRunStatistics.h"

// By hand: VTK's wrapping tools need the development packages of everything that draws.
namespace {

constexpr int first = 2;  // argument after the object and the method

using Interpreter = vtkClientServerInterpreter;
using Stream = vtkClientServerStream;

template <class Class>
vtkObjectBase* create(void* /*context*/) {
  return Class::New();
}

/// A method with one number; false if it is another one.
bool setNumber(vtkTalusBodiesRepresentation& bodies, const char* method, const Stream& message) {
  double opacity = 0;
  int style = 0;
  if (message.GetNumberOfArguments(0) != first + 1) return false;
  if (std::strcmp(method, "SetContacts") == 0 && message.GetArgument(0, first, &style))
    bodies.SetContacts(style);
  else if (std::strcmp(method, "SetBodyOpacity") == 0 && message.GetArgument(0, first, &opacity))
    bodies.SetBodyOpacity(opacity);
  else if (std::strcmp(method, "SetWallOpacity") == 0 && message.GetArgument(0, first, &opacity))
    bodies.SetWallOpacity(opacity);
  else
    return false;
  return true;
}

bool setColour(vtkTalusBodiesRepresentation& bodies, const char* method, const Stream& message) {
  double red = 0, green = 0, blue = 0;
  if (std::strcmp(method, "SetSelectionColor") != 0 || message.GetNumberOfArguments(0) != first + 3)
    return false;
  if (!message.GetArgument(0, first, &red) || !message.GetArgument(0, first + 1, &green) ||
      !message.GetArgument(0, first + 2, &blue))
    return false;
  bodies.SetSelectionColor(red, green, blue);
  return true;
}

bool setColours(vtkTalusBodiesRepresentation& bodies, const char* method, const Stream& message) {
  vtkObjectBase* colours = nullptr;
  if (std::strcmp(method, "SetContactLookupTable") != 0 || message.GetNumberOfArguments(0) != first + 1)
    return false;
  if (!message.GetArgument(0, first, &colours)) return false;
  bodies.SetContactLookupTable(vtkScalarsToColors::SafeDownCast(colours));
  return true;
}

int callBodies(Interpreter* interpreter, vtkObjectBase* object, const char* method, const Stream& message,
               Stream& result, void* /*context*/) {
  auto* bodies = vtkTalusBodiesRepresentation::SafeDownCast(object);
  if (bodies && (setNumber(*bodies, method, message) || setColour(*bodies, method, message) ||
                 setColours(*bodies, method, message)))
    return 1;
  return interpreter->CallCommandFunction("vtkGeometryRepresentation", object, method, message, result);
}

/// Methods of the base only, some of which are virtual.
int callBase(Interpreter* interpreter, vtkObjectBase* object, const char* method, const Stream& message,
             Stream& result, void* base) {
  return interpreter->CallCommandFunction(static_cast<const char*>(base), object, method, message, result);
}

template <class Class>
void addClass(Interpreter& interpreter, const char* name, const char* base) {
  interpreter.AddNewInstanceFunction(name, create<Class>);
  interpreter.AddCommandFunction(name, callBase, const_cast<char*>(base));
}

void registerWith(Interpreter* interpreter) {
  interpreter->AddNewInstanceFunction("vtkTalusBodiesRepresentation", create<vtkTalusBodiesRepresentation>);
  interpreter->AddCommandFunction("vtkTalusBodiesRepresentation", callBodies);
  addClass<talus::plugin::BodiesProxy>(*interpreter, "vtkSMTalusBodiesProxy", "vtkSMRepresentationProxy");
  addClass<talus::plugin::NamedInputsProxy>(*interpreter, "vtkSMTalusNamedInputsProxy", "vtkSMSourceProxy");
  addClass<vtkTalusRunReader>(*interpreter, "vtkTalusRunReader", "vtkPVDReader");
  addClass<vtkTalusRunStatistics>(*interpreter, "vtkTalusRunStatistics", "vtkTableAlgorithm");
}

}  // namespace

void registerClasses() {
  vtkClientServerInterpreterInitializer::GetInitializer()->RegisterCallback(registerWith);
}
