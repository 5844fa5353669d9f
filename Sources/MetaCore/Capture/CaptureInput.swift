public import SystemPackage

/// What a capture session gets samples from; AVFoundation's `AVCaptureDeviceInput`, and pipes.
public struct CaptureInput: Sendable {
  /// Where the samples come from.
  enum Origin: Sendable {
    case device(CaptureDevice)
    /// A pipe or a file; nil for standard input.
    case pipe(FilePath?)
  }

  /// What its samples are.
  public let mediaType: MediaType
  /// What is asked of it.
  public var format = CaptureFormat()
  let origin: Origin

  /// The samples of a device.
  public init(device: CaptureDevice) {
    mediaType = device.mediaType
    origin = .device(device)
  }

  /// The samples that come through a pipe: pictures as a YUV4MPEG2 stream or raw, sound as a WAV
  /// file or raw; nil for standard input.
  ///
  /// Raw samples need a ``format``. Whoever writes them waits for whoever takes them, so none is
  /// dropped.
  public init(pipe path: FilePath?, mediaType: MediaType) {
    self.mediaType = mediaType
    origin = .pipe(path)
  }

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
      return mediaType == .video ? PipedPictures(path, format) : PipedSound(path, format)
    }
  }
}
