package import SystemPackage

/// Standard input, read to its end.
package enum StandardInput {
  /// All bytes that come.
  package static func readAll() throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    do {
      while true {
        let count = try unsafe piece.withUnsafeMutableBytes { buffer in
          try unsafe FileDescriptor.standardInput.read(into: buffer)
        }
        if count == 0 { return bytes }
        bytes.append(contentsOf: piece[..<count])
      }
    } catch {
      throw (error as? Errno) ?? .ioError
    }
  }
}
