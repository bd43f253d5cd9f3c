#pragma once

/// Lets ParaView's processes create the plugin's own classes and call their methods.
void registerClasses();
