internal import Dispatch
internal import MetaCore
internal import Synchronization

/// Encodes and writes images on a thread of its own, in their order, while the next ones are
/// decoded.
final class ImageWriter: Sendable {
  private let environment: Environment
  private let queue = DispatchQueue(label: "images")
  private let places = DispatchSemaphore(value: ImageWriter.most)
  private let failure = Mutex<Failure?>(nil)

  /// How many images are in memory at most.
  private static let most = 3

  init(in environment: Environment) { self.environment = environment }

  /// Gives an image to `write`, as soon as those before it are written; none after one that failed.
  ///
  /// - Throws: what `write` threw for an image before.
  func add(
    _ image: PixelBuffer, _ write: @escaping @Sendable (PixelBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    places.wait()
    queue.async { [self] in
      defer { places.signal() }
      guard failure.withLock({ $0 == nil }) else { return }
      environment.beginThread()
      do throws(Failure) {
        try write(image)
      } catch {
        failure.withLock { $0 = error }
      }
    }
    try check()
  }

  /// Waits until all images are written.
  func wait() { queue.sync {} }

  /// Waits until all images are written.
  ///
  /// - Throws: what `write` threw for the first image that could not be written.
  func finish() throws(Failure) {
    wait()
    try check()
  }

  private func check() throws(Failure) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
