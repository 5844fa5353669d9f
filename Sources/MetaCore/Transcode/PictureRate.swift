/// Gives pictures at a constant rate: at each time of the rate, the one that is presented then.
struct PictureRate {
  /// How long each picture is presented.
  let frameDuration: MediaTime
  /// The picture that is presented until the next one comes.
  private var current: SampleBuffer?
  /// How many times of the rate are over.
  private var count: Int64?

  init(_ frameDuration: MediaTime) { self.frameDuration = frameDuration }

  /// Takes the next picture, and gives those that come before it to `emit`.
  mutating func add(
    _ picture: SampleBuffer, _ emit: (SampleBuffer) async throws -> Void
  ) async throws {
    try await give(until: picture.presentationTime, emit)
    current = picture
  }

  /// Gives the pictures that are left to `emit`: the last one as long as it is presented, but once at least.
  mutating func finish(_ emit: (SampleBuffer) async throws -> Void) async throws {
    guard let last = current else { return }
    let before = count
    let duration = last.duration ?? frameDuration
    try await give(until: last.presentationTime + duration, emit)
    if before == nil, count == first(from: last.presentationTime) {
      try await give(until: last.presentationTime + frameDuration, emit)
    }
    current = nil
  }

  private mutating func give(
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

  /// The first time of the rate that is not before this one.
  private func first(from time: MediaTime) -> Int64 {
    let exact = time.seconds / frameDuration.seconds
    guard exact.isFinite, abs(exact) < 1e15 else { return 0 }
    var count = Int64(exact.rounded(.down))
    while frameDuration.multiplied(by: count, over: 1) < time { count += 1 }
    return count
  }
}
