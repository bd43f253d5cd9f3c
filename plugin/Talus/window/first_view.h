#pragma once

/// Scenes in which bodies fall along z are seen from the side when they are the first in a view, and no one
/// has turned it: ParaView looks from above.
void seeFallsFromTheSide();
