internal import CLibAV
internal import LibC
internal import Synchronization

/// A warning or an error that FFmpeg's libraries have logged; callers report it as a finding, a
/// note or the reason for an error, or ignore it.
package struct LogLine: Sendable, Hashable {
  /// The severity of a log line.
  package enum Level: Sendable, Hashable {
    /// An error.
    case error
    /// A warning.
    case warning
  }

  /// The severity of the line.
  package let level: Level
  /// The text up to its first line ending, at most 1023 bytes.
  package let text: String
}

/// The warnings and errors logged for one ``TrackDecoder``: by libavcodec on any of the decoder's
/// threads, and by the demuxer that supplies its packets.
///
/// At most 200 are kept until they are taken.
final class DecoderLog: Sendable {
  private let lines = Mutex<[LogLine]>([])
  /// The maximum number of lines between two calls of ``takeLines()``, because damaged files can
  /// log endlessly.
  private static let limit = 200

  /// Returns the lines logged since the last call.
  func takeLines() -> [LogLine] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  /// Adds a line, up to a limit.
  func append(_ line: LogLine) {
    lines.withLock { if $0.count < DecoderLog.limit { $0.append(line) } }
  }

  /// Returns the log to which a decoder's `opaque` pointer refers; nil for other log sources, such
  /// as codec contexts without a log.
  ///
  /// The decoder's copies for other threads share the pointer.
  fileprivate static func of(_ source: UnsafeMutableRawPointer?) -> DecoderLog? {
    guard let source = unsafe source,
      let kind = unsafe source.assumingMemoryBound(to: UnsafePointer<AVClass>?.self).pointee,
      let name = unsafe kind.pointee.class_name, unsafe strcmp(name, "AVCodecContext") == 0,
      let opaque = unsafe source.assumingMemoryBound(to: AVCodecContext.self).pointee.opaque
    else { return nil }
    return unsafe Unmanaged<DecoderLog>.fromOpaque(opaque).takeUnretainedValue()
  }
}

/// Captures the warnings and errors that FFmpeg's libraries log, and keeps their log off the
/// terminal.
///
/// The libraries have one log for the whole process. Lines from a decoder with a ``DecoderLog`` go
/// to that log; other lines go to the caller that is collecting on the same thread (at most 200),
/// or are dropped.
package enum LogCapture {
  /// The lines collected so far for each caller that is collecting, by thread.
  private static let lines = Mutex<[UInt: [LogLine]]>([:])

  /// The maximum number of lines per collection, because damaged files can log endlessly.
  private static let limit = 200

  /// Whether the log callback is installed; reading it installs the callback on first use and must
  /// precede any call that may log.
  package static let isInstalled: Bool = {
    unsafe av_log_set_callback { source, level, format, arguments in
      guard level <= AV_LOG_WARNING, let format = unsafe format, let arguments = unsafe arguments
      else { return }
      unsafe LogCapture.record(source, level, format, arguments)
    }
    return true
  }()

  /// Runs `body` and appends the lines that it logs on this thread to `log`, at most 200, except
  /// those of decoders with their own log.
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

  /// Formats a line, and adds it to the log of its decoder or of the calling thread.
  private static func record(
    _ source: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>,
    _ arguments: CVaListPointer
  ) {
    let thread = UInt(pthread_self())
    let decoderLog = unsafe DecoderLog.of(source)
    guard decoderLog != nil || lines.withLock({ ($0[thread]?.count ?? limit) < limit }) else {
      return
    }
    var buffer = [CChar](repeating: 0, count: 1024)
    let count = Int32(buffer.count)
    // Omit the name and address of the source, so that the same file produces the same messages.
    var isLineStart: Int32 = 0
    _ = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      unsafe av_log_format_line2(
        source, level, format, arguments, buffer.baseAddress, count, &isLineStart)
    }
    let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    let line = LogLine(
      level: level <= AV_LOG_ERROR ? .error : .warning, text: String(decoding: bytes, as: UTF8.self)
    )
    if let decoderLog { return decoderLog.append(line) }
    lines.withLock { $0[thread]?.append(line) }
  }
}
