internal import Dispatch
internal import LibC

/// Pauses threads that do nothing else in the meantime, such as those of a capture session; Swift
/// tasks must not call it.
package enum ThreadPause {
  /// Waits for a number of seconds, up to an hour.
  package static func wait(seconds: Double) {
    let bounded = min(max(seconds, 0), 3600)
    let wholeSeconds = Int(bounded)
    var pause = timespec(tv_sec: wholeSeconds, tv_nsec: Int((bounded - Double(wholeSeconds)) * 1e9))
    var remaining = timespec()
    while unsafe nanosleep(&pause, &remaining) != 0, errno == EINTR { pause = remaining }
  }
}

/// A separate thread for work that blocks for a long time, such as reading from a device; a capture
/// session has one per source and per preview.
enum WorkThread {
  /// Starts work on a new thread, which ends when the work does.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: name, qos: .userInteractive).async(execute: body)
  }
}
