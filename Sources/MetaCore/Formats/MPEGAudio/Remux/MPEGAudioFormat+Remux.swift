extension MPEGAudioFormat: RemuxableFormat {
  /// Returns the file's own type, because MPEG audio can be cut but not put into a different
  /// container.
  func targets(of document: Document) -> [FileType] {
    [FileType.mp3, .mp2, .mp1].filter { $0.rawValue == document.fileType }
  }

  /// Plans a file with the same tags and the audio of a time range; without a range, the file stays
  /// as it is.
  func remux(
    _ document: Document, in window: SourceWindow, _ request: RemuxRequest
  ) throws(ParseError) -> RemuxPlan {
    var tags = try StreamTags.findLeading(in: window)
    guard var stream = try MPEGStream.find(from: tags.start, in: window) else {
      throw ParseError(.unsupported, at: 0, "the file contains no audio")
    }
    guard request.fileType.rawValue == document.fileType else {
      throw ParseError(
        .unsupported, at: 0,
        "cannot remux MPEG audio layer \(stream.first.header.layer) to \(request.fileType.rawValue)"
      )
    }
    guard request.tracks?.contains(1) ?? true else {
      throw ParseError(.unsupported, at: 0, "no tracks remain")
    }
    guard let range = request.range else {
      return RemuxPlan(rewrite: .unchanged(window.length), keepsMetadata: true)
    }
    try tags.findTrailing(in: window)
    stream.end = tags.end
    var cut = MPEGCut(window, stream: stream, tags: tags)
    var plan = RemuxPlan(rewrite: try cut.plan(range), keepsMetadata: true)
    plan.gapless = cut.gapless
    plan.notes = cut.notes
    plan.losses = cut.losses
    // The losses are also included in the plan, for requests that allow losses.
    if let loss = cut.losses.first, !request.allowsLoss {
      throw ParseError(.wouldLose, at: stream.end, loss.message)
    }
    return plan
  }
}
