internal import CLibAV

/// Bytes behind an address of the web, by requests for ranges.
package enum WebBytes {
  /// Fetches bytes at an offset, and how many there are in all.
  ///
  /// Each call is one request, for no more than it wants: whatever else the server would send costs its owner money.
  ///
  /// - Throws: ``LibAVError`` when the server does not answer, has nothing there, or sends no ranges.
  package static func fetch(
    _ address: String, at offset: Int64, count: Int
  ) throws(LibAVError) -> (bytes: [UInt8], length: Int64) {
    _ = LogCapture.isInstalled
    var options = unsafe [
      MediaEntry("offset", "\(offset)"), MediaEntry("end_offset", "\(offset + Int64(count))"),
      MediaEntry("protocol_whitelist", "http,https,httpproxy,tcp,tls"),
      MediaEntry("rw_timeout", "30000000"), MediaEntry("user_agent", "metatool"),
    ].makeDictionary()
    defer { unsafe av_dict_free(&options) }
    var context: UnsafeMutablePointer<AVIOContext>?
    try LibAVError.check(
      unsafe avio_open2(&context, address, AVIO_FLAG_READ, nil, &options), "opening the address")
    defer { unsafe avio_closep(&context) }
    guard let opened = unsafe context else {
      throw LibAVError(LibAVError.inputOutput, "opening the address")
    }
    let length = unsafe avio_size(opened)
    guard length >= 0 else {
      throw LibAVError(LibAVError.inputOutput, "the server does not say how much there is")
    }
    let wanted = Int(min(Int64(count), max(0, length - offset)))
    var bytes = [UInt8](repeating: 0, count: wanted)
    var filled = 0
    while filled < wanted {
      let rest = Int32(clamping: wanted - filled)
      let got = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        unsafe avio_read(opened, buffer.baseAddress.map { unsafe $0 + filled }, rest)
      }
      if got == LibAVError.endOfFile || got == 0 { break }
      filled += Int(try LibAVError.check(got, "reading from the address"))
    }
    return (Array(bytes.prefix(filled)), length)
  }
}
