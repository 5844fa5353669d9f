internal import CLibAV
internal import LibAV

/// Registers libavdevice's kinds of devices (such as `v4l2`, `alsa` and `x11grab`) with
/// libavformat, and lists the devices of a kind: cameras, microphones, screens.
///
/// `InputContainer` in LibAV opens a device and reads from it.
package enum Devices {
  /// Registers libavdevice's kinds of devices with libavformat.
  package static func register() { avdevice_register_all() }

  /// Returns the names and descriptions of the available devices of a kind.
  ///
  /// The result is empty for an unknown kind, and for one that cannot list its devices.
  package static func list(_ kind: String) -> [(name: String, title: String)] {
    _ = LogCapture.isInstalled
    guard let format = unsafe av_find_input_format(kind) else { return [] }
    var list: UnsafeMutablePointer<AVDeviceInfoList>?
    guard unsafe avdevice_list_input_sources(format, nil, nil, &list) >= 0,
      let deviceList = unsafe list
    else { return [] }
    defer { unsafe avdevice_free_list_devices(&list) }
    return (0..<Int(unsafe deviceList.pointee.nb_devices)).compactMap { index in
      guard let device = unsafe deviceList.pointee.devices[index],
        let name = unsafe device.pointee.device_name
      else { return nil }
      let title = unsafe device.pointee.device_description.map { unsafe String(cString: $0) }
      return unsafe (String(cString: name), title ?? String(cString: name))
    }
  }
}
