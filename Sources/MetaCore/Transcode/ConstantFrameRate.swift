/// Converts frames with arbitrary times to a constant frame rate (`transcode --fps`), by repeating
/// or omitting frames: each output frame is the source frame presented at that time.
struct ConstantFrameRate {
  /// The duration of each frame.
  let frameDuration: MediaTime
  /// The frame presented until the next one.
  private var current: SampleBuffer?
  /// The index of the next output frame, counted from time zero; nil before the first frame.
  private var count: Int64?

  init(_ frameDuration: MediaTime) { self.frameDuration = frameDuration }

  /// Adds the next frame, and calls `emit` with the output frames before it.
  mutating func add(
    _ picture: SampleBuffer, _ emit: (SampleBuffer) async throws -> Void
  ) async throws {
    try await emitFrames(until: picture.presentationTime, emit)
    current = picture
  }

  /// Calls `emit` with the remaining output frames; the last source frame lasts for its duration,
  /// and if it is the only one, it appears at least once.
  mutating func finish(_ emit: (SampleBuffer) async throws -> Void) async throws {
    guard let last = current else { return }
    let oldCount = count
    let duration = last.duration ?? frameDuration
    try await emitFrames(until: last.presentationTime + duration, emit)
    if oldCount == nil, count == first(from: last.presentationTime) {
      try await emitFrames(until: last.presentationTime + frameDuration, emit)
    }
    current = nil
  }

  /// Emits the current frame at each output time before `end`.
  private mutating func emitFrames(
    until end: MediaTime, _ emit: (SampleBuffer) async throws -> Void
  ) async throws {
    guard var picture = current, end.isNumeric else { return }
    var next = count ?? first(from: picture.presentationTime)
    picture.duration = frameDuration
    while true {
      let time = frameDuration.multiplied(by: next, over: 1)
      guard time.isNumeric, time < end else { break }
      picture.presentationTime = time
      try await emit(picture)
      next += 1
    }
    count = next
  }

  /// Returns the index of the first output time at or after the given time.
  private func first(from time: MediaTime) -> Int64 {
    let exact = time.seconds / frameDuration.seconds
    guard exact.isFinite, abs(exact) < 1e15 else { return 0 }
    var count = Int64(exact.rounded(.down))
    while frameDuration.multiplied(by: count, over: 1) < time { count += 1 }
    return count
  }
}
