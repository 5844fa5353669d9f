internal import Dispatch
internal import MetaCore
internal import Synchronization

/// Runs the closures that encode and write the images of `frame`, in order and on a separate
/// thread, while the next images are decoded.
final class ImageWriter: Sendable {
  private let environment: Environment
  private let queue = DispatchQueue(label: "images")
  /// Counts the images that may still be added, so that a slow encoder does not fill the memory.
  private let places = DispatchSemaphore(value: ImageWriter.most)
  /// The error of the first image that failed.
  private let failure = Mutex<Failure?>(nil)

  /// The maximum number of images that wait or are being written.
  private static let most = 3

  init(in environment: Environment) { self.environment = environment }

  /// Passes an image to `write` once the previous images are written; after a failure, no more
  /// images are written.
  ///
  /// - Throws: The error that `write` threw for an earlier image.
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
  /// - Throws: The error that `write` threw for the first image that failed.
  func finish() throws(Failure) {
    wait()
    try check()
  }

  /// Throws the error of an earlier image, if any.
  private func check() throws(Failure) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
