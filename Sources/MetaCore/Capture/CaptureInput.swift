public import SystemPackage

/// The description of an input of a ``CaptureSession``: a device, like AVFoundation's
/// `AVCaptureDeviceInput`, or a pipe or file with uncompressed media.
///
/// The session opens the input.
public struct CaptureInput: Sendable {
  /// Where the samples come from: a device, or a pipe or file of uncompressed media.
  enum Origin: Sendable {
    case device(CaptureDevice)
    /// A pipe or a file; a nil path means standard input.
    case pipe(FilePath?)
  }

  /// The media type of the samples.
  public let mediaType: MediaType
  /// The requested format.
  public var format = CaptureFormat()
  let origin: Origin

  /// Creates an input for a device.
  public init(device: CaptureDevice) {
    mediaType = device.mediaType
    origin = .device(device)
  }

  /// Creates an input for a pipe that carries video as a YUV4MPEG2 stream or raw frames, or audio
  /// as a WAV file or raw samples; a nil path means standard input.
  ///
  /// Raw samples require a ``format``: the frame size for video, the sample format or the sample
  /// rate for audio. The process that writes to the pipe waits until its samples are consumed, so a
  /// recording does not drop samples.
  public init(pipe path: FilePath?, mediaType: MediaType) {
    self.mediaType = mediaType
    origin = .pipe(path)
  }

  /// Returns a new source for the samples.
  ///
  /// The preset only adds a preferred size for cameras and the test picture; a size in ``format``
  /// has priority.
  func source(
    of devices: CaptureDevices, _ preset: CaptureSession.Preset
  ) throws(MetaError) -> any CaptureSource {
    switch origin {
    case .device(let device):
      var format = format
      format.preferredWidth = preset.row?.size?.width
      format.preferredHeight = preset.row?.size?.height
      return try devices.source(of: device, format)
    case .pipe(let path):
      return mediaType == .video ? PipedVideo(path, format) : PipedAudio(path, format)
    }
  }
}
