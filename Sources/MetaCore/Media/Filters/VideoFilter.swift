/// A filter applied to each video frame during capture; it corresponds to a Core Image filter
/// applied to AVFoundation's sample buffers.
///
///     struct Negative: VideoFilter {
///       let pixelFormats: [PixelFormat] = [.oneComponent8]
///       func apply(to picture: PixelBuffer, at time: MediaTime) throws(MetaError) -> PixelBuffer { … }
///     }
public protocol VideoFilter: Sendable {
  /// The supported pixel formats; frames in other formats are converted to the first one. The list
  /// is empty if all formats are supported.
  var pixelFormats: [PixelFormat] { get }

  /// Returns the filtered frame. Calls are serial, in order of presentation time.
  ///
  /// - Throws: ``MetaError`` if filtering fails; the frame is then passed on unfiltered.
  func apply(to picture: PixelBuffer, at time: MediaTime) throws(MetaError) -> PixelBuffer
}
