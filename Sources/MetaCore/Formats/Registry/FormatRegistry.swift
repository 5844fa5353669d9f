/// A list of supported formats, in the order in which ``FormatReader`` compares them with a file.
///
/// ``standard`` contains all formats of MetaCore; ``adding(_:)`` inserts those of another module,
/// such as MetaForeign.
package struct FormatRegistry: Sendable {
  /// The formats that are compared first; most of them are recognised by a signature.
  let formats: [any MediaFormat]
  /// Streams without a container, most of which are recognised only by the sequence of their
  /// frames, and bare ID3 tags; they are matched last.
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
