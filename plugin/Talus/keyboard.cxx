#include "keyboard.h"

#include <unistd.h>
#include <xcb/xcb.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
template <class Reply>
using ServerReply = std::unique_ptr<Reply, Free>;

template <class Reply>
ServerReply<Reply> answer(Reply* reply) {
  return ServerReply<Reply>(reply);
}

class Keyboard {
 public:
  Keyboard() : server_(xcb_connect(nullptr, nullptr)) {
    if (xcb_connection_has_error(server_)) return;
    escape_ = keyOf(escapeSymbol);
    pidAtom_ = atom("_NET_WM_PID");
  }
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;
  ~Keyboard() { xcb_disconnect(server_); }

  bool holdsEscape() const {
    if (escape_ == 0 || xcb_connection_has_error(server_)) return false;
    const auto keys = answer(xcb_query_keymap_reply(server_, xcb_query_keymap(server_), nullptr));
    return keys && (keys->keys[escape_ / 8] >> (escape_ % 8) & 1) != 0 && hasFocus();
  }

 private:
  static constexpr xcb_keysym_t escapeSymbol = 0xff1b;

  xcb_keycode_t keyOf(xcb_keysym_t symbol) const {
    const xcb_setup_t* setup = xcb_get_setup(server_);
    const int count = setup->max_keycode - setup->min_keycode + 1;
    const auto map = answer(xcb_get_keyboard_mapping_reply(
        server_, xcb_get_keyboard_mapping(server_, setup->min_keycode, static_cast<std::uint8_t>(count)),
        nullptr));
    if (!map) return 0;
    const xcb_keysym_t* symbols = xcb_get_keyboard_mapping_keysyms(map.get());
    for (int key = 0; key < count; ++key)
      if (symbols[key * map->keysyms_per_keycode] == symbol)
        return static_cast<xcb_keycode_t>(setup->min_keycode + key);
    return 0;
  }

  xcb_atom_t atom(std::string_view name) const {
    const auto reply = answer(xcb_intern_atom_reply(
        server_, xcb_intern_atom(server_, 0, static_cast<std::uint16_t>(name.size()), name.data()), nullptr));
    return reply ? reply->atom : XCB_ATOM_NONE;
  }

  // Whether the window with the focus, or one that contains it, is of this process. Without a window manager
  // the window under the pointer may have it.
  bool hasFocus() const {
    const auto focus = answer(xcb_get_input_focus_reply(server_, xcb_get_input_focus(server_), nullptr));
    if (!focus) return false;
    xcb_window_t window = focus->focus;
    if (window == XCB_INPUT_FOCUS_POINTER_ROOT) return true;
    while (window != XCB_WINDOW_NONE) {
      if (processOf(window) == static_cast<std::uint32_t>(getpid())) return true;
      const auto tree = answer(xcb_query_tree_reply(server_, xcb_query_tree(server_, window), nullptr));
      window = tree ? tree->parent : XCB_WINDOW_NONE;
    }
    return false;
  }

  std::uint32_t processOf(xcb_window_t window) const {
    const auto property = answer(xcb_get_property_reply(
        server_, xcb_get_property(server_, 0, window, pidAtom_, XCB_ATOM_CARDINAL, 0, 1), nullptr));
    if (!property || xcb_get_property_value_length(property.get()) != sizeof(std::uint32_t)) return 0;
    return *static_cast<const std::uint32_t*>(xcb_get_property_value(property.get()));
  }

  xcb_connection_t* server_;
  xcb_keycode_t escape_ = 0;
  xcb_atom_t pidAtom_ = XCB_ATOM_NONE;
};

}  // namespace

bool holdsEscape() {
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds pause(100);
  static const Keyboard keyboard;
  static Clock::time_point next;
  const Clock::time_point now = Clock::now();
  if (now < next) return false;
  const bool held = keyboard.holdsEscape();
  next = Clock::now() + pause;
  return held;
}
