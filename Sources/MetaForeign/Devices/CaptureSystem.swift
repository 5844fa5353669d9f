package import MetaCore

/// The devices and filter graphs that a program linking libavdevice and libavfilter provides to
/// ``LibAVBackend``, for `capture`.
///
/// Of metatool's programs, only `metatool-capture` has one, because these libraries would slow down
/// the startup of the others. `SystemCapture` in MetaCapture implements it.
package protocol CaptureSystem: Sendable {
  /// Returns the devices that are currently available.
  func devices(for mediaType: MediaType) -> [CaptureDevice]

  /// Creates a filter from a graph in libavfilter's syntax, such as `hflip,eq=contrast=1.2`.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for a graph that cannot be parsed.
  func filter(graph: String) throws(MetaError) -> any VideoFilter
}
