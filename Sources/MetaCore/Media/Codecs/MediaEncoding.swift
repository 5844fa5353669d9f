/// Encodes one video or audio track, synchronously: it takes uncompressed frames or audio buffers
/// and returns coded samples with their format description.
///
/// MetaForeign implements it with libavcodec.
package protocol MediaEncoder: AnyObject {
  /// Encodes a video frame or audio with its presentation time; returns the completed samples in
  /// decode order.
  ///
  /// - Throws: ``MetaError``: `wrongMediaType`, `nonMonotonicTime`, or `unsupported` for input that
  ///   the encoder does not accept.
  func encode(_ sample: SampleBuffer) throws(MetaError) -> [SampleBuffer]

  /// Ends encoding; returns the remaining samples.
  ///
  /// - Throws: ``MetaError`` if the encoder fails.
  func finish() throws(MetaError) -> [SampleBuffer]
}

/// A request for an encoder for one track.
package struct EncoderRequest: Sendable {
  /// The encoder settings.
  package var settings: OutputSettings
  /// The timescale of the track; nil means the timescale of the first sample.
  package var timescale: UInt32?
  /// The original coding of the decoded input; nil if unknown.
  package var source: FormatDescription?

  /// Creates a request.
  package init(
    _ settings: OutputSettings, timescale: UInt32? = nil, source: FormatDescription? = nil
  ) {
    self.settings = settings
    self.timescale = timescale
    self.source = source
  }
}

extension FormatDescription {
  /// Creates the format description of the first track in a movie; nil if the movie has no tracks.
  ///
  /// - Throws: ``ParseError`` if the movie cannot be parsed.
  package init?(movie bytes: [UInt8]) throws(ParseError) {
    let document = try FormatReader(DataSource(bytes)).document()
    guard let track = document.tracks.first else { return nil }
    self.init(track)
  }
}
