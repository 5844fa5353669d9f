internal import LibAV
package import MetaCore

/// A kind of device that libavdevice opens (X11 screen, V4L2 camera, PulseAudio, ALSA): converts
/// the unique IDs of its devices and the requested format to libavdevice's names and options.
package struct DeviceKind: Sendable, Hashable {
  /// The prefix of the devices' unique IDs, such as `x11`.
  package let prefix: String
  /// libavdevice's name for this kind, such as `x11grab`.
  package let name: String
  /// The media type of the devices' samples.
  package let mediaType: MediaType
  /// The name for display.
  package let title: String

  /// The supported kinds, which exist only on Linux.
  package static let all = [
    DeviceKind(prefix: "x11", name: "x11grab", mediaType: .video, title: "screen"),
    DeviceKind(prefix: "v4l2", name: "v4l2", mediaType: .video, title: "camera"),
    DeviceKind(prefix: "pulse", name: "pulse", mediaType: .audio, title: "PulseAudio"),
    DeviceKind(prefix: "alsa", name: "alsa", mediaType: .audio, title: "ALSA"),
  ]

  /// Whether libavdevice can list the available devices.
  package var hasList: Bool { prefix != "x11" }

  /// Returns the device with the given name, which follows the prefix in the ID; `x11:0` is the
  /// screen `:0`.
  package func device(_ name: String, title: String? = nil) -> CaptureDevice {
    let deviceName = prefix == "x11" && name.hasPrefix(":") ? String(name.dropFirst()) : name
    return CaptureDevice(
      uniqueID: "\(prefix):\(deviceName)", localizedName: title ?? "\(self.title) \(name)",
      mediaType: mediaType)
  }

  /// Returns the kind of a device and libavdevice's name for the device; nil for an unknown ID.
  static func parse(_ id: String, _ mediaType: MediaType) -> (kind: DeviceKind, name: String)? {
    guard let colon = id.firstIndex(of: ":") else { return nil }
    let (prefix, name) = (id[..<colon], id[id.index(after: colon)...])
    guard let kind = all.first(where: { $0.prefix == prefix && $0.mediaType == mediaType }),
      !name.isEmpty
    else { return nil }
    let isScreen = kind.prefix == "x11" && name.first?.isNumber == true
    return (kind, (isScreen ? ":" : "") + name)
  }

  /// Returns libavdevice's options for a format.
  func options(_ format: CaptureFormat) -> [MediaEntry] {
    var options: [(String, String)] = []
    if mediaType == .video {
      if let duration = format.frameDuration {
        options.append(("framerate", "\(duration.timescale)/\(duration.value)"))
      }
      // A smaller size would capture only a corner of a screen.
      let isCamera = prefix == "v4l2"
      if let width = format.width ?? (isCamera ? format.preferredWidth : nil),
        let height = format.height ?? (isCamera ? format.preferredHeight : nil)
      {
        options.append(("video_size", "\(width)x\(height)"))
      }
    } else {
      if let rate = format.sampleRate { options.append(("sample_rate", "\(rate)")) }
      if let channels = format.channels { options.append(("channels", "\(channels)")) }
      // Otherwise the server buffers up to two seconds before it delivers any audio.
      if prefix == "pulse" { options.append(("fragment_size", "4096")) }
    }
    return options.map { MediaEntry($0.0, $0.1) }
  }
}

/// Provides the devices of libavdevice to MetaCore's ``CaptureDevices``: lists those that a
/// ``CaptureSystem`` reports, finds a device by its unique ID, and creates the ``DeviceSource``
/// that opens it.
package struct LibAVDevices: CaptureDeviceProvider {
  private let system: any CaptureSystem

  /// Creates a provider of the devices that a system lists.
  package init(_ system: any CaptureSystem) { self.system = system }

  package func devices(for mediaType: MediaType) -> [CaptureDevice] {
    system.devices(for: mediaType)
  }

  package func device(named name: String, for mediaType: MediaType) -> CaptureDevice? {
    DeviceKind.parse(name, mediaType).map { $0.kind.device($0.name) }
  }

  package func source(
    of device: CaptureDevice, _ format: CaptureFormat
  ) throws(MetaError) -> (any CaptureSource)? {
    guard let (kind, name) = DeviceKind.parse(device.uniqueID, device.mediaType) else { return nil }
    return DeviceSource(kind, name, format)
  }
}
