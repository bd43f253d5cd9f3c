#pragma once

/// Lets the user abort a filter of this plugin from ParaView's window: by holding Escape, as the progress bar
/// says. ParaView has no means for that before 6.2. A server asks the window from time to time. Called once
/// when the plugin is loaded.
void registerAbortKey();
