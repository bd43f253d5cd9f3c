#pragma once

/// Opens the module window/TalusWindow.so beside the plugin if this program is ParaView's window and the
/// module was built: lines with answers in panels, help pages, proposed inputs. Called once when the plugin
/// is loaded.
void registerWindowPart();
