#pragma once

/// Makes the panel as wide as its fields, once: when a source is first displayed, ParaView adds rows that are
/// wider than the panel is at the start, and all fields would be cut at the right. A width that the user
/// chooses later is kept.
void widenPanelOnce();
