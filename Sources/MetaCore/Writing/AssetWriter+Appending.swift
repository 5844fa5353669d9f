internal import Synchronization

/// What the receivers of its inputs ask of a writer.
extension AssetWriter {
  /// Appends a sample to an input, and returns whether it was appended.
  ///
  /// An input that encodes waits for its encoder but for no other input; a real-time input drops
  /// the sample instead.
  @discardableResult
  func append(_ sample: SampleBuffer, to index: Int) throws(MetaError) -> Bool {
    let (session, encoder) = try writing("append a sample") { (state) throws(MetaError) in
      guard let last = state.sessions.last, last.end == nil else {
        throw MetaError(.wrongState, file: path, reason: "a sample needs a session that is open")
      }
      let isClosed = state.encoders[index]?.queue?.isClosed ?? false
      guard !state.tracks[index].isFinished, !isClosed else {
        throw MetaError(.wrongState, file: path, reason: "the input is finished")
      }
      state.appendedCount += 1
      return (state.sessions.count - 1, state.encoders[index])
    }
    if case .gap = sample.content { return true }
    if let encoder { return try encode(encoder, for: index, sample, session) }
    try store(sample, in: index, session)
    return true
  }

  /// Whether an input accepts a sample without waiting or dropping it.
  func isReady(_ index: Int) -> Bool {
    state.withLock { state in
      guard state.status == .writing, !state.tracks[index].isFinished else { return false }
      return state.encoders[index]?.queue?.isReady ?? true
    }
  }

  /// How many samples of an input were dropped.
  func droppedSampleCount(of index: Int) -> Int {
    state.withLock { $0.encoders[index]?.queue }?.droppedCount ?? 0
  }

  /// Writes a sample unchanged.
  func store(_ sample: SampleBuffer, in index: Int, _ session: Int) throws(MetaError) {
    try writing("append a sample") { (state) throws(MetaError) in
      try write(index, of: &state) { try $0.append(sample, session: session, to: &$1, for: target) }
      try writeFragmentIfDue(index, of: &state)
    }
  }

  /// Ends an input.
  func finish(_ index: Int) {
    do throws(MetaError) {
      try finishInput(index)
    } catch {
      // The writer has failed by it, or was not writing.
    }
  }

  /// Writes what is left of a track.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer is not writing, and of the file.
  func finishTrack(_ index: Int) throws(MetaError) {
    try writing("finish an input") { (state) throws(MetaError) in
      try write(index, of: &state) { try $0.finish(to: &$1) }
    }
  }

  /// Lets a track write to the file.
  private func write(
    _ index: Int, of state: inout State,
    _ body: (inout WrittenTrack, inout MovieFileWriter) throws -> Void
  ) throws(MetaError) {
    guard var file = state.file else { return }
    // To avoid a copy of its contents.
    state.file = nil
    defer { state.file = file }
    do {
      try body(&state.tracks[index], &file)
    } catch { throw MetaError(editing: path, error) }
  }
}
