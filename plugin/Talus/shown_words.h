#pragma once

/// Makes known the domain `<TalusShownWordsDomain name="shown" reference="1 3">` of an enumeration in a
/// panel: the words of the property's first domain, those with the numbers in `reference` only where the
/// required property with the function `Switch` is on, or where one of them is the value. The window lists
/// the words of a property's last domain; scripts and states take those of the first, so they may set any
/// word. Called once when the plugin is loaded.
void registerShownWords();
