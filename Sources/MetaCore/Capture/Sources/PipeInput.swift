internal import Synchronization
internal import SystemPackage

/// The bytes of a pipe or a file, in order; a thread that waits for them can be stopped from
/// another.
final class PipeInput: Sendable {
  private let path: FilePath?
  private let state = Mutex(State())

  private struct State {
    var descriptor: FileDescriptor?
    var ahead: [UInt8] = []
    var isStopped = false
  }

  /// How long a wait goes on before it is asked whether to stop.
  private static let pause = Duration.milliseconds(50)

  /// A pipe or a file by its name; nil for standard input.
  init(_ path: FilePath?) { self.path = path }

  deinit {
    if path != nil { try? state.withLock { $0.descriptor }?.close() }
  }

  /// What it is called in messages.
  var name: String { path?.string ?? "standard input" }

  /// Opens it; a pipe without a writer waits for one.
  ///
  /// - Throws: ``MetaError`` when it cannot be opened.
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

  /// Stops whoever waits.
  func stop() { state.withLock { $0.isStopped = true } }

  /// So many bytes; fewer at the end, and when it was stopped.
  ///
  /// - Throws: ``MetaError`` with `io` when they cannot be read.
  func read(_ count: Int) throws(MetaError) -> [UInt8] {
    var bytes = state.withLock { state in
      let taken = Array(state.ahead.prefix(count))
      state.ahead.removeFirst(taken.count)
      return taken
    }
    while bytes.count < count {
      guard let more = try piece(count - bytes.count), !more.isEmpty else { break }
      bytes += more
    }
    return bytes
  }

  /// The next line without its line break, `limit` bytes at most; nil at the end.
  ///
  /// - Throws: ``MetaError``, as ``read(_:)`` does, and `malformed` for a line that is longer.
  func line(limit: Int) throws(MetaError) -> String? {
    var line: [UInt8] = []
    while true {
      guard let byte = try read(1).first else { return line.isEmpty ? nil : "" }
      if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
      guard line.count <= limit else {
        throw MetaError(.malformed, reason: "\(name): a line of more than \(limit) bytes")
      }
    }
  }

  /// Gives back bytes that are read again.
  func unread(_ bytes: [UInt8]) { state.withLock { $0.ahead = bytes + $0.ahead } }

  /// What there is, but not more than a number of bytes; nil when it was stopped.
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
