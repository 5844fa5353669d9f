internal import Synchronization

/// Inputs whose samples are encoded.
extension AssetWriter {
  /// Encodes a sample, and writes what is complete.
  ///
  /// - Throws: ``MetaError`` of the encoder, which ends writing, or of the file.
  func encode(
    _ encoder: EncodedInput, for index: Int, _ sample: SampleBuffer, _ session: Int
  ) throws(MetaError) {
    try endingOnError { () throws(MetaError) in
      try encoder.append(sample, session: session) { (encoded, session) throws(MetaError) in
        try self.store(encoded, in: index, session)
      }
    }
  }

  /// Writes what the encoder of an input has left.
  ///
  /// - Throws: ``MetaError``, as ``encode(_:for:_:_:)`` does.
  func finishEncoder(of index: Int) throws(MetaError) {
    let encoder = state.withLock { $0.status == .writing ? $0.encoders[index] : nil }
    guard let encoder else { return }
    try endingOnError { () throws(MetaError) in
      try encoder.finish { (encoded, session) throws(MetaError) in
        try self.store(encoded, in: index, session)
      }
    }
  }

  /// Writes what all encoders have left.
  ///
  /// - Throws: ``MetaError``, as ``encode(_:for:_:_:)`` does.
  func finishEncoders() throws(MetaError) {
    for index in 0..<state.withLock({ $0.encoders.count }) { try finishEncoder(of: index) }
  }

  /// Runs an encoder, whose errors end writing as those of the file do.
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
