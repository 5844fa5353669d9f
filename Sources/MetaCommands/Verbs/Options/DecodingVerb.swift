internal import MetaCore

/// A track that a verb decodes, which determines whether this process has the decoder.
struct DecodedTrack {
  /// The path of the file.
  var input: InputPath
  /// The track and the format of its decoded samples.
  var output: any AssetReaderOutput
  /// Whether the samples are converted to a different rate or number of channels, which MetaCore
  /// does not support.
  var isConverted = false
}

/// A verb that decodes media (`read`, `waveform`, `frame`), in this process if MetaCore has the
/// decoders, otherwise in the helper.
protocol DecodingVerb: CodecVerb {
  /// The tracks to decode.
  var decodedTracks: [DecodedTrack] { get }
  /// The options shared by these verbs.
  var media: MediaOptions { get }
}

extension DecodingVerb {
  var helperFiles: [InputPath] { decodedTracks.map(\.input) }

  /// Returns the requirements for the helper; standard input and web addresses cannot be read
  /// twice, so the helper reads them.
  func helperNeeds(in environment: Environment) -> HelperNeeds? {
    let access = MediaAccess(environment: environment)
    var (isNative, memory) = (true, [UInt]())
    for part in decodedTracks {
      guard !part.input.isStandardInput, !part.input.isAddress else {
        isNative = false
        continue
      }
      // A file that cannot be opened needs no helper to report the error.
      guard let asset = try? access.asset(part.input) else { continue }
      let needs = MediaCodecs.standard.needs(of: part.output, from: asset)
      isNative = isNative && needs.areMet && !part.isConverted
      memory.append(needs.memory)
    }
    return isNative ? nil : HelperNeeds(memory: media.memory?.bytes ?? memory.max())
  }
}
