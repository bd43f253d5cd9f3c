#pragma once

/// Makes grids with labels come up as something one sees. ParaView shows images and other structured grids as
/// an uncoloured outline at first; those whose filter has the hint `<ShowLabels array="Side"/>` are shown as
/// a slice (an image by its points) or a surface (others), coloured by that array. What a user chooses later
/// stays. Called once when the plugin is loaded.
void registerLabelDisplay();
