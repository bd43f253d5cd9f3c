#pragma once

#include <functional>
#include <initializer_list>

#include "controller_communicator.h"
#include "rank_group.h"

class vtkAlgorithm;
class vtkDataObject;

namespace talus::filters {

enum class Outcome { Done, Cancelled, Failed };

/// Runs work that may throw on this rank, then agrees on the outcome with all ranks, so that all of them
/// continue or all stop. An exception becomes one error message of the filter, the same on all ranks. If an
/// input of the filter was aborted, or the filter stays aborted, on any rank, there is no work: the filter
/// counts as aborted. The filter's answer tells of an error or an abort.
/// Collective; `work` itself must not be collective, but for the messages below.
/// @param messages by which the ranks talk to each other during the work: if one fails, all end. Null: they
/// do not.
Outcome attempt(vtkAlgorithm& filter, const RankGroup& ranks, const std::function<void()>& work,
                ControllerCommunicator* messages = nullptr);

/// The same for work that ranks do together, by the communicator that it gets.
Outcome attemptTogether(vtkAlgorithm& filter, const RankGroup& ranks,
                        const std::function<void(Communicator& messages)>& work);

/// Ends RequestData: outputs are empty after an error or an abort. @return its result: 0 after an error.
int ended(Outcome outcome, std::initializer_list<vtkDataObject*> outputs);

}  // namespace talus::filters
