package import MetaCore

/// Devices and filter graphs, in a program that links libavdevice and libavfilter.
package protocol CaptureSystem: Sendable {
  /// Returns the devices that are currently available.
  func devices(for mediaType: MediaType) -> [CaptureDevice]

  /// Creates a filter from a graph in libavfilter's syntax: `hflip,eq=contrast=1.2`.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for a graph that does not parse.
  func filter(graph: String) throws(MetaError) -> any VideoFilter
}
