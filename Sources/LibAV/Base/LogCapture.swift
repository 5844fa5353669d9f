internal import CLibAV
internal import LibC
internal import Synchronization

/// One line that FFmpeg's libraries logged.
package struct LogLine: Sendable, Hashable {
  /// How much it matters.
  package enum Level: Sendable, Hashable {
    /// Something failed.
    case error
    /// Something is odd.
    case warning
  }

  /// How much it matters.
  package let level: Level
  /// Its text, without the line's end.
  package let text: String
}

/// What one decoder logs, on any of its threads.
final class DecoderLog: Sendable {
  private let lines = Mutex<[LogLine]>([])
  private static let limit = 200

  /// The lines since this was last called.
  func take() -> [LogLine] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  /// Adds a line, until there are too many.
  func append(_ line: LogLine) {
    lines.withLock { if $0.count < DecoderLog.limit { $0.append(line) } }
  }

  /// The log that a decoder has as its `opaque` pointer, which the copies of it for other threads
  /// share; nil for everything else that logs.
  fileprivate static func of(_ source: UnsafeMutableRawPointer?) -> DecoderLog? {
    guard let source = unsafe source,
      let kind = unsafe source.assumingMemoryBound(to: UnsafePointer<AVClass>?.self).pointee,
      let name = unsafe kind.pointee.class_name, unsafe strcmp(name, "AVCodecContext") == 0,
      let opaque = unsafe source.assumingMemoryBound(to: AVCodecContext.self).pointee.opaque
    else { return nil }
    return unsafe Unmanaged<DecoderLog>.fromOpaque(opaque).takeUnretainedValue()
  }
}

/// Takes what FFmpeg's libraries log, so that it is a value and never reaches the terminal.
///
/// The libraries have one log for the whole process; what a decoder with a ``DecoderLog`` logs goes
/// there, and what a thread logs besides goes to whoever collects on this thread, and nowhere else.
package enum LogCapture {
  private static let lines = Mutex<[UInt: [LogLine]]>([:])

  /// How many lines are kept of one collecting: damaged files log without end.
  private static let limit = 200

  /// Set once; everything here asks for it first.
  package static let isInstalled: Bool = {
    unsafe av_log_set_callback { source, level, format, arguments in
      guard level <= AV_LOG_WARNING, let format = unsafe format, let arguments = unsafe arguments
      else { return }
      unsafe LogCapture.take(source, level, format, arguments)
    }
    return true
  }()

  /// Runs `body` and adds what it logs to `log`.
  package static func collect<Value, Failure: Error>(
    into log: inout [LogLine], _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    _ = isInstalled
    let thread = UInt(pthread_self())
    let outer = lines.withLock { lines in
      let outer = lines[thread]
      lines[thread] = []
      return outer
    }
    defer {
      log += lines.withLock { lines in
        let collected = lines[thread] ?? []
        lines[thread] = outer
        return collected
      }
    }
    return try body()
  }

  private static func take(
    _ source: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>,
    _ arguments: CVaListPointer
  ) {
    let thread = UInt(pthread_self())
    let own = unsafe DecoderLog.of(source)
    guard own != nil || lines.withLock({ ($0[thread]?.count ?? limit) < limit }) else { return }
    var buffer = [CChar](repeating: 0, count: 1024)
    let count = Int32(buffer.count)
    // Without the name and address of what logs: the same file is to give the same words.
    var isLineStart: Int32 = 0
    _ = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      unsafe av_log_format_line2(
        source, level, format, arguments, buffer.baseAddress, count, &isLineStart)
    }
    let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    let line = LogLine(
      level: level <= AV_LOG_ERROR ? .error : .warning, text: String(decoding: bytes, as: UTF8.self)
    )
    if let own { return own.append(line) }
    lines.withLock { $0[thread]?.append(line) }
  }
}
