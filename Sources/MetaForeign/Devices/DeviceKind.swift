internal import LibAV
package import MetaCore

/// A kind of device of libavdevice.
package struct DeviceKind: Sendable, Hashable {
  /// What names of its devices begin with: `x11`.
  package let prefix: String
  /// libavdevice's name: `x11grab`.
  package let name: String
  /// What its samples are.
  package let mediaType: MediaType
  /// What it is called for people.
  package let title: String

  /// The kinds of Linux.
  package static let all = [
    DeviceKind(prefix: "x11", name: "x11grab", mediaType: .video, title: "screen"),
    DeviceKind(prefix: "v4l2", name: "v4l2", mediaType: .video, title: "camera"),
    DeviceKind(prefix: "pulse", name: "pulse", mediaType: .audio, title: "PulseAudio"),
    DeviceKind(prefix: "alsa", name: "alsa", mediaType: .audio, title: "ALSA"),
  ]

  /// Whether libavdevice lists the devices that there are.
  package var hasList: Bool { prefix != "x11" }

  /// The device of a name after the prefix, `x11:0` being the screen `:0`.
  package func device(_ name: String, title: String? = nil) -> CaptureDevice {
    let own = prefix == "x11" && name.hasPrefix(":") ? String(name.dropFirst()) : name
    return CaptureDevice(
      uniqueID: "\(prefix):\(own)", localizedName: title ?? "\(self.title) \(name)",
      mediaType: mediaType)
  }

  /// The kind of a device, and its name for libavdevice; nil for another name.
  static func parse(_ id: String, _ mediaType: MediaType) -> (kind: DeviceKind, name: String)? {
    guard let colon = id.firstIndex(of: ":") else { return nil }
    let (prefix, name) = (id[..<colon], id[id.index(after: colon)...])
    guard let kind = all.first(where: { $0.prefix == prefix && $0.mediaType == mediaType }),
      !name.isEmpty
    else { return nil }
    let isScreen = kind.prefix == "x11" && name.first?.isNumber == true
    return (kind, (isScreen ? ":" : "") + name)
  }

  /// The options of the kind for a format.
  func options(_ format: CaptureFormat) -> [MediaEntry] {
    var options: [(String, String)] = []
    if mediaType == .video {
      if let duration = format.frameDuration {
        options.append(("framerate", "\(duration.timescale)/\(duration.value)"))
      }
      // Of a screen less would be a corner of it.
      let isCamera = prefix == "v4l2"
      if let width = format.width ?? (isCamera ? format.preferredWidth : nil),
        let height = format.height ?? (isCamera ? format.preferredHeight : nil)
      {
        options.append(("video_size", "\(width)x\(height)"))
      }
    } else {
      if let rate = format.sampleRate { options.append(("sample_rate", "\(rate)")) }
      if let channels = format.channels { options.append(("channels", "\(channels)")) }
      // Else the server collects up to two seconds before it delivers any.
      if prefix == "pulse" { options.append(("fragment_size", "4096")) }
    }
    return options.map { MediaEntry($0.0, $0.1) }
  }
}

/// The devices of libavdevice, for programs that registered it.
package struct LibAVDevices: CaptureLibrary {
  private let system: any CaptureSystem

  /// Devices that a system lists.
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
