#pragma once

/// Data that come from a file with an answer, as the frames of a run, say it at the top of the reader's
/// panel, as filters do.
void showAnswersOfFiles();
