/// The formats that are known, in the order in which they are asked; the only file that names them all.
package struct FormatRegistry: Sendable {
  /// Formats that say who they are in their first bytes.
  let formats: [any MediaFormat]
  /// Streams without a container, which are known by no more than how their frames follow each other; asked last.
  let streams: [any MediaFormat]

  /// All of them.
  var all: [any MediaFormat] { formats + streams }

  package static let standard = FormatRegistry(
    formats: [
      MP4Format(), RIFFFormat(), AIFFFormat(), DSFFormat(), DSDIFFFormat(), FLACFormat(),
      OggFormat(), ASFFormat(),
    ]
      + TaggedAudioFormat.all + TrackerFormat.all,
    streams: [MPEGAudioFormat(), ADTSFormat(), ID3Format()])

  /// The same with the formats of another module, which are asked after those that say who they are and before the streams.
  package func adding(_ others: [any MediaFormat]) -> FormatRegistry {
    FormatRegistry(formats: formats + others, streams: streams)
  }
}
