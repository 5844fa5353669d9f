/// Encodes pictures or sound of one track, on the thread that gives them.
package protocol MediaEncoder: AnyObject {
  /// Encodes a picture or some sound that is presented at a time; the samples that are complete, in
  /// the order of decoding.
  ///
  /// - Throws: ``MetaError``: `wrongMediaType`, `nonMonotonicTime`, `unsupported` for what the
  ///   encoder does not take.
  func encode(_ sample: SampleBuffer) throws(MetaError) -> [SampleBuffer]

  /// Ends encoding; the samples that are left.
  ///
  /// - Throws: ``MetaError`` when the encoder fails.
  func finish() throws(MetaError) -> [SampleBuffer]
}

/// The track that is to be encoded.
package struct EncoderRequest: Sendable {
  /// How.
  package var settings: OutputSettings
  /// The units per second of its times; nil for those of the first sample.
  package var timescale: UInt32?
  /// How the samples were coded that come to it decoded; nil where that is not known.
  package var source: FormatDescription?

  /// A request.
  package init(
    _ settings: OutputSettings, timescale: UInt32? = nil, source: FormatDescription? = nil
  ) {
    self.settings = settings
    self.timescale = timescale
    self.source = source
  }
}

extension FormatDescription {
  /// What the first track of a movie says of its samples; nil where it has none.
  ///
  /// - Throws: ``ParseError`` when the movie does not parse.
  package init?(movie bytes: [UInt8]) throws(ParseError) {
    let document = try FormatReader(DataSource(bytes)).document()
    guard let track = document.tracks.first else { return nil }
    self.init(track)
  }
}
