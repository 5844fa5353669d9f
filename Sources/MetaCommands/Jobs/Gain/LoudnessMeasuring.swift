internal import MetaCore

/// Measures the loudness of one track of a file, in this process if it has decoders, otherwise with
/// a request to `metatool-foreign`, in which the same code runs.
struct LoudnessMeasuring: Sendable {
  /// The track, or nil for the first audio track.
  var track: UInt32?
  /// Whether the peak between samples is measured, which requires resampling.
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
