/// A movie atom that is compressed (QTFF "Compressed Movie Resources").
///
///     moov
///       cmov
///         dcom: u32 algorithm, `zlib`
///         cmvd: u32 size of what it inflates to, zlib stream: a whole `moov`
enum CompressedMovie {
  /// The atoms that a compressed movie inflates to, with their bytes; offsets are those in the inflated bytes.
  ///
  /// - Throws: `unsupported` for another algorithm, `malformed`, `limitExceeded`, or `io`.
  static func inflate(
    _ cmov: Atom, in window: SourceWindow, limits: Limits, log: inout DiagnosticLog
  ) throws(ParseError) -> (moov: Atom, window: SourceWindow) {
    do throws(ParseError) {
      let inflated = SourceWindow(DataSource(try bytes(cmov, in: window, limits)))
      var walker = AtomWalker(inflated, limits: limits)
      guard let moov = try walker.walk(log: &log).first(.moov) else {
        throw ParseError(.malformed, at: cmov.offset, "no movie in the compressed bytes")
      }
      return (moov, inflated)
    } catch {
      throw error.inside(.cmov).inside(.moov)
    }
  }

  private static func bytes(
    _ cmov: Atom, in window: SourceWindow, _ limits: Limits
  ) throws(ParseError) -> [UInt8] {
    if let dcom = cmov.child(.dcom) {
      var reader = ByteReader(try dcom.payload(in: window))
      let algorithm = try reader.fourCC()
      guard algorithm == .zlib else {
        throw ParseError(.unsupported, at: dcom.offset, "compressed with `\(algorithm)`")
      }
    }
    guard let cmvd = cmov.child(.cmvd) else {
      throw ParseError(.malformed, at: cmov.offset, "no compressed bytes")
    }
    let payload = try cmvd.payload(in: window, limit: limits.table)
    return try Deflate.inflate(payload.clamped(from: 4), limit: limits.table)
  }
}

extension FourCC {
  fileprivate static let zlib = FourCC("z", "l", "i", "b")
}
