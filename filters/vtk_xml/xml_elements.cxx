#include "vtk_xml/xml_elements.h"

#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkXMLParser.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "array_memory.h"
#include "base/error.h"

namespace talus::filters {

namespace {

constexpr std::size_t maximumDepth = 100;
constexpr std::size_t bytesPerChunk = std::size_t{1} << 20;

[[noreturn]] void fail(const std::string& what) {
  throw Error("The XML is broken: " + what, "", "Copy or write the file again");
}

/// Builds the elements. Errors are stored until the parser has returned: no exception may pass through its C
/// code.
class ElementBuilder : public vtkXMLParser {
 public:
  vtkTypeMacro(ElementBuilder, vtkXMLParser)  // brings its own semicolon
      static ElementBuilder* New();

  void parse(std::string_view text) {
    bool sound = InitializeParser() != 0;
    for (; sound && !text.empty(); text.remove_prefix(std::min(bytesPerChunk, text.size())))
      sound = ParseChunk(text.data(), static_cast<unsigned int>(std::min(bytesPerChunk, text.size()))) != 0;
    sound = CleanupParser() != 0 && sound;
    if (error_.empty() && (!sound || !root_)) error_ = "it is not well-formed";
    if (!error_.empty()) fail(error_);
  }
  XmlElement takeRoot() { return std::move(*root_); }

 protected:
  void StartElement(const char* name, const char** attributes) override {
    if (++depth_ > maximumDepth) error_ = "elements are more than " + std::to_string(maximumDepth) + " deep";
    if (!error_.empty()) return;
    open_.emplace_back(new XmlElement{name, {}, {}, {}});
    for (; attributes[0]; attributes += 2) open_.back()->attributes.emplace(attributes[0], attributes[1]);
  }
  void EndElement(const char*) override {
    --depth_;
    if (!error_.empty()) return;
    std::unique_ptr<XmlElement> closed = std::move(open_.back());
    open_.pop_back();
    if (open_.empty())
      root_ = std::move(closed);
    else
      open_.back()->children.push_back(std::move(*closed));
  }
  void CharacterDataHandler(const char* data, int length) override {
    if (error_.empty() && !open_.empty()) open_.back()->text.append(data, static_cast<std::size_t>(length));
  }
  void ReportXmlParseError() override {}  // parse() reports the error

 private:
  std::vector<std::unique_ptr<XmlElement>> open_;
  std::unique_ptr<XmlElement> root_;
  std::size_t depth_ = 0;
  std::string error_;
};
vtkStandardNewMacro(ElementBuilder);

}  // namespace

const XmlElement* XmlElement::child(std::string_view wanted) const {
  const auto found = std::ranges::find(children, wanted, &XmlElement::name);
  return found == children.end() ? nullptr : &*found;
}

std::string_view XmlElement::attribute(std::string_view wanted, std::string_view missing) const {
  const auto found = attributes.find(wanted);
  return found == attributes.end() ? missing : std::string_view(found->second);
}

XmlElement parseXml(std::string_view text) {
  if (text.find("<!DOCTYPE") != text.npos) fail("it declares a document type, which no VTK file does");
  requireMemory(3 * text.size());  // strings grow by doubling, and no exception may pass through the parser
  vtkNew<ElementBuilder> builder;
  builder->parse(text);
  return builder->takeRoot();
}

}  // namespace talus::filters
