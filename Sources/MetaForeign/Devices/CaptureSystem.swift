package import MetaCore

/// What a program has that links the libraries for devices and filter graphs.
package protocol CaptureSystem: Sendable {
  /// The devices that there are now.
  func devices(for mediaType: MediaType) -> [CaptureDevice]

  /// The filter of a graph as libavfilter writes it: `hflip,eq=contrast=1.2`.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for a graph that does not parse.
  func filter(graph: String) throws(MetaError) -> any VideoFilter
}
