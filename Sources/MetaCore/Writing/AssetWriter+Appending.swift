internal import Synchronization

/// The interface for the receivers of the writer's inputs.
extension AssetWriter {
  /// Appends a sample to an input; returns whether it was appended.
  ///
  /// An encoding input waits for its encoder but not for other inputs; a real-time input drops the
  /// sample instead if its queue is full. A gap is not written.
  @discardableResult
  func append(_ sample: SampleBuffer, to index: Int) throws(MetaError) -> Bool {
    let (session, encoder) = try writing("append a sample") { (state) throws(MetaError) in
      guard let last = state.sessions.last, last.end == nil else {
        throw MetaError(
          .wrongState, file: path, reason: "cannot append a sample without an open session")
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

  /// Returns whether an input accepts a sample without waiting or dropping it.
  func isReady(_ index: Int) -> Bool {
    state.withLock { state in
      guard state.status == .writing, !state.tracks[index].isFinished else { return false }
      return state.encoders[index]?.queue?.isReady ?? true
    }
  }

  /// Returns the number of samples dropped from an input.
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

  /// Finishes an input.
  func finish(_ index: Int) {
    do throws(MetaError) {
      try finishInput(index)
    } catch {
      // The writer has failed because of the error, or was not writing.
    }
  }

  /// Writes the remaining samples of a track, except for a frame that is presented until the end of
  /// its session.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if the writer is not writing, or an I/O error.
  func finishTrack(_ index: Int) throws(MetaError) {
    try writing("finish an input") { (state) throws(MetaError) in
      try write(index, of: &state) { try $0.finish(to: &$1) }
    }
  }

  /// Gives a track access to the file.
  private func write(
    _ index: Int, of state: inout State,
    _ body: (inout WrittenTrack, inout MovieFileWriter) throws -> Void
  ) throws(MetaError) {
    guard var file = state.file else { return }
    // This avoids a copy of the file's contents.
    state.file = nil
    defer { state.file = file }
    do {
      try body(&state.tracks[index], &file)
    } catch { throw MetaError(editing: path, error) }
  }
}
