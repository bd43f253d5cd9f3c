#pragma once

/// Makes the plugin's icons known to Qt as ":/Talus/<name>.png", if the program has Qt at all: ParaView's
/// window has, pvpython, pvbatch and pvserver have not. Called once when the plugin is loaded.
void registerTalusIcons();
