#include "dynamics/run/step_text.h"

namespace talus {

std::string reasonText(const StepChoice& choice) {
  const std::string body = choice.body < 0 ? std::string() : " of body " + std::to_string(choice.body);
  switch (choice.limit) {
    case StepLimit::User:
      return "this time step is asked for";
    case StepLimit::Stiffness:
      return "the stiffness of contacts" + body + " sets it";
    case StepLimit::Motion:
      return "the speed" + body +
             " sets it, since a step may move it by a part of the halo, the motion limit";
    case StepLimit::Halo:
      return "the speed" + body + " sets it, since a step may move it by a fifth of the halo";
    case StepLimit::Size:
      return "the speed sets it, since bodies move by a part of their sizes in a step, and turn by 0.2 rad";
    case StepLimit::Retry:
      return "longer ones moved bodies too far or did not converge";
    case StepLimit::None:
    case StepLimit::Frame:
      break;
  }
  return "the frame is that short";
}

std::string remedyText(StepLimit limit) {
  switch (limit) {
    case StepLimit::User:
      return "Give a longer time step, or 0 for the longest stable one";
    case StepLimit::Stiffness:
      return "Give a softer material (Young's modulus), or take steps as long as frames "
             "(contact law Barrier, integrator IncrementalPotential)";
    case StepLimit::Motion:
      return "Slow the body, widen the halo, or raise the motion limit up to 0.5";
    case StepLimit::Halo:
      return "Slow the body, or widen the halo";
    case StepLimit::Size:
      return "Slow the bodies, or give a time step";
    default:
      return "Soften or slow bodies, or widen the halo";
  }
}

std::string slowText(const StepChoice& choice) {
  return reasonText(choice) + ". " + remedyText(choice.limit);
}

std::string hardText(std::int64_t body) {
  return "body " + std::to_string(body) +
         " is so close to another one that Barrier is a million times as stiff as usual. Place bodies a "
         "hundredth of the halo apart or farther, or take steps as long as frames (integrator "
         "IncrementalPotential)";
}

std::string unusedText(const SimulationOptions& options) {
  const SimulationOptions usual;
  std::string names;
  const auto add = [&names](bool given, const char* name) {
    if (given) names += (names.empty() ? "" : ", ") + std::string(name);
  };
  add(options.contacts.halo != usual.contacts.halo, "halo");
  add(options.contacts.law != usual.contacts.law, "contact law");
  add(options.moveLimit != usual.moveLimit, "motion limit");
  add(!(options.implicit == usual.implicit), "options of implicit steps");
  if (names.empty()) return {};
  return "These options have no meaning under the integrator ContactDynamics, whose bodies are rigid: " +
         names + ". Leave them at their defaults, or choose another integrator";
}

}  // namespace talus
