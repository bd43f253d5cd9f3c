#include "vtkTalusArrayFile.h"

#include <vtkDataArray.h>
#include <vtkObjectFactory.h>
#include <vtkSmartPointer.h>

#include <cerrno>
#include <functional>
#include <new>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/background.h"
#include "base/parallel_items.h"
#include "vtk_xml/helped_loop.h"
#include "vtk_xml/part_file.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusArrayFile);

struct vtkTalusArrayFile::Content {
  std::vector<vtkSmartPointer<vtkDataArray>> arrays;
  std::vector<FilePart> parts;
  int error = 0;
  HelpedLoop loop;                        // of the work
  std::optional<talus::Background> work;  // on the parts: ends before them
};

namespace {

void byAllThreads(std::size_t count, const std::function<void(std::size_t)>& one) {
  talus::parallelItems(count, 1, one);
}

// Ends a loop, whatever happens.
struct EndOf {
  HelpedLoop& loop;
  ~EndOf() { loop.end(); }
};

// The system's number of the error.
int errorOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::system_error& failure) {
    return failure.code().value();
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
  return 0;
}

ArrayBytes bytesOf(vtkDataArray& values) {
  const auto size = static_cast<std::size_t>(values.GetNumberOfValues() * values.GetDataTypeSize());
  if (size == 0) return {};
  return {static_cast<const std::byte*>(values.GetVoidPointer(0)), size};
}

}  // namespace

vtkTalusArrayFile::vtkTalusArrayFile() : Parts(std::make_unique<Content>()) {}

vtkTalusArrayFile::~vtkTalusArrayFile() = default;

void vtkTalusArrayFile::AddText(const std::string& text) {
  this->Parts->parts.emplace_back(text);
}

void vtkTalusArrayFile::AddArray(vtkDataArray* values) {
  this->Parts->arrays.emplace_back(values);
  this->Parts->parts.emplace_back(ArrayPart{bytesOf(*values), nullptr});
}

void vtkTalusArrayFile::Start(const std::string& path, bool background, bool toDisk) {
  Content& content = *this->Parts;
  const WritingOptions options{.toDisk = toDisk, .keepTexts = this->KeepParts};
  const auto write = [&content, last = this->Last.get(), path, options](const Loop& loop) {
    if (last) takeTexts(content.parts, last->parts);
    writeParts(path, content.parts, loop, options);
  };
  content.error = errorOf([&] {
    if (background)
      content.work.emplace([&content, write] {
        const EndOf end{content.loop};
        write([&content](std::size_t count, const std::function<void(std::size_t)>& one) {
          content.loop.run(count, one);
        });
      });
    else
      write(byAllThreads);
  });
}

int vtkTalusArrayFile::Finish() {
  auto content = std::exchange(this->Parts, std::make_unique<Content>());
  int error = content->error;
  if (content->work) {
    const auto threads = static_cast<std::size_t>(talus::concurrency());
    byAllThreads(threads, [&content](std::size_t) { content->loop.help(); });
    error = errorOf([&] { content->work->wait(); });
  }
  content->work.reset();
  const bool written = error == 0 && !content->parts.empty();
  if (written || !this->KeepParts) this->Last = this->KeepParts ? std::move(content) : nullptr;
  return error;
}
