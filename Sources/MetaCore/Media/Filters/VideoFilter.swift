/// Changes pictures one after the other, while they are captured; what CoreImage's filters are to
/// AVFoundation's samples.
///
///     struct Negative: VideoFilter {
///       let pixelFormats: [PixelFormat] = [.oneComponent8]
///       func apply(to picture: PixelBuffer, at time: MediaTime) throws(MetaError) -> PixelBuffer { … }
///     }
public protocol VideoFilter: Sendable {
  /// The layouts of pixels that it takes: pictures of another one are converted to the first. Empty
  /// where it takes all.
  var pixelFormats: [PixelFormat] { get }

  /// A picture that is presented at a time, changed. Calls come in the order of time, one at a
  /// time.
  ///
  /// - Throws: ``MetaError`` when it fails; the picture is then passed on as it came.
  func apply(to picture: PixelBuffer, at time: MediaTime) throws(MetaError) -> PixelBuffer
}
