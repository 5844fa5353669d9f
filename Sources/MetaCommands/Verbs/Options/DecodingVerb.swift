internal import MetaCore

/// A track that a verb decodes.
struct DecodedTrack {
  /// The file.
  var input: InputPath
  /// Which track it is, and what its samples become.
  var output: any AssetReaderOutput
  /// Whether its samples become others for which MetaCore has no code: another rate, other
  /// channels.
  var isConverted = false
}

/// A verb that decodes media, in this process where MetaCore decodes them itself, else in the
/// helper.
protocol DecodingVerb: CodecVerb {
  /// What it decodes.
  var decodedTracks: [DecodedTrack] { get }
  /// The options of all such verbs.
  var media: MediaOptions { get }
}

extension DecodingVerb {
  var helperFiles: [InputPath] { decodedTracks.map(\.input) }

  /// Standard input and addresses cannot be read twice, so the helper reads them.
  func helperNeeds(in environment: Environment) -> HelperNeeds? {
    let access = MediaAccess(environment: environment)
    var (isNative, memory) = (true, [UInt]())
    for part in decodedTracks {
      guard !part.input.isStandardInput, !part.input.isAddress else {
        isNative = false
        continue
      }
      // The error of a file that cannot be opened needs no helper.
      guard let asset = try? access.asset(part.input) else { continue }
      let needs = MediaCodecs.standard.needs(of: part.output, from: asset)
      isNative = isNative && needs.areMet && !part.isConverted
      memory.append(needs.memory)
    }
    return isNative ? nil : HelperNeeds(memory: media.memory?.bytes ?? memory.max())
  }
}
