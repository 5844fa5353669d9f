internal import CLibAV

/// Where the bytes of an input come from, so that the libraries open no file of their own.
package struct InputBytes: Sendable {
  /// How many bytes there are.
  package let length: Int64
  /// The bytes at an offset, as many as are asked for or as there are; nil when reading fails or is to stop.
  package let read: @Sendable (_ offset: Int64, _ count: Int) -> [UInt8]?

  /// Makes an input.
  package init(
    length: Int64, read: @escaping @Sendable (_ offset: Int64, _ count: Int) -> [UInt8]?
  ) {
    self.length = length
    self.read = read
  }
}

/// An input together with how far it was read; what the callbacks of libavformat get.
final class InputCursor {
  private let bytes: InputBytes
  private(set) var position: Int64 = 0

  init(_ bytes: InputBytes) { self.bytes = bytes }

  var length: Int64 { bytes.length }

  /// Fills the buffer; how many bytes it got, or an error.
  func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int32 {
    guard position < bytes.length else { return LibAVError.endOfFile }
    let count = min(Int64(buffer.count), bytes.length - position)
    guard let read = bytes.read(position, Int(count)) else { return LibAVError.inputOutput }
    guard !read.isEmpty, read.count <= count else { return LibAVError.endOfFile }
    _ = unsafe buffer.update(fromContentsOf: read)
    position += Int64(read.count)
    return Int32(clamping: read.count)
  }

  /// Moves; where to, or an error.
  func seek(to offset: Int64, from whence: Int32) -> Int64 {
    let target = SeekTarget.place(offset, from: whence, at: position, length: bytes.length)
    if target >= 0, whence & ~AVSEEK_FORCE != AVSEEK_SIZE { position = target }
    return target
  }

  /// The context through which libavformat reads it; `release(_:)` lets go of both.
  static func makeContext(
    of bytes: InputBytes
  ) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    let size = 32768
    guard let buffer = unsafe av_malloc(size) else {
      throw LibAVError(LibAVError.noMemory, "opening the input")
    }
    let cursor = unsafe Unmanaged.passRetained(InputCursor(bytes))
    let context = unsafe avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(size), 0, cursor.toOpaque(),
      { unsafe InputCursor.readPacket($0, $1, $2) }, nil, { unsafe InputCursor.seek($0, $1, $2) })
    guard let context = unsafe context else {
      unsafe av_free(buffer)
      unsafe cursor.release()
      throw LibAVError(LibAVError.noMemory, "opening the input")
    }
    return unsafe context
  }

  static func release(_ context: UnsafeMutablePointer<AVIOContext>) {
    if let opaque = unsafe context.pointee.opaque {
      unsafe Unmanaged<InputCursor>.fromOpaque(opaque).release()
    }
    // The buffer may be another one by now.
    unsafe av_free(context.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = unsafe context
    unsafe avio_context_free(&context)
  }

  private static func cursor(_ opaque: UnsafeMutableRawPointer?) -> InputCursor? {
    unsafe opaque.map { unsafe Unmanaged<InputCursor>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func readPacket(
    _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32
  ) -> Int32 {
    guard let cursor = unsafe cursor(opaque) else { return LibAVError.invalidArgument }
    return unsafe cursor.read(
      into: UnsafeMutableBufferPointer(start: buffer, count: max(0, Int(size))))
  }

  private static func seek(
    _ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32
  ) -> Int64 {
    guard let cursor = unsafe cursor(opaque) else { return Int64(LibAVError.invalidArgument) }
    return cursor.seek(to: offset, from: whence)
  }
}

/// Where libavformat wants to go.
enum SeekTarget {
  /// The place that an offset means, or the length when that is asked for; an error below zero.
  static func place(
    _ offset: Int64, from whence: Int32, at position: Int64, length: Int64
  ) -> Int64 {
    let base: Int64
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return length
    case 0: base = 0
    case 1: base = position
    case 2: base = length
    default: return Int64(LibAVError.invalidArgument)
    }
    let (target, overflow) = base.addingReportingOverflow(offset)
    return overflow || target < 0 ? Int64(LibAVError.invalidArgument) : target
  }
}
