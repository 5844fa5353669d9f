internal import LibAVDevice
public import MetaCore
internal import MetaForeign
internal import SystemPackage

extension CaptureDevices {
  /// The devices of this machine that libavdevice supports, which are cameras (V4L2), screens (X11)
  /// and microphones (ALSA, PulseAudio), with the test sources.
  ///
  ///     let session = CaptureSession(codecs: codecs, devices: .system)
  public static var system: CaptureDevices {
    .standard.adding(CaptureDevices([LibAVDevices(SystemCapture())]))
  }
}

/// Lists the devices of this machine that libavdevice supports, and creates video filters from
/// libavfilter graphs.
///
/// `metatool-capture` passes it to its backend; `CaptureDevices.system` lists its devices for
/// programs that use the library. X11 cannot list screens, so the only screen listed is that of the
/// variable `DISPLAY`.
package struct SystemCapture: CaptureSystem {
  /// Registers the devices with libavformat.
  package init() { Devices.register() }

  package func devices(for mediaType: MediaType) -> [CaptureDevice] {
    DeviceKind.all.filter { $0.mediaType == mediaType }.flatMap { kind in
      kind.hasList
        ? Devices.list(kind.name).map { kind.device($0.name, title: $0.title) }
        : SystemCapture.screens(kind)
    }
  }

  package func filter(graph: String) throws(MetaError) -> any VideoFilter {
    try GraphFilter(graph)
  }

  /// Returns the screen that `DISPLAY` specifies, if any, because X11 cannot list screens.
  private static func screens(_ kind: DeviceKind) -> [CaptureDevice] {
    guard let name = ProcessFacts.variable("DISPLAY")?.string, !name.isEmpty else { return [] }
    return [kind.device(name)]
  }
}
