#pragma once

/// Errors of filters that the panel tells do not open the window of messages, where they stand as well; what
/// the pipeline adds to them, the address of an algorithm, is left to the log.
void keepMessagesQuiet();
