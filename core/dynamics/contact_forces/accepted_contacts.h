#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "dynamics/contact_forces/damping_power.h"
#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/contact_forces/pair_forces.h"

namespace talus {

/// The memory of contacts of the last accepted state, its time, and the energy dissipated until then.
class AcceptedContacts {
 public:
  bool begun() const { return !std::isnan(time_); }
  /// Sets the first state. @param blocks pairs in ascending order.
  void begin(double time, MemoryBlocks blocks);
  /// Time since the last accepted state, s.
  double elapsed(double time) const { return std::max(0.0, time - time_); }
  /// A walk through the memory from that pair on.
  MemoryWalk from(const BodyPair& pair) const { return {blocks_, pair}; }
  /// Energy dissipated by dashpots and friction since the first evaluation, J. O(contacts).
  ExactSum dissipated() const;

  Overlap overlapOf(const BodyPair& pair) const;
  /// Marks two bodies as passed. @return whether they were not. O(log pairs), as the other.
  bool notePassed(const BodyPair& pair);

  /// The pairs that passed half-way into each other, or through, in the last accepted step, each on one rank.
  std::span<const BodyPair> passed() const { return passed_; }

  /// Sets what dashpots dissipate in the first state.
  void setPowers(std::vector<DampingPower> powers) { powers_ = std::move(powers); }
  /// Of a place among the powers of the last accepted state, W.
  double power(std::size_t place) const { return powers_[place].power; }
  /// Takes over the memory of the trial, whose blocks get the previous memory. Adds what the step dissipates:
  /// the slip, and the work of dashpots in a half-kick at both of its ends. That is exact for velocity
  /// Verlet.
  /// @param powers in the accepted state; gets the previous ones.
  void accept(std::span<PairBlock> trial, std::vector<DampingPower>& powers, double time);

  /// What a snapshot holds.
  struct Saved {
    double time = 0;
    ExactSum dissipated;  ///< without the last half-kick
    double half = 0;      ///< the duration of the last half-kick, s
    std::vector<DampingPower> powers;
    ContactMemory memory;

    void write(ByteWriter& bytes) const;
    /// @throws Error bytes not from write(), or of bodies from that number on.
    static Saved read(ByteReader& bytes, std::size_t bodyCount);
  };
  Saved saved() const { return {time_, dissipated_, half_, powers_, joined(blocks_)}; }
  /// The same without a copy; this has no memory any more, until restore().
  Saved take() { return {time_, dissipated_, half_, powers_, joined(std::exchange(blocks_, {}))}; }
  void restore(Saved saved);
  void save(ByteWriter& bytes) const { saved().write(bytes); }
  /// @throws Error bytes not from save(), or of other bodies; then nothing has changed.
  void load(ByteReader& bytes, const ForceBodies& bodies);
  /// @throws Error memory that is not of these bodies' shapes.
  void requireFit(const ForceBodies& bodies) const {
    for (const ContactMemory& block : blocks_) requireFit(block, bodies);
  }

 private:
  static void requireFit(const ContactMemory& memory, const ForceBodies& bodies);

  MemoryBlocks blocks_;
  std::vector<BodyPair> passed_;
  std::vector<DampingPower> powers_;  // of dashpots in the last accepted state
  ExactSum dissipated_;               // without the half-kick that ended in that state
  double half_ = 0;                   // its duration, s
  double time_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace talus
