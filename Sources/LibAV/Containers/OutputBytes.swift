internal import CLibAV

/// Where the bytes of an output go, so that the libraries make no file of their own.
package struct OutputBytes: Sendable {
  /// Writes bytes at an offset; false when that fails.
  package let write: @Sendable (_ bytes: [UInt8], _ offset: Int64) -> Bool

  /// Makes an output.
  package init(write: @escaping @Sendable (_ bytes: [UInt8], _ offset: Int64) -> Bool) {
    self.write = write
  }
}

/// An output together with how far it was written; what the callbacks of libavformat get.
final class OutputCursor {
  private let bytes: OutputBytes
  private var position: Int64 = 0
  private var length: Int64 = 0

  init(_ bytes: OutputBytes) { self.bytes = bytes }

  private func write(_ buffer: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard bytes.write(unsafe [UInt8](buffer), position) else { return LibAVError.inputOutput }
    position += Int64(buffer.count)
    length = max(length, position)
    return Int32(clamping: buffer.count)
  }

  private func seek(to offset: Int64, from whence: Int32) -> Int64 {
    let target = SeekTarget.place(offset, from: whence, at: position, length: length)
    if target >= 0, whence & ~AVSEEK_FORCE != AVSEEK_SIZE { position = target }
    return target
  }

  /// The context through which libavformat writes it; `release(_:)` lets go of both.
  static func makeContext(
    of bytes: OutputBytes
  ) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    let size = 1 << 18
    guard let buffer = unsafe av_malloc(size) else {
      throw LibAVError(LibAVError.noMemory, "opening the output")
    }
    let cursor = unsafe Unmanaged.passRetained(OutputCursor(bytes))
    let context = unsafe avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(size), 1, cursor.toOpaque(), nil,
      { unsafe OutputCursor.writePacket($0, $1, $2) }, { unsafe OutputCursor.seek($0, $1, $2) })
    guard let context = unsafe context else {
      unsafe av_free(buffer)
      unsafe cursor.release()
      throw LibAVError(LibAVError.noMemory, "opening the output")
    }
    return unsafe context
  }

  static func release(_ context: UnsafeMutablePointer<AVIOContext>) {
    if let opaque = unsafe context.pointee.opaque {
      unsafe Unmanaged<OutputCursor>.fromOpaque(opaque).release()
    }
    unsafe av_free(context.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = unsafe context
    unsafe avio_context_free(&context)
  }

  private static func cursor(_ opaque: UnsafeMutableRawPointer?) -> OutputCursor? {
    unsafe opaque.map { unsafe Unmanaged<OutputCursor>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func writePacket(
    _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafePointer<UInt8>?, _ size: Int32
  ) -> Int32 {
    guard let cursor = unsafe cursor(opaque) else { return LibAVError.invalidArgument }
    return unsafe cursor.write(UnsafeBufferPointer(start: buffer, count: max(0, Int(size))))
  }

  private static func seek(
    _ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32
  ) -> Int64 {
    guard let cursor = unsafe cursor(opaque) else { return Int64(LibAVError.invalidArgument) }
    return cursor.seek(to: offset, from: whence)
  }
}
