#pragma once

/// Lets the dialog that asks for the inputs of a filter propose what suits each: of the sources that there
/// are, those of points as Input, the last mesh as Surface.
void proposeInputs();
