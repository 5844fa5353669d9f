internal import CZlib

/// Compresses and decompresses zlib streams (RFC 1950) with zlib: decompresses ID3 frames and
/// QuickTime's `cmov` atoms, and compresses the pixels of PNG images.
///
/// A few bytes can inflate to gigabytes, so the size of each result is limited.
enum Deflate {
  /// Inflates a zlib stream to at most `limit` bytes.
  ///
  /// - Throws: `malformed` if the stream is damaged or incomplete, `limitExceeded` if the result is
  ///   larger than `limit`, `unsupported` if zlib cannot be initialised.
  static func inflate(_ input: ByteSlice, limit: Int) throws(ParseError) -> [UInt8] {
    var allowance = limit
    return try inflate(input, allowance: &allowance)
  }

  /// Inflates a zlib stream to at most `allowance` bytes, and subtracts the size of the result from
  /// `allowance`, even if the stream is then found to be damaged or too large.
  ///
  /// - Throws: `malformed` if the stream is damaged or incomplete, `limitExceeded` if the result is
  ///   larger than the allowance, `unsupported` if zlib cannot be initialised.
  static func inflate(
    _ input: ByteSlice, allowance: inout Int
  ) throws(ParseError) -> [UInt8] {
    let limit = allowance
    var stream = unsafe z_stream()
    guard
      unsafe inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw ParseError(.unsupported, at: input.fileOffset, "zlib could not be initialised") }
    defer { unsafe inflateEnd(&stream) }
    var source = Array(input.bytes)
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(65536, max(1024, 4 * source.count)))
    var status = Z_OK
    unsafe source.withUnsafeMutableBufferPointer { input in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = UInt32(clamping: input.count)
      while status == Z_OK, output.count <= limit {
        let capacity = piece.count
        unsafe piece.withUnsafeMutableBufferPointer { part in
          unsafe stream.next_out = part.baseAddress
          unsafe stream.avail_out = UInt32(capacity)
          status = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
        }
        let produced = capacity - Int(unsafe stream.avail_out)
        output.append(contentsOf: piece[..<produced])
        // If there is no progress, the stream is incomplete, and the loop would not end.
        if produced == 0, status == Z_OK { status = Z_BUF_ERROR }
      }
    }
    allowance = max(0, allowance - output.count)
    guard output.count <= limit else {
      throw ParseError(.limitExceeded, at: input.fileOffset, "inflates to more than \(limit) bytes")
    }
    guard status == Z_STREAM_END else {
      throw ParseError(.malformed, at: input.fileOffset, "the compressed data is damaged")
    }
    return output
  }

  /// Compresses bytes to a zlib stream; `level` ranges from 0 (stored) to 9 (smallest), and other
  /// values are limited to this range.
  ///
  /// - Throws: `unsupported` if there is not enough memory, or the input is too large for zlib.
  static func deflate(_ input: [UInt8], level: Int = 6) throws(ParseError) -> [UInt8] {
    let bound = compressBound(UInt(input.count))
    var output = [UInt8](repeating: 0, count: Int(clamping: bound))
    var size = UInt(output.count)
    let status = unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe input.withUnsafeBufferPointer { input in
        unsafe compress2(
          output.baseAddress, &size, input.baseAddress, UInt(input.count),
          Int32(max(0, min(9, level))))
      }
    }
    guard status == Z_OK else {
      throw ParseError(.unsupported, at: 0, "zlib cannot compress \(input.count) bytes")
    }
    output.removeLast(output.count - Int(clamping: size))
    return output
  }
}
