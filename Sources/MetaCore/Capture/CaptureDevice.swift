/// Something that delivers pictures or sound: a camera, a microphone, a screen; AVFoundation's
/// `AVCaptureDevice`.
public struct CaptureDevice: Sendable, Hashable {
  /// Its name for programs: `test`, `x11:0`, `pulse:default`.
  public let uniqueID: String
  /// Its name for people.
  public let localizedName: String
  /// What its samples are.
  public let mediaType: MediaType

  /// Describes a device.
  package init(uniqueID: String, localizedName: String, mediaType: MediaType) {
    self.uniqueID = uniqueID
    self.localizedName = localizedName
    self.mediaType = mediaType
  }

  /// A moving picture with numbered frames.
  public static let testPicture = CaptureDevice(
    uniqueID: "test", localizedName: "test picture", mediaType: .video)
  /// A tone of 440 Hz.
  public static let testTone = CaptureDevice(
    uniqueID: "test", localizedName: "test tone", mediaType: .audio)
}

/// A library that knows devices.
package protocol CaptureLibrary: Sendable {
  /// The devices that there are now.
  func devices(for mediaType: MediaType) -> [CaptureDevice]

  /// The device of a name, also one that is not listed; nil for one that is not of this library.
  func device(named name: String, for mediaType: MediaType) -> CaptureDevice?

  /// What delivers the samples of a device; nil for one that is not of this library.
  ///
  /// - Throws: ``MetaError`` for a format that it does not have.
  func source(
    of device: CaptureDevice, _ format: CaptureFormat
  ) throws(MetaError) -> (any CaptureSource)?
}

/// The devices of this machine, by the libraries that know them: MetaCore has the test sources,
/// `MetaCapture` adds those of the system.
public struct CaptureDevices: Sendable {
  private let libraries: [any CaptureLibrary]

  /// The libraries, in the order in which they are asked.
  package init(_ libraries: [any CaptureLibrary]) { self.libraries = libraries }

  /// The test sources.
  public static let standard = CaptureDevices([TestDevices()])

  /// These devices and those.
  public func adding(_ other: CaptureDevices) -> CaptureDevices {
    CaptureDevices(libraries + other.libraries)
  }

  /// The devices that there are now.
  public func devices(for mediaType: MediaType) -> [CaptureDevice] {
    libraries.flatMap { $0.devices(for: mediaType) }
  }

  /// The device of a name.
  ///
  /// - Throws: ``MetaError`` with `notReadable` when there is no such device.
  public func device(
    named name: String, for mediaType: MediaType
  ) throws(MetaError) -> CaptureDevice {
    for library in libraries {
      if let device = library.device(named: name, for: mediaType) { return device }
    }
    let hint = NearestWord.hint(for: name, of: devices(for: mediaType).map(\.uniqueID))
    throw MetaError(
      .notReadable, reason: "there is no device “\(name)” for \(mediaType.rawValue)\(hint)")
  }

  /// What delivers the samples of a device.
  func source(
    of device: CaptureDevice, _ format: CaptureFormat
  ) throws(MetaError) -> any CaptureSource {
    for library in libraries {
      if let source = try library.source(of: device, format) { return source }
    }
    throw MetaError(.notReadable, reason: "there is no device “\(device.uniqueID)”")
  }
}

/// The test picture and the test tone.
private struct TestDevices: CaptureLibrary {
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
    case .testPicture: try TestPictures(format)
    case .testTone: try TestTone(format)
    default: nil
    }
  }
}

/// A library that reads and writes other formats, and captures.
package protocol CaptureBackend: ForeignBackend {
  /// The devices of the program.
  var captureDevices: CaptureDevices { get }

  /// The filter of a graph of libavfilter: `hflip,eq=contrast=1.2`.
  ///
  /// - Throws: ``MetaError`` with `backend` in a program without that library, `invalidAttributes`
  ///   for a graph that does not parse.
  func filter(graph: String) throws(MetaError) -> any VideoFilter
}
