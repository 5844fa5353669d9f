package import MetaCore

/// What a program that links libavdevice and libavfilter provides to ``LibAVBackend``: its devices
/// and filter graphs.
///
/// Only `metatool-capture` has one, because these libraries would slow down the start of others.
package protocol CaptureSystem: Sendable {
  /// Returns the devices that are currently available.
  func devices(for mediaType: MediaType) -> [CaptureDevice]

  /// Creates a filter from a graph in libavfilter's syntax: `hflip,eq=contrast=1.2`.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for a graph that does not parse.
  func filter(graph: String) throws(MetaError) -> any VideoFilter
}
