internal import MetaCore

/// Rolls back transactions and renames that were interrupted, before a command begins, and reports
/// recovered files.
///
/// An interrupted edit to a single file is recovered later, when the file is opened
/// (``SourceOpener``, ``EditJob``).
enum InterruptedWork {
  /// Reports the outcome of recovering a file, if there was anything to recover.
  static func report(
    _ outcome: Recovery.Outcome, of path: InputPath, _ notify: (String) -> Void
  ) {
    if outcome != .nothing { notify("\(path.display): \(outcome.sentence)") }
  }

  /// Rolls back interrupted transactions and renames, and reports the outcome.
  ///
  /// The status is determined by the first file that could not be restored.
  static func endBatches(in environment: Environment) -> ExitStatus {
    guard let outcome = InterruptedBatch.end() else { return .done }
    if outcome.rolledBackCount > 0 { environment.warn("an interrupted command was undone") }
    for error in outcome.left { environment.warn(remaining: error) }
    return outcome.left.first.map { Failure($0).status } ?? .done
  }
}

extension Recovery.Outcome {
  /// The outcome in words.
  var sentence: String {
    switch self {
    case .nothing: "nothing to recover"
    case .rolledBack: "an interrupted edit was rolled back; the file has its old contents"
    case .finished: "an interrupted edit was completed; the file has its new contents"
    case .cleaned: "temporary files from an interrupted edit were removed"
    case .ignored(let reason): "left untouched: \(reason)"
    case .readThrough:
      "this command cannot recover an interrupted edit; the file is read as 'metatool recover' will leave it"
    }
  }
}

extension Environment {
  /// Reports a file that could not be restored.
  func warn(remaining error: MetaError) {
    let place = error.file.map { InputPath($0).display + ": " } ?? ""
    warn("\(place)could not be restored: \(error.reason)")
  }
}
