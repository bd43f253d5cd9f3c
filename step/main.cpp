// talus-step CHORD ANGLE BYTES <FILE >TRIANGLES: the bodies of a STEP file as triangles; see README.md.

#include <Standard_Failure.hxx>
#include <Standard_OutOfMemory.hxx>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <string>

#include "process.h"
#include "refused.h"
#include "shapes.h"
#include "triangles.h"

namespace {

using namespace talus::step;

constexpr std::uint64_t memoryPerOutput = 16;  // what OpenCASCADE keeps of the file and of its meshes

/// OpenCASCADE omits faces that it cannot mesh, also for lack of memory.
void requireFaces(const Triangles& found) {
  if (found.missingFaces > 0 && memoryWasShort()) throw std::bad_alloc();
  if (found.triangles.empty()) throw Refused("no face of a body can be meshed");
}

template <class Value>
void put(const Value* values, std::size_t count, std::FILE* output) {
  if (std::fwrite(values, sizeof(Value), count, output) != count)
    throw Refused("its triangles cannot be written");
}

void putCounts(std::size_t points, std::size_t triangles, std::size_t letters, std::FILE* output) {
  const std::uint64_t counts[] = {points, triangles, letters};
  put(counts, 3, output);
}

void convert(const Tolerance& tolerance, std::uint64_t maximumBytes, std::FILE* output) {
  std::uint64_t bytes = 0;
  for (const Body& body : readBodies(std::cin)) {
    const Triangles found = trianglesOf(body.shape, tolerance);
    requireFaces(found);
    bytes +=
        found.points.size() * sizeof(found.points[0]) + found.triangles.size() * sizeof(found.triangles[0]);
    if (bytes > maximumBytes) {
      throw Refused("its triangles take more than " + std::to_string(maximumBytes >> 20) + " MiB");
    }
    putCounts(found.points.size(), found.triangles.size(), body.name.size(), output);
    put(body.name.data(), body.name.size(), output);
    put(found.points.data(), found.points.size(), output);
    put(found.triangles.data(), found.triangles.size(), output);
  }
  putCounts(0, 0, 0, output);
  if (std::fclose(output) != 0) throw Refused("its triangles cannot be written");
}

int refuse(const std::string& reason) {
  std::cerr << "\nrefused: " << reason << std::endl;
  return 1;
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) {
    std::cerr << "usage: talus-step CHORD ANGLE BYTES <FILE >TRIANGLES\n";
    return 2;
  }
  const Tolerance tolerance{std::strtod(words[1], nullptr), std::strtod(words[2], nullptr)};
  const std::uint64_t maximumBytes = std::strtoull(words[3], nullptr, 10);
  restrict(memoryPerOutput * maximumBytes);
  std::ios::sync_with_stdio(false);
  try {
    convert(tolerance, maximumBytes, ownOutput());
    return 0;
  } catch (const Refused& refused) {
    return refuse(refused.what());
  } catch (const Standard_OutOfMemory&) {
    return refuse("there is too little memory for it");
  } catch (const std::bad_alloc&) {
    return refuse("there is too little memory for it");
  } catch (const Standard_Failure& failure) {
    return refuse(std::string("OpenCASCADE fails with ") + failure.DynamicType()->Name());
  }
}
