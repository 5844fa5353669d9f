internal import CLibAV

/// What a function of FFmpeg's libraries refused, with the words that they have for it.
package struct LibAVError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number that the function returned; below zero.
  package let code: Int32
  /// What was being done: "opening the file".
  package let action: String
  /// What the libraries call it: "Invalid data found when processing input".
  package let reason: String

  /// Makes an error of a return code; `reason` is what a library logged, where that says more.
  package init(_ code: Int32, _ action: String, reason: String? = nil) {
    self.code = code
    self.action = action
    self.reason = reason ?? LibAVError.text(of: code)
  }

  /// The same in one sentence.
  package var description: String { "\(action): \(reason)" }

  /// Whether the system is to blame, not the bytes: demuxers and decoders have all other codes,
  /// EPERM included, for what contradicts itself.
  package var isAboutSystem: Bool {
    code == LibAVError.inputOutput || code == LibAVError.noMemory || code == LibAVError.exit
  }

  /// Whether there is no decoder, or no stream that it could decode.
  package var isAboutDecoder: Bool {
    code == LibAVError.noDecoder || code == LibAVError.noStream
  }

  /// Whether a muxer does not take what it was given.
  package var isAboutOutput: Bool {
    action == LibAVError.writingHeader && code != LibAVError.inputOutput
  }

  static let writingHeader = "writing the header"

  /// Pictures of a layout that has no place here.
  package static func noSuchPicture(_ layout: String) -> LibAVError {
    LibAVError(invalidArgument, "taking a picture of \(layout)")
  }

  /// Goes on when the number is no error.
  @discardableResult
  package static func check(_ code: Int32, _ action: String) throws(LibAVError) -> Int32 {
    guard code >= 0 else { throw LibAVError(code, action) }
    return code
  }

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

/// The codes that FFmpeg makes with macros, which Swift does not see (libavutil/error.h).
extension LibAVError {
  /// The end of the file.
  package static let endOfFile = tag("EOF ")
  /// The bytes contradict the format.
  static let invalidData = tag("INDA")
  /// There is no such demuxer.
  static let noDemuxer = tag("\u{F8}DEM")
  /// There is no such stream.
  static let noStream = tag("\u{F8}STR")
  /// There is no such decoder.
  static let noDecoder = tag("\u{F8}DEC")
  /// There is no such encoder.
  static let noEncoder = tag("\u{F8}ENC")
  /// There is no such bitstream filter.
  static let noFilter = tag("\u{F8}BSF")
  /// Stopped on demand.
  static let exit = tag("EXIT")
  /// More input is wanted first.
  package static let again: Int32 = -11
  /// Out of memory.
  package static let noMemory: Int32 = -12
  /// An argument is wrong.
  static let invalidArgument: Int32 = -22
  /// Not allowed.
  static let notPermitted: Int32 = -1
  /// Reading or writing failed.
  static let inputOutput: Int32 = -5

  private static func tag(_ letters: String) -> Int32 {
    let bytes = letters.unicodeScalars.map { $0.value & 0xFF }
    return -Int32(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | $1 })
  }
}
