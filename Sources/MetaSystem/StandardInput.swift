package import SystemPackage

/// Reads the standard input of this process.
package enum StandardInput {
  /// Reads all bytes until the end of the input.
  ///
  /// - Throws: `Errno` if reading fails.
  package static func readAll() throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try read(into: &piece)
      if count == 0 { return bytes }
      bytes.append(contentsOf: piece[..<count])
    }
  }

  /// Reads the next bytes and returns their number, or 0 at the end.
  static func read(into piece: inout [UInt8]) throws(Errno) -> Int {
    do {
      return try unsafe piece.withUnsafeMutableBytes { buffer in
        try unsafe FileDescriptor.standardInput.read(into: buffer)
      }
    } catch {
      throw (error as? Errno) ?? .ioError
    }
  }
}
