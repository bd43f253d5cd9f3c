#pragma once

/// Registers the initial colours of arrays of Talus. ParaView asks for the colours of an array when it is
/// first shown, in the window and in scripts: those whose values are categories, such as `Side`, get a colour
/// and a word for each value; bodies' quantities get the map of pictures, and a title with their unit. What
/// the user has saved as default for an array, states, and later choices are kept. Called once when the
/// plugin is loaded.
void registerCategoryColours();
