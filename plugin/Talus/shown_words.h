#pragma once

/// Registers the domain `<TalusShownWordsDomain name="shown" reference="1 3">` of an enumeration in a panel.
/// It has the words of the property's first domain; those with the numbers in `reference` only if the
/// required property with the function `Switch` is on, or if one of them is the value. The window lists the
/// words of a property's last domain; scripts and states use the first domain, so they may set any word.
/// Called once when the plugin is loaded.
void registerShownWords();
