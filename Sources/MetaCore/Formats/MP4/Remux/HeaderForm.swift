/// Converts `mdhd` and `hdlr` of a track to the QuickTime or MP4 form, and provides the media
/// information header, `dinf` and the data handler for that form.
///
/// QTFF "Media Atoms" and ISO/IEC 14496-12 §8.4 specify the same atoms; they differ in language
/// codes, handler names, and the media information headers. ``TrackWriter`` uses the type for
/// exported tracks; it is also used for the headers of new tracks.
struct HeaderForm: Sendable {
  /// Whether the new form is QuickTime; otherwise, it is MP4.
  let isQuickTime: Bool

  /// Converts `mdhd`: for MP4, a Macintosh language code becomes the ISO code, or undetermined if
  /// it has none.
  func media(_ header: MediaHeaderAtom) -> MediaHeaderAtom {
    // Codes below 0x400 are Macintosh languages; 0x7FFF is an unspecified language (QTFF "Language
    // Code Values").
    guard !isQuickTime, header.language < 0x400 || header.language == 0x7FFF else { return header }
    var header = header
    header.language =
      MacLanguage(code: header.language)?.tag.packedQuickTime ?? MediaHeaderAtom.undetermined
    return header
  }

  /// Converts `hdlr`: in QuickTime, it has a component type and a Pascal string of up to 255 bytes;
  /// in MP4, it has no component type, and the name is zero-terminated.
  func handler(_ handler: MediaHandlerAtom) -> MediaHandlerAtom {
    let name = Array(handler.name.utf8)
    var new = MediaHandlerAtom(handler: handler.handler)
    new.header = handler.header
    if isQuickTime {
      // The name is a Pascal string: the length in one byte, followed by the text.
      let text = name.prefix(255)
      new.componentType = FourCC("m", "h", "l", "r")
      new.nameBytes = ByteSlice([UInt8(text.count)] + text)
    } else {
      new.nameBytes = ByteSlice(name + [0])
    }
    return new
  }

  /// Returns the media information header for a track with the given handler (ISO/IEC 14496-12 §12,
  /// QTFF "Media Information Atoms").
  func informationHeader(of handler: FourCC) -> [UInt8] {
    var writer = ByteWriter()
    switch handler {
    case .vide: writer.atom(.vmhd) { $0.append([0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)) }
    case .soun: writer.atom(.smhd) { $0.append([UInt8](repeating: 0, count: 8)) }
    case .text:
      writer.atom(.gmhd) { gmhd in
        gmhd.atom(.gmin) { $0.append(NewChapterTrack.baseHeader) }
        gmhd.atom(.text) { TransformationMatrix.identity.encode(into: &$0) }
      }
    case .subt where !isQuickTime: writer.atom(.sthd) { $0.u32(0) }
    default: return isQuickTime ? HeaderForm.baseHeader : HeaderForm.nullHeader
    }
    return writer.bytes
  }

  /// An `nmhd` atom, which is the header for media without a specific media information header
  /// (ISO/IEC 14496-12 §8.4.5.2).
  static let nullHeader: [UInt8] = [0, 0, 0, 12, 0x6E, 0x6D, 0x68, 0x64, 0, 0, 0, 0]

  /// A `gmhd` atom with `gmin`, which is the QuickTime equivalent of `nmhd` (QTFF "Base Media
  /// Information Atoms").
  static let baseHeader: [UInt8] = {
    var writer = ByteWriter()
    writer.atom(.gmhd) { $0.atom(.gmin) { $0.append(NewChapterTrack.baseHeader) } }
    return writer.bytes
  }()

  /// A `dinf` atom for media in the same file.
  static let sameFile: [UInt8] = {
    var writer = ByteWriter()
    writer.atom(.dinf) { $0.atom(.dref) { $0.append(NewChapterTrack.references) } }
    return writer.bytes
  }()

  /// The data handler `hdlr`, which QuickTime requires next to `dinf`.
  static let dataHandler: [UInt8] = {
    var handler = MediaHandlerAtom(handler: FourCC("u", "r", "l", " "))
    handler.componentType = FourCC("d", "h", "l", "r")
    handler.nameBytes = ByteSlice([0])
    var writer = ByteWriter()
    writer.atom(.hdlr) { handler.encode(into: &$0) }
    return writer.bytes
  }()
}

extension FourCC {
  static let smhd = FourCC("s", "m", "h", "d")
  static let subt = FourCC("s", "u", "b", "t")
}
