internal import Synchronization
internal import SystemPackage

/// Reads the bytes of a pipe or a file for ``PipedVideo`` and ``PipedAudio``; a blocked read can be
/// stopped from another thread.
final class PipeInput: Sendable {
  private let path: FilePath?
  private let state = Mutex(State())

  /// The open file, the bytes that were pushed back to be read again, and whether reads must end.
  private struct State {
    var descriptor: FileDescriptor?
    var ahead: [UInt8] = []
    var isStopped = false
  }

  /// The interval at which a waiting read checks whether it was stopped.
  private static let pause = Duration.milliseconds(50)

  /// Creates the input for a pipe or a file; a nil path means standard input.
  init(_ path: FilePath?) { self.path = path }

  deinit {
    if path != nil { try? state.withLock { $0.descriptor }?.close() }
  }

  /// The name used in messages.
  var name: String { path?.string ?? "standard input" }

  /// Opens the input; if a pipe has no writer yet, this waits for one.
  ///
  /// - Throws: ``MetaError`` if it cannot be opened.
  func open() throws(MetaError) {
    let descriptor: FileDescriptor
    if let path {
      do throws(Errno) {
        descriptor = try SystemCall.typed { try FileDescriptor.open(path, .readOnly) }
      } catch { throw MetaError(opening: path, error) }
    } else {
      descriptor = .standardInput
    }
    state.withLock { $0.descriptor = descriptor }
  }

  /// Stops waiting reads.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Reads the given number of bytes; fewer at the end of the input or once it has been stopped.
  ///
  /// - Throws: ``MetaError`` with `io` if reading fails.
  func read(_ count: Int) throws(MetaError) -> [UInt8] {
    var bytes = state.withLock { state in
      let buffered = Array(state.ahead.prefix(count))
      state.ahead.removeFirst(buffered.count)
      return buffered
    }
    while bytes.count < count {
      guard let more = try piece(count - bytes.count), !more.isEmpty else { break }
      bytes += more
    }
    return bytes
  }

  /// Reads the next line, of at most `limit` bytes, and returns it without its line break; returns
  /// nil at the end, and an empty string for a last line without a line break.
  ///
  /// - Throws: ``MetaError``, as for ``read(_:)``, or `malformed` for a longer line.
  func line(limit: Int) throws(MetaError) -> String? {
    var line: [UInt8] = []
    while true {
      guard let byte = try read(1).first else { return line.isEmpty ? nil : "" }
      if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
      guard line.count <= limit else {
        throw MetaError(.malformed, reason: "\(name): a line is longer than \(limit) bytes")
      }
    }
  }

  /// Pushes back bytes to be read again.
  func unread(_ bytes: [UInt8]) { state.withLock { $0.ahead = bytes + $0.ahead } }

  /// Waits for bytes and returns them, up to the given number and at most 1 MiB; returns no bytes
  /// at the end, and nil after the input was stopped.
  private func piece(_ count: Int) throws(MetaError) -> [UInt8]? {
    while true {
      let (descriptor, isStopped) = state.withLock { ($0.descriptor, $0.isStopped) }
      guard let descriptor, !isStopped else { return nil }
      guard SystemCall.isReadable(descriptor, within: PipeInput.pause) else { continue }
      do throws(Errno) {
        return try descriptor.read(upTo: min(count, 1 << 20))
      } catch {
        throw MetaError(.io, file: path, reason: "\(name): \(error)", underlying: error)
      }
    }
  }
}
