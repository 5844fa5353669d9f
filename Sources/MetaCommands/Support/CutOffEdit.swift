internal import MetaCore

/// Edits that were cut off, as every verb meets them.
enum CutOffEdit {
  /// Says what was found beside a file, and what became of it; of nothing, nothing.
  static func report(
    _ outcome: Recovery.Outcome, of path: InputPath, _ notify: (String) -> Void
  ) {
    if outcome != .nothing { notify("\(path.display): \(outcome.sentence)") }
  }

  /// Takes back what transactions and renamings have left that were cut off, and says so.
  static func endBatches() {
    guard let left = UnfinishedBatch.end() else { return }
    Messages.write("a command that was cut off was taken back")
    for error in left { Messages.write(leftBehind: error) }
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
