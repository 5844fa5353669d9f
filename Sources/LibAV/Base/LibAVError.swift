internal import CLibAV

/// An error from one of FFmpeg's libraries, as a negative code, with the operation that failed.
///
/// The code was either returned by a library function or chosen by this module, for example when a
/// stream does not exist or an allocation fails.
package struct LibAVError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The error code, which is negative.
  package let code: Int32
  /// The operation that failed, such as "opening the file".
  package let action: String
  /// The libraries' description, such as "Invalid data found when processing input".
  package let reason: String

  /// Creates an error from a return code; `reason` is a more specific message that a library
  /// logged, if any.
  package init(_ code: Int32, _ action: String, reason: String? = nil) {
    self.code = code
    self.action = action
    self.reason = reason ?? LibAVError.text(of: code)
  }

  /// The operation and the reason, for messages.
  package var description: String { "\(action): \(reason)" }

  /// Whether the system failed or the operation was cancelled, rather than the data being invalid;
  /// demuxers and decoders return all other codes, including EPERM, for invalid data.
  package var isAboutSystem: Bool {
    code == LibAVError.inputOutput || code == LibAVError.noMemory || code == LibAVError.exit
  }

  /// Whether there is no decoder or no matching stream.
  package var isAboutDecoder: Bool {
    code == LibAVError.noDecoder || code == LibAVError.noStream
  }

  /// Whether the error means that a muxer does not support its input.
  package var isAboutOutput: Bool {
    action == LibAVError.writingHeader && code != LibAVError.inputOutput
  }

  /// The operation in which muxers reject streams, by which ``isAboutOutput`` recognises such
  /// errors.
  static let writingHeader = "writing the header"

  /// Returns the error for a picture in an unsupported pixel format.
  package static func noSuchPicture(_ layout: String) -> LibAVError {
    LibAVError(invalidArgument, "reading pixel format \(layout)")
  }

  /// Checks a return code and returns it if it is not an error.
  @discardableResult
  package static func check(_ code: Int32, _ action: String) throws(LibAVError) -> Int32 {
    guard code >= 0 else { throw LibAVError(code, action) }
    return code
  }

  /// Returns the libraries' description of a code, or the number of a code without one.
  private static func text(of code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    let count = buffer.count
    let result = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      unsafe av_strerror(code, buffer.baseAddress, count)
    }
    guard result >= 0 else { return "error \(code)" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The error codes that FFmpeg defines as macros, which Swift does not import (libavutil/error.h).
extension LibAVError {
  /// The end of the file.
  package static let endOfFile = tag("EOF ")
  /// Invalid data.
  static let invalidData = tag("INDA")
  /// Demuxer not found.
  static let noDemuxer = tag("\u{F8}DEM")
  /// Stream not found.
  static let noStream = tag("\u{F8}STR")
  /// Decoder not found.
  static let noDecoder = tag("\u{F8}DEC")
  /// Encoder not found.
  static let noEncoder = tag("\u{F8}ENC")
  /// Bitstream filter not found.
  static let noFilter = tag("\u{F8}BSF")
  /// Cancelled.
  static let exit = tag("EXIT")
  /// More input is required first.
  package static let again: Int32 = -11
  /// Out of memory.
  package static let noMemory: Int32 = -12
  /// Invalid argument.
  static let invalidArgument: Int32 = -22
  /// Operation not permitted.
  static let notPermitted: Int32 = -1
  /// Reading or writing failed.
  static let inputOutput: Int32 = -5

  /// Returns `FFERRTAG`: the number with four characters as its bytes, the first in the lowest
  /// byte, negated.
  private static func tag(_ letters: String) -> Int32 {
    let bytes = letters.unicodeScalars.map { $0.value & 0xFF }
    return -Int32(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | $1 })
  }
}
