#pragma once

#include <QString>

/// The folder of this module, where its help is.
QString partFolder();
