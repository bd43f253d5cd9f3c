#pragma once

#include <vtkSMProxy.h>
#include <vtkSMSettings.h>

#include <string>

namespace talus::plugin {

/// Whether the user has saved a default for a property of such proxies: then it stays.
inline bool userHasDefault(vtkSMProxy& proxy, const std::string& property) {
  const std::string setting =
      std::string(".") + proxy.GetXMLGroup() + "." + proxy.GetXMLName() + "." + property;
  return vtkSMSettings::GetInstance()->HasSetting(setting.c_str());
}

}  // namespace talus::plugin
