#pragma once

/// Registers the initial display of grids with labels. ParaView initially shows images and other structured
/// grids as an uncoloured outline; if the filter has the hint `<ShowLabels array="Side"/>`, they are shown as
/// a slice (images with point data) or a surface (others), coloured by that array. Later choices of the user
/// are kept. Called once when the plugin is loaded.
void registerLabelDisplay();
