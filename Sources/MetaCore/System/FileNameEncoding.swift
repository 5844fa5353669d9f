package import SystemPackage

/// Reads the command line without losing bytes that are not valid UTF-8, using a reversible
/// encoding of arbitrary bytes as Swift strings.
///
/// File names are bytes. A byte that is not part of valid UTF-8 is represented by the private
/// character U+10FF00 + byte, so that a text parser can process it; private characters that occur
/// in a name are represented byte by byte. The encoding is for file names only, including those
/// from folders and lists: other values must first pass through ``utf8Text(of:)``.
package enum FileNameEncoding {
  /// The arguments after the program name, encoded by ``text(of:)``.
  package static var arguments: [String] {
    let count = Int(CommandLine.argc)
    guard count > 1 else { return [] }
    return (1..<count).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      if let plain = unsafe String(validatingCString: argument), isPlain(plain) { return plain }
      // Not as a path, because arguments are also values, in which all slashes count.
      return text(of: unsafe bytes(of: argument))
    }
  }

  /// Returns the bytes of a path.
  package static func bytes(of path: FilePath) -> [UInt8] {
    unsafe path.withPlatformString { unsafe bytes(of: $0) }
  }

  /// Returns the bytes of a C string, without its zero byte.
  private static func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while unsafe string[index] != 0 {
      bytes.append(UInt8(bitPattern: unsafe string[index]))
      index += 1
    }
    return bytes
  }

  /// Returns bytes as text: every byte that is not part of valid UTF-8, or that belongs to a
  /// private character used by this encoding, as a private character, and all other characters
  /// unchanged.
  package static func text(of bytes: [UInt8]) -> String {
    if let text = ByteSlice(bytes).utf8Text, isPlain(text) { return text }
    var text = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = sequenceLength(first)
      if length > 0, let part = String(validating: rest.prefix(length), as: UTF8.self),
        let scalar = part.unicodeScalars.first, !escaped.contains(scalar.value)
      {
        text += part
        rest = rest.dropFirst(length)
      } else {
        if let scalar = Unicode.Scalar(0x10FF00 + UInt32(first)) {
          text.unicodeScalars.append(scalar)
        }
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Returns true only if a string is known to contain no encoded bytes, so that its UTF-8 is the
  /// name itself.
  ///
  /// Encoded bytes are characters in plane 16, and only those start with the byte F4.
  package static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8.span
    for index in bytes.indices where bytes[index] == 0xF4 { return false }
    return true
  }

  /// Returns the bytes that ``text(of:)`` encoded; the inverse of that function.
  package static func bytes(of text: String) -> [UInt8] {
    if isPlain(text) { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if escaped.contains(scalar.value) {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    return bytes
  }

  /// Returns the original of an encoded string; nil if its bytes are not UTF-8.
  package static func utf8Text(of spelling: String) -> String? {
    if isPlain(spelling) { return spelling }
    return String(validating: bytes(of: spelling), as: UTF8.self)
  }

  /// Returns the encoding of a string, which differs from it only if it contains private
  /// characters.
  package static func spelling(of text: String) -> String {
    isPlain(text) ? text : self.text(of: Array(text.utf8))
  }

  /// Returns the path whose bytes ``text(of:)`` encoded; `FilePath` removes repeated and trailing
  /// slashes.
  package static func path(of text: String) -> FilePath {
    let name = bytes(of: text).map { CChar(bitPattern: $0) } + [0]
    return unsafe name.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return FilePath() }
      return unsafe FilePath(platformString: base)
    }
  }

  /// The characters that represent the bytes from 0x80 to 0xFF; lower bytes are valid UTF-8.
  private static let escaped: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

  /// Returns the length in bytes of a UTF-8 character with this first byte; 0 if it is not a first
  /// byte.
  package static func sequenceLength(_ first: UInt8) -> Int {
    switch first {
    case 0..<0x80: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }
}
