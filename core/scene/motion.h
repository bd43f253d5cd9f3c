#pragma once

#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "base/types.h"

namespace talus {

/// Who moves a body. The numbers are used in files: append, never renumber.
enum class Motion : std::int32_t {
  Dynamic = 0,    ///< forces do
  Fixed = 1,      ///< nobody
  Prescribed = 2  ///< the scene's motions do
};

/// Turns about an axis: a drum.
struct RotationMotion {
  Vec3 axis = Vec3::UnitZ();   ///< any length but 0; the right-hand rule tells the sense
  Vec3 centre = Vec3::Zero();  ///< a point of the axis at the start, in the world
  double angularSpeed = 0;     ///< rad/s
  bool operator==(const RotationMotion&) const = default;
};

/// Swings by direction · amplitude · sin(2π frequency t + phase) about the place it has at the start: a
/// shaken box.
struct VibrationMotion {
  Vec3 direction = Vec3::UnitZ();  ///< any length but 0: only the direction counts
  double amplitude = 0;            ///< a length, ≥ 0
  double frequency = 0;            ///< Hz, ≥ 0
  double phase = 0;                ///< rad
  bool operator==(const VibrationMotion&) const = default;
};

/// Moves on at constant velocity: a piston, a conveyor.
struct TranslationMotion {
  Vec3 velocity = Vec3::Zero();  ///< m/s
  bool operator==(const TranslationMotion&) const = default;
};

/// Follows a table of displacements, straight from one row to the next: a measured shake, a press. Before the
/// first time the first row holds, after the last time the last.
struct TranslationTable {
  std::vector<double> times{};        ///< s since the motion's begin: at least two, ≥ 0, ascending
  std::vector<Vec3> displacements{};  ///< from the place at the start, m; one for each time
  bool operator==(const TranslationTable&) const = default;
};

/// Follows a table of angles about an axis, at constant speed from one row to the next: a drum that is
/// started and stopped, a flap. Before the first time the first row holds, after the last time the last.
struct RotationTable {
  Vec3 axis = Vec3::UnitZ();     ///< as of RotationMotion
  Vec3 centre = Vec3::Zero();    ///< as of RotationMotion
  std::vector<double> times{};   ///< as of TranslationTable
  std::vector<double> angles{};  ///< from the orientation at the start, rad; one for each time
  bool operator==(const RotationTable&) const = default;
};

/// Is taken out of the scene: a gate that opens.
struct Removal {
  double time = 0;  ///< s, ≥ 0
  bool operator==(const Removal&) const = default;
};

/// One prescribed motion of some bodies. A body may have several: vibrations and translations add up, and
/// carry a rotation's centre with them. All but a Removal move Prescribed bodies only; a Removal may name
/// any, and has no use for begin and end.
///
/// The motion's own time is 0 at its begin. Until then it holds bodies where it starts, from its end on where
/// it has brought them; there the velocity jumps.
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
