internal import MetaCore

/// Interrupted edits and transactions, which every verb ends before it begins.
enum InterruptedWork {
  /// Reports the outcome of recovery for a file; prints nothing when there was nothing to recover.
  static func report(
    _ outcome: Recovery.Outcome, of path: InputPath, _ notify: (String) -> Void
  ) {
    if outcome != .nothing { notify("\(path.display): \(outcome.sentence)") }
  }

  /// Rolls back interrupted transactions and renames, and reports it; the status shows whether all
  /// files could be restored.
  static func endBatches(in environment: Environment) -> ExitStatus {
    guard let outcome = UnfinishedBatch.end() else { return .done }
    if outcome.takenBack > 0 { environment.warn("a command that was cut off was taken back") }
    for error in outcome.left { environment.warn(leftBehind: error) }
    return outcome.left.first.map { Failure($0).status } ?? .done
  }
}

extension Recovery.Outcome {
  /// What became of the file, for people.
  var sentence: String {
    switch self {
    case .nothing: "nothing to recover"
    case .rolledBack: "an edit that was cut off was rolled back: the file is the old one"
    case .finished: "an edit that was cut off was finished: the file is the new one"
    case .cleaned: "what a cut-off edit left beside the file was removed"
    case .ignored(let reason): "left alone: \(reason)"
    case .readThrough:
      "an edit that was cut off cannot be ended here; read as 'metatool recover' will leave the file"
    }
  }
}

extension Environment {
  /// Reports a file that could not be restored.
  func warn(leftBehind error: MetaError) {
    let place = error.file.map { InputPath($0).display + ": " } ?? ""
    warn("\(place)could not be brought back: \(error.reason)")
  }
}
