internal import MetaCore

/// Measures the loudness of files in this process or with `metatool-foreign`.
struct LoudnessMeasuring: Sendable {
  /// The track; nil for the first audio track.
  var track: UInt32?
  var measuresTruePeak = true

  /// Measures the loudness of a file; `progress` counts seconds.
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
