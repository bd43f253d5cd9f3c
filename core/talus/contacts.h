#pragma once

/// Contact detection: talus::ContactScene keeps shapes and poses and finds the contacts; its parts are
/// talus::ContactLibrary, which stores the shapes, and talus::SceneContacts.
#include "contact/scene/contact_bodies.h"
#include "contact/scene/contact_library.h"
#include "contact/scene/contact_scene.h"
#include "contact/scene/scene_contacts.h"
