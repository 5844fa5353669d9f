internal import MetaCore

/// A track that a verb decodes.
struct DecodedTrack {
  /// The file.
  var input: InputPath
  /// What kind of media it has.
  var mediaType: MediaType
  /// Its number; nil for the first one of its kind.
  var track: UInt32?
  /// Whether its samples become others for which MetaCore has no code: another rate, other channels.
  var isConverted = false
}

/// A verb that decodes media, in this process where MetaCore decodes them itself, else in the helper.
protocol DecodingVerb: WebVerb {
  /// What it decodes.
  var decodedTracks: [DecodedTrack] { get }
}

extension DecodingVerb {
  static var runsIn: Host { .decodingProcess }

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
      return MediaCodecs.standard.decode(part.mediaType, track: part.track, of: asset)
    }
  }
}
