/// The list of the supported formats in the order in which they are compared with a file; the only
/// file that lists all of them.
package struct FormatRegistry: Sendable {
  /// Formats with a signature in their first bytes.
  let formats: [any MediaFormat]
  /// Streams without a container, which are recognised only by the sequence of their frames; they
  /// are matched last.
  let streams: [any MediaFormat]

  /// All formats.
  var all: [any MediaFormat] { formats + streams }

  package static let standard = FormatRegistry(
    formats: [
      MP4Format(), RIFFFormat(), AIFFFormat(), DSFFormat(), DSDIFFFormat(), FLACFormat(),
      OggFormat(), ASFFormat(),
    ]
      + TaggedAudioFormat.all + TrackerFormat.all,
    streams: [MPEGAudioFormat(), ADTSFormat(), ID3Format()])

  /// Returns the registry with the formats of another module, which are matched after the formats
  /// with a signature and before the streams.
  package func adding(_ others: [any MediaFormat]) -> FormatRegistry {
    FormatRegistry(formats: formats + others, streams: streams)
  }
}
