/// Inflates a compressed movie atom, as found in old QuickTime movies (QTFF "Compressed Movie
/// Resources").
///
///     moov
///       cmov
///         dcom: u32 algorithm, `zlib`
///         cmvd: u32 inflated size, zlib stream: a complete `moov`
enum CompressedMovie {
  /// The maximum number of atoms in the inflated data, because a thousand bytes can inflate to a
  /// hundred thousand atoms.
  private static let maxAtoms = 1 << 17

  /// Inflates the movie atom, and returns it with a window over the file followed by the inflated
  /// data.
  ///
  /// All offsets are thus in a single window: the offsets of samples are inside the file, and the
  /// offsets of the movie's atoms are after its end.
  ///
  /// - Throws: `unsupported` when a different algorithm is used, `malformed`, `truncated`,
  ///   `limitExceeded`, or `io`.
  static func inflate(
    _ cmov: Atom, in window: SourceWindow, limits: Limits, log: inout DiagnosticLog
  ) throws(ParseError) -> (moov: Atom, window: SourceWindow) {
    do throws(ParseError) {
      let bytes = try bytes(cmov, in: window, limits)
      let both = SourceWindow(ExtendedSource(file: window.source, inflated: DataSource(bytes)))
      var limits = limits
      limits.structures = min(limits.structures, CompressedMovie.maxAtoms)
      var walker = AtomWalker(both, limits: limits)
      let atoms = try walker.walk(from: window.length, to: both.length, log: &log)
      guard let moov = atoms.first(.moov) else {
        throw ParseError(.malformed, at: cmov.offset, "no movie atom in the compressed data")
      }
      return (moov, both)
    } catch {
      throw error.inside(.cmov).inside(.moov)
    }
  }

  /// Checks the algorithm if `dcom` specifies one, and returns the inflated bytes of `cmvd`; the
  /// declared size is ignored.
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
      throw ParseError(.malformed, at: cmov.offset, "no compressed data")
    }
    let payload = try cmvd.payload(in: window, limit: limits.table)
    return try Deflate.inflate(payload.clamped(from: 4), limit: limits.table)
  }
}

/// A file followed by data that was inflated from it, as one byte source: offsets below the file's
/// length are offsets in the file.
private struct ExtendedSource: ByteSource {
  let file: any ByteSource
  let inflated: DataSource

  var length: Int64 { file.length + inflated.length }

  /// The identity of the file, because offsets after its end never become locations.
  var sourceIdentity: SourceIdentity { file.sourceIdentity }

  var isUnchanged: Bool { file.isUnchanged }

  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard offset >= 0, offset < length, count > 0 else { return [] }
    guard offset < file.length else {
      return try inflated.read(at: offset - file.length, count: count)
    }
    let head = try file.read(at: offset, count: Int(min(Int64(count), file.length - offset)))
    return try head + inflated.read(at: 0, count: count - head.count)
  }
}

extension FourCC {
  fileprivate static let zlib = FourCC("z", "l", "i", "b")
}
