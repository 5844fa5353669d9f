/// The identity of a source of video or audio, such as a camera, a screen or a microphone; the
/// counterpart of AVFoundation's `AVCaptureDevice`.
///
/// ``CaptureDevices`` lists and finds devices; a ``CaptureSession`` with a ``CaptureInput`` for a
/// device opens it.
public struct CaptureDevice: Sendable, Hashable {
  /// The identifier, such as `test`, `x11:0` or `pulse:default`.
  public let uniqueID: String
  /// The display name.
  public let localizedName: String
  /// The media type of the samples.
  public let mediaType: MediaType

  /// Creates the description of a device.
  package init(uniqueID: String, localizedName: String, mediaType: MediaType) {
    self.uniqueID = uniqueID
    self.localizedName = localizedName
    self.mediaType = mediaType
  }

  /// A moving test picture with numbered frames.
  public static let testPicture = CaptureDevice(
    uniqueID: "test", localizedName: "test picture", mediaType: .video)
  /// A tone of 440 Hz.
  public static let testTone = CaptureDevice(
    uniqueID: "test", localizedName: "test tone", mediaType: .audio)
}

/// A provider of capture devices, which lists, finds and opens them.
///
/// ``CaptureDevices`` lists the devices of all its providers, and tries them in order to find or
/// open one. There are two: MetaCore's test sources, and libavdevice (cameras, screens,
/// microphones).
package protocol CaptureDeviceProvider: Sendable {
  /// Returns the devices currently available.
  func devices(for mediaType: MediaType) -> [CaptureDevice]

  /// Returns the device with the given unique ID, even if it is not listed; nil if it does not
  /// belong to this library.
  func device(named name: String, for mediaType: MediaType) -> CaptureDevice?

  /// Returns a source for a device's samples; nil if the device does not belong to this library.
  ///
  /// - Throws: ``MetaError`` for an unsupported format.
  func source(
    of device: CaptureDevice, _ format: CaptureFormat
  ) throws(MetaError) -> (any CaptureSource)?
}

/// The capture devices of one or more libraries, which can be listed, found by name, and opened by
/// a ``CaptureSession``.
///
/// ``standard`` contains only MetaCore's test sources; `MetaCapture` adds the cameras, screens and
/// microphones of the system.
public struct CaptureDevices: Sendable {
  private let libraries: [any CaptureDeviceProvider]

  /// Creates the devices of libraries, which are tried in this order.
  package init(_ libraries: [any CaptureDeviceProvider]) { self.libraries = libraries }

  /// The test sources.
  public static let standard = CaptureDevices([TestDevices()])

  /// Returns a set that contains these devices and those of another set.
  public func adding(_ other: CaptureDevices) -> CaptureDevices {
    CaptureDevices(libraries + other.libraries)
  }

  /// Returns the devices currently available.
  public func devices(for mediaType: MediaType) -> [CaptureDevice] {
    libraries.flatMap { $0.devices(for: mediaType) }
  }

  /// Returns the device with the given unique ID, even if it is not listed.
  ///
  /// - Throws: ``MetaError`` with `notReadable` if no library recognises the ID; whether the device
  ///   exists is known only once it is opened.
  public func device(
    named name: String, for mediaType: MediaType
  ) throws(MetaError) -> CaptureDevice {
    for library in libraries {
      if let device = library.device(named: name, for: mediaType) { return device }
    }
    let hint = SpellingSuggestion.hint(for: name, of: devices(for: mediaType).map(\.uniqueID))
    throw MetaError(
      .notReadable, reason: "no \(mediaType.rawValue) device “\(name)”\(hint)")
  }

  /// Returns a source for a device's samples.
  ///
  /// - Throws: ``MetaError`` with `notReadable` if no library has the device, or an error for an
  ///   unsupported format.
  func source(
    of device: CaptureDevice, _ format: CaptureFormat
  ) throws(MetaError) -> any CaptureSource {
    for library in libraries {
      if let source = try library.source(of: device, format) { return source }
    }
    throw MetaError(.notReadable, reason: "no device “\(device.uniqueID)”")
  }
}

/// The provider of the devices that MetaCore implements itself: the test picture and the test tone.
private struct TestDevices: CaptureDeviceProvider {
  private static let all = [CaptureDevice.testPicture, .testTone]

  func devices(for mediaType: MediaType) -> [CaptureDevice] {
    TestDevices.all.filter { $0.mediaType == mediaType }
  }

  func device(named name: String, for mediaType: MediaType) -> CaptureDevice? {
    devices(for: mediaType).first { $0.uniqueID == name }
  }

  func source(
    of device: CaptureDevice, _ format: CaptureFormat
  ) throws(MetaError) -> (any CaptureSource)? {
    switch device {
    case .testPicture: try TestPattern(format)
    case .testTone: try TestTone(format)
    default: nil
    }
  }
}

/// A backend that supports additional formats and provides capture devices and filter graphs for
/// `capture`.
package protocol CaptureBackend: ForeignBackend {
  /// The available devices.
  var captureDevices: CaptureDevices { get }

  /// Creates a filter from a libavfilter graph, such as `hflip,eq=contrast=1.2`.
  ///
  /// - Throws: ``MetaError`` with `backend` in a program without that library, `invalidAttributes`
  ///   for an invalid graph.
  func filter(graph: String) throws(MetaError) -> any VideoFilter
}
