#pragma once

/// Opens the page of a filter of Talus where its help is asked for; other help stays ParaView's.
void openOwnHelpPages();
