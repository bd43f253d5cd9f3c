#pragma once

/// Whether the Escape key is held down now while a window of this program has the focus. Asks the X server,
/// without handling events: a filter that works must not be interrupted by other ones. False without an X
/// server, and from one call to the next within a tenth of a second.
bool holdsEscape();
