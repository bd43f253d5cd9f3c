#pragma once

#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "base/types.h"

namespace talus {

/// The kind of motion of a body. The numbers are used in files: append, never renumber.
enum class Motion : std::int32_t {
  Dynamic = 0,    ///< moved by forces
  Fixed = 1,      ///< never moves
  Prescribed = 2  ///< moved by the scene's motions
};

/// Rotation about an axis: a drum.
struct RotationMotion {
  Vec3 axis = Vec3::UnitZ();   ///< any length but 0; right-hand rule
  Vec3 centre = Vec3::Zero();  ///< a point of the axis at the start, in the world
  double angularSpeed = 0;     ///< rad/s
  bool operator==(const RotationMotion&) const = default;
};

/// Oscillation by direction · amplitude · sin(2π frequency t + phase) about the initial position: a shaken
/// box.
struct VibrationMotion {
  Vec3 direction = Vec3::UnitZ();  ///< any length but 0: only the direction is used
  double amplitude = 0;            ///< a length, ≥ 0
  double frequency = 0;            ///< Hz, ≥ 0
  double phase = 0;                ///< rad
  bool operator==(const VibrationMotion&) const = default;
};

/// Constant velocity: a piston, a conveyor.
struct TranslationMotion {
  Vec3 velocity = Vec3::Zero();  ///< m/s
  bool operator==(const TranslationMotion&) const = default;
};

/// A table of displacements with linear interpolation: a measured vibration, a press. Before the first time
/// the first row applies, after the last time the last row.
struct TranslationTable {
  std::vector<double> times{};        ///< s since the motion's begin: at least two, ≥ 0, ascending
  std::vector<Vec3> displacements{};  ///< from the initial position, m; one for each time
  bool operator==(const TranslationTable&) const = default;
};

/// A table of angles about an axis with linear interpolation: a drum that starts and stops, a flap. Before
/// the first time the first row applies, after the last time the last row.
struct RotationTable {
  Vec3 axis = Vec3::UnitZ();     ///< as of RotationMotion
  Vec3 centre = Vec3::Zero();    ///< as of RotationMotion
  std::vector<double> times{};   ///< as of TranslationTable
  std::vector<double> angles{};  ///< from the initial orientation, rad; one for each time
  bool operator==(const RotationTable&) const = default;
};

/// Removal from the scene: a gate that opens.
struct Removal {
  double time = 0;  ///< s, ≥ 0
  bool operator==(const Removal&) const = default;
};

/// One prescribed motion of some bodies. A body may have several: vibrations and translations add up, and
/// move a rotation's centre with them. All but a Removal move only Prescribed bodies; a Removal applies to
/// any body and ignores begin and end.
///
/// The time t of a motion is 0 at its begin. Before that, bodies rest at its initial pose, after its end at
/// its final pose; the velocity jumps at both times.
struct PrescribedMotion {
  std::vector<std::int64_t> bodies;  ///< their ids, at least one, each once
  std::variant<RotationMotion, VibrationMotion, TranslationMotion, Removal, TranslationTable, RotationTable>
      kind;
  double begin = 0;                                      ///< s, ≥ 0
  double end = std::numeric_limits<double>::infinity();  ///< s, above begin; infinite: it never ends

  bool moves() const { return !std::holds_alternative<Removal>(kind); }
  bool operator==(const PrescribedMotion&) const = default;
};

}  // namespace talus
