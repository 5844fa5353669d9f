/// Delivers the samples of another ``SampleEngine``, reading the first one in advance, so that the
/// audio format is known before the first delivery.
final class ReadAheadEngine: SampleEngine {
  private let engine: any SampleEngine
  private var first: SampleBuffer?
  /// The format of the first sample; nil if there is no sample, or it is not audio.
  let format: AudioFormat?

  /// Reads the first sample.
  init(_ engine: any SampleEngine) throws(MetaError) {
    self.engine = engine
    first = try engine.next()
    format = first?.audio?.format
  }

  func next() throws(MetaError) -> SampleBuffer? {
    guard let first else { return try engine.next() }
    self.first = nil
    return first
  }
}
