internal import CLibAV

/// Connects libavformat's I/O callbacks to the bytes of an input or an output, and keeps the
/// current position, which the callbacks expect.
///
/// An I/O context owns its cursor; both are freed together.
final class ByteCursor {
  private let input: InputBytes?
  private let output: OutputBytes?
  private var position: Int64 = 0
  /// The length of the input, or of the output written so far.
  private var length: Int64

  private init(input: InputBytes? = nil, output: OutputBytes? = nil) {
    self.input = input
    self.output = output
    length = input?.length ?? 0
  }

  /// Reads into the buffer; returns the number of bytes, or an error code, which is
  /// ``LibAVError/endOfFile`` at the end.
  private func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int32 {
    guard position < length else { return LibAVError.endOfFile }
    let count = min(Int64(buffer.count), length - position)
    guard let read = input?.read(position, Int(count)) else { return LibAVError.inputOutput }
    guard !read.isEmpty, read.count <= count else { return LibAVError.endOfFile }
    _ = unsafe buffer.update(fromContentsOf: read)
    position += Int64(read.count)
    return Int32(clamping: read.count)
  }

  /// Writes the buffer; returns the number of bytes written, or an error code.
  private func write(_ buffer: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard output?.write(unsafe [UInt8](buffer), position) == true else {
      return LibAVError.inputOutput
    }
    position += Int64(buffer.count)
    length = max(length, position)
    return Int32(clamping: buffer.count)
  }

  /// Seeks; returns the new position, the length for `AVSEEK_SIZE`, or a negative error code.
  private func seek(to offset: Int64, from whence: Int32) -> Int64 {
    let base: Int64
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return length
    case 0: base = 0
    case 1: base = position
    case 2: base = length
    default: return Int64(LibAVError.invalidArgument)
    }
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return Int64(LibAVError.invalidArgument) }
    position = target
    return target
  }

  // MARK: Contexts

  /// Creates the context for reading an input; `release(_:)` frees it and the cursor.
  static func makeContext(
    reading bytes: InputBytes
  ) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    try unsafe makeContext(of: ByteCursor(input: bytes), size: 32768, "opening the input") {
      unsafe avio_alloc_context(
        $0, $1, 0, $2, { unsafe ByteCursor.readPacket($0, $1, $2) }, nil,
        { unsafe ByteCursor.seek($0, $1, $2) })
    }
  }

  /// Creates the context for writing an output; `release(_:)` frees it and the cursor.
  static func makeContext(
    writing bytes: OutputBytes
  ) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    try unsafe makeContext(of: ByteCursor(output: bytes), size: 1 << 18, "opening the output") {
      unsafe avio_alloc_context(
        $0, $1, 1, $2, nil, { unsafe ByteCursor.writePacket($0, $1, $2) },
        { unsafe ByteCursor.seek($0, $1, $2) })
    }
  }

  /// Creates a context with a buffer of `size` bytes, which retains the cursor.
  private static func makeContext(
    of cursor: ByteCursor, size: Int32, _ task: String,
    _ allocate: (UnsafeMutablePointer<UInt8>, Int32, UnsafeMutableRawPointer)
      -> UnsafeMutablePointer<AVIOContext>?
  ) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    guard let buffer = unsafe av_malloc(Int(size)) else {
      throw LibAVError(LibAVError.noMemory, task)
    }
    let cursor = unsafe Unmanaged.passRetained(cursor)
    let context = unsafe allocate(
      buffer.assumingMemoryBound(to: UInt8.self), size, cursor.toOpaque())
    guard let context = unsafe context else {
      unsafe av_free(buffer)
      unsafe cursor.release()
      throw LibAVError(LibAVError.noMemory, task)
    }
    return unsafe context
  }

  /// Frees a context, its buffer and its cursor.
  static func release(_ context: UnsafeMutablePointer<AVIOContext>) {
    if let opaque = unsafe context.pointee.opaque {
      unsafe Unmanaged<ByteCursor>.fromOpaque(opaque).release()
    }
    // libavformat may have replaced the buffer.
    unsafe av_free(context.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = unsafe context
    unsafe avio_context_free(&context)
  }

  // MARK: Callbacks

  private static func cursor(_ opaque: UnsafeMutableRawPointer?) -> ByteCursor? {
    unsafe opaque.map { unsafe Unmanaged<ByteCursor>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func readPacket(
    _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32
  ) -> Int32 {
    guard let cursor = unsafe cursor(opaque) else { return LibAVError.invalidArgument }
    return unsafe cursor.read(
      into: UnsafeMutableBufferPointer(start: buffer, count: max(0, Int(size))))
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
