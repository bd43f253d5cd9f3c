#pragma once

/// Where bodies touch: talus::ContactLibrary holds the shapes, talus::SceneContacts finds the contacts.
#include "contact/contact_bodies.h"
#include "contact/contact_library.h"
#include "contact/scene_contacts.h"
