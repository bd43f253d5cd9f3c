#pragma once

/// Contact detection: talus::ContactLibrary holds the shapes, talus::SceneContacts finds the contacts.
#include "contact/scene/contact_bodies.h"
#include "contact/scene/contact_library.h"
#include "contact/scene/scene_contacts.h"
