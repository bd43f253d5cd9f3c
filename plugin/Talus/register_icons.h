#pragma once

/// Registers the plugin's icons with Qt as ":/Talus/<name>.png" if the program has Qt: ParaView's window has
/// it; pvpython, pvbatch and pvserver do not. Called once when the plugin is loaded.
void registerTalusIcons();
