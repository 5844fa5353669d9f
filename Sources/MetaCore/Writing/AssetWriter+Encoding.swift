internal import Synchronization

/// Inputs whose samples are encoded.
extension AssetWriter {
  /// Encodes a sample and writes the completed output, either immediately or, for a real-time
  /// input, later; returns false for a dropped sample.
  ///
  /// - Throws: ``MetaError`` from the encoder or the file; either ends writing.
  func encode(
    _ encoder: InputEncoder, for index: Int, _ sample: SampleBuffer, _ session: Int
  ) throws(MetaError) -> Bool {
    guard let queue = encoder.queue else {
      try encodeNow(encoder, for: index, sample, session)
      return true
    }
    let seconds = sample.audio.map { Double($0.frameCount) / Double(max(1, $0.format.sampleRate)) }
    return queue.add(seconds ?? 1, count: sample.sampleCount) {
      self.endingOnLateError { () throws(MetaError) in
        try self.encodeNow(encoder, for: index, sample, session)
      }
    }
  }

  private func encodeNow(
    _ encoder: InputEncoder, for index: Int, _ sample: SampleBuffer, _ session: Int
  ) throws(MetaError) {
    try endingOnError { () throws(MetaError) in
      try encoder.append(sample, session: session) { (encoded, session) throws(MetaError) in
        try self.store(encoded, in: index, session)
      }
    }
  }

  /// Finishes an input; its track is complete once the last sample is encoded, which happens later
  /// for a real-time input.
  ///
  /// - Throws: ``MetaError``, as for ``encode(_:for:_:_:)``.
  func finishInput(_ index: Int) throws(MetaError) {
    let encoder = state.withLock { $0.status == .writing ? $0.encoders[index] : nil }
    guard let queue = encoder?.queue else { return try finishInputNow(index, encoder) }
    queue.close {
      self.endingOnLateError { () throws(MetaError) in
        try self.finishInputNow(index, encoder)
      }
    }
  }

  private func finishInputNow(_ index: Int, _ encoder: InputEncoder?) throws(MetaError) {
    if let encoder { try finish(encoder, of: index) }
    try finishTrack(index)
  }

  /// Writes the remaining output of an input's encoder.
  private func finish(_ encoder: InputEncoder, of index: Int) throws(MetaError) {
    try endingOnError { () throws(MetaError) in
      try encoder.finish { (encoded, session) throws(MetaError) in
        try self.store(encoded, in: index, session)
      }
    }
  }

  /// Encodes and writes the remaining samples of all encoders.
  ///
  /// - Throws: ``MetaError``, as for ``encode(_:for:_:_:)``.
  func finishEncoders() async throws(MetaError) {
    let encoders = state.withLock { $0.status == .writing ? $0.encoders : [] }
    for encoder in encoders {
      encoder?.queue?.close {}
      await encoder?.queue?.waitUntilEmpty()
    }
    for (index, encoder) in encoders.enumerated() {
      if let encoder { try finish(encoder, of: index) }
    }
    if !encoders.isEmpty, let error { throw error }
  }

  /// Runs deferred work that no caller waits for; any error ends writing.
  private func endingOnLateError(_ body: () throws(MetaError) -> Void) {
    guard status == .writing else { return }
    do throws(MetaError) {
      try body()
    } catch { fail(error) }
  }

  /// Runs an encoder, whose errors end writing as I/O errors do.
  private func endingOnError(_ body: () throws(MetaError) -> Void) throws(MetaError) {
    do throws(MetaError) {
      try body()
    } catch {
      let named = MetaError(
        error.code, file: error.file ?? path, reason: error.reason, underlying: error.underlying)
      guard status == .writing else { throw named }
      try change { (_) throws(MetaError) in throw named }
    }
  }
}
