internal import MetaCore

/// Measures the loudness of files here, or lets `metatool-foreign` do it.
struct LoudnessMeasuring: Sendable {
  /// The track; nil for the first one with audio.
  var track: UInt32?
  var measuresTruePeak = true

  /// The loudness of a file; `progress` counts its seconds.
  func measure(
    _ path: InputPath, in environment: Environment, _ progress: ProgressLine
  ) throws(Failure) -> MeasuredLoudness {
    guard let backend = environment.backend else {
      return try environment.helper.loudness(
        of: path, track: track, measuresTruePeak: measuresTruePeak, for: environment, progress)
    }
    let asset = try MediaAccess(environment: environment).asset(path)
    return try orFailure { () throws(MetaError) in
      try backend.loudness(
        of: asset, track: track, measuresTruePeak: measuresTruePeak,
        progress: { progress.move(to: Int($0)) },
        isCancelled: { environment.isCancelled })
    }
  }
}
