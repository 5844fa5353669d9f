/// Recognises QuickTime, MP4 and related files by the types and sizes of their first atoms.
enum MP4Match {
  /// Matches a head of up to 4096 bytes.
  static func match(_ head: ByteSlice, _ window: SourceWindow) -> FormatMatch {
    var reader = ByteReader(head)
    guard let first = try? AtomHeader.parse(&reader), first.type.isPrintable else { return .no }
    switch first.type {
    case .ftyp, .styp: return .yes
    case .jpegSignature: return isJPEGSignature(head) ? .yes : .no
    // Without a valid child, the four letters may be there by chance, so a stream found inside is
    // more likely.
    case .moov, .moof: return holdsAtoms(first, head, window) ? .yes : .maybe(20)
    default: return follow(window)
    }
  }

  private static func isJPEGSignature(_ head: ByteSlice) -> Bool {
    head.clamped(from: 8).starts(with: [0x0D, 0x0A, 0x87, 0x0A])
  }

  /// Returns whether the payload starts with the header of an atom that is not larger than its
  /// parent.
  private static func holdsAtoms(
    _ header: AtomHeader, _ head: ByteSlice, _ window: SourceWindow
  ) -> Bool {
    var inside = ByteReader(head.clamped(from: header.headerSize))
    guard let child = try? AtomHeader.parse(&inside), child.type.isPrintable else { return false }
    return (child.size ?? 0) <= header.size ?? window.length
  }

  /// Examines up to 16 atoms until one is decisive: files that do not begin with `ftyp` begin with
  /// media data, free space, or less common atoms.
  private static func follow(_ window: SourceWindow) -> FormatMatch {
    var offset: Int64 = 0
    var likelihood = 0
    for _ in 0..<16 where offset < window.length {
      guard let head = try? window.bytes(at: offset, upTo: AtomHeader.longest) else { break }
      var reader = ByteReader(head)
      guard let header = try? AtomHeader.parse(&reader) else { break }
      switch header.type {
      case .ftyp, .moov, .moof: return .maybe(90)
      // This is more likely than an audio stream found somewhere inside.
      case .mdat: likelihood = 55
      case .free, .skip, .wide, .pnot, .styp, .sidx, .ssix, .prft, .emsg, .uuid, .meta:
        likelihood = max(likelihood, 30)
      default:
        guard header.type.isPrintable, likelihood > 0 else { return result(likelihood) }
      }
      guard let size = header.size, size <= window.length - offset else {
        return result(header.size == nil || offset > 0 || header.type == .mdat ? likelihood : 0)
      }
      offset += size
    }
    return result(likelihood)
  }

  private static func result(_ likelihood: Int) -> FormatMatch {
    likelihood > 0 ? .maybe(likelihood) : .no
  }
}
