internal import MetaCore

/// A track that a verb decodes.
struct DecodedTrack {
  /// The file.
  var input: InputPath
  /// Which track it is, and what its samples become.
  var output: any AssetReaderOutput
  /// Whether its samples become others for which MetaCore has no code: another rate, other channels.
  var isConverted = false
}

/// A verb that decodes media, in this process where MetaCore decodes them itself, else in the helper.
protocol DecodingVerb: WebVerb {
  /// What it decodes.
  var decodedTracks: [DecodedTrack] { get }
  /// The options of all such verbs.
  var media: MediaOptions { get }
}

extension DecodingVerb {
  static var runsIn: Host { .decodingProcess }

  /// How many bytes of memory the helper may have: what `--memory` says, else what the largest pictures need; nil for its usual limit.
  func helperMemory(in environment: Environment) -> UInt? {
    if let bytes = media.memoryBytes { return bytes }
    let access = MediaAccess(environment: environment)
    let needed = decodedTracks.compactMap { part -> UInt? in
      guard !part.input.isStandardInput, !part.input.isAddress,
        let asset = try? access.asset(part.input)
      else { return nil }
      return DecodingMemory.needed(for: asset)
    }.max()
    return needed.flatMap { $0 > DecodingMemory.usual ? $0 : nil }
  }

  /// Whether this process decodes all of it without a backend.
  ///
  /// Standard input and addresses cannot be read twice, so the helper reads them.
  func isDecodedNatively(in environment: Environment) -> Bool {
    let access = MediaAccess(environment: environment)
    return decodedTracks.allSatisfy { part in
      guard !part.isConverted, !part.input.isStandardInput, !part.input.isAddress else {
        return false
      }
      // The error of a file that cannot be opened needs no helper.
      guard let asset = try? access.asset(part.input) else { return true }
      return MediaCodecs.standard.canRead(part.output, of: asset)
    }
  }
}
