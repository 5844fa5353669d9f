/// The kind of an atom file: container name, type identifier, and the order in which its key spaces
/// take precedence.
///
/// The brands (`ftyp`, `styp`) determine the kind; for general brands and for files without brands,
/// the tracks and the atoms of the file do. Brands are registered at mp4ra.org; the type
/// identifiers are those of AVFoundation and the system.
struct MP4Kind: Sendable, Hashable {
  /// The container: `mp4`, `mov`, `3gp`, `3g2`, `heif`, `avif`, `jp2`, `cr3`.
  let name: String
  /// The uniform type identifier.
  let fileType: String

  static let mp4 = MP4Kind(name: "mp4", fileType: "public.mpeg-4")
  // Audio books (`M4B `) have no public type of their own; they are treated like songs.
  static let m4a = MP4Kind(name: "mp4", fileType: "com.apple.m4a-audio")
  static let protectedAudio = MP4Kind(name: "mp4", fileType: "com.apple.protected-mpeg-4-audio")
  static let m4v = MP4Kind(name: "mp4", fileType: "com.apple.m4v-video")
  static let quickTime = MP4Kind(name: "mov", fileType: "com.apple.quicktime-movie")
  static let mobile = MP4Kind(name: "3gp", fileType: "public.3gpp")
  static let mobile2 = MP4Kind(name: "3g2", fileType: "public.3gpp2")
  static let heic = MP4Kind(name: "heif", fileType: "public.heic")
  static let heif = MP4Kind(name: "heif", fileType: "public.heif")
  static let avif = MP4Kind(name: "avif", fileType: "public.avif")
  static let jpeg2000 = MP4Kind(name: "jp2", fileType: "public.jpeg-2000")
  static let canonRaw = MP4Kind(name: "cr3", fileType: "com.canon.cr3-raw-image")

  /// Returns the kind of a file with these brands.
  ///
  /// A file without brands is a QuickTime movie from before 2003, or a stream segment, which is not
  /// in a QuickTime format.
  static func of(_ brands: FileTypeAtom?, isAudio: @autoclosure () -> Bool, isSegment: Bool)
    -> MP4Kind
  {
    guard let brands else { return isSegment ? .mp4 : .quickTime }
    if let kind = of(brands.majorBrand) {
      return kind == .heif && brands.compatibleBrands.contains(where: { of($0) == .heic })
        ? .heic : kind
    }
    // Audio files for iTunes may have a general major brand and list `M4A ` as compatible.
    return brands.names(FourCC("M", "4", "A", " ")) && isAudio() ? .m4a : .mp4
  }

  /// Returns the kind if the brand alone determines it; nil if the brand is general.
  private static func of(_ brand: FourCC) -> MP4Kind? {
    switch brand {
    case FourCC("q", "t", " ", " "): .quickTime
    case FourCC("M", "4", "A", " "), FourCC("M", "4", "B", " "): .m4a
    case FourCC("M", "4", "P", " "): .protectedAudio
    case FourCC("M", "4", "V", " "), FourCC("M", "4", "V", "H"), FourCC("M", "4", "V", "P"): .m4v
    case FourCC("h", "e", "i", "c"), FourCC("h", "e", "i", "x"), FourCC("h", "e", "v", "c"),
      FourCC("h", "e", "v", "x"), FourCC("h", "e", "i", "m"), FourCC("h", "e", "i", "s"):
      .heic
    case FourCC("m", "i", "f", "1"), FourCC("m", "s", "f", "1"), FourCC("m", "i", "f", "2"),
      FourCC("m", "i", "f", "3"):
      .heif
    case FourCC("a", "v", "i", "f"), FourCC("a", "v", "i", "s"): .avif
    case FourCC("j", "p", "2", " "), FourCC("j", "p", "x", " "), FourCC("j", "p", "m", " "):
      .jpeg2000
    case FourCC("c", "r", "x", " "): .canonRaw
    default: mobile(brand)
    }
  }

  /// Returns the kind for a 3GPP brand, which consists of `3g`, a letter for the profile and a
  /// digit for the release, or for a 3GPP2 brand, which begins with `3g2`; nil for other brands.
  private static func mobile(_ brand: FourCC) -> MP4Kind? {
    guard brand.rawValue >> 16 == 0x3367 else { return nil }
    return brand.rawValue >> 8 & 0xFF == UInt32(UInt8(ascii: "2")) ? .mobile2 : .mobile
  }

  /// The key spaces by priority: if two key spaces contain the same field, the first has priority.
  var precedence: [KeySpace] {
    switch name {
    case "mov":
      [
        .quickTimeMetadata, .quickTimeUserData, .iTunes, .iTunesLong, .isoUserData, .asf, .id3,
        .xmp,
      ]
    case "3gp", "3g2":
      [
        .isoUserData, .iTunes, .iTunesLong, .quickTimeMetadata, .quickTimeUserData, .asf, .id3,
        .xmp,
      ]
    default:
      [
        .iTunes, .iTunesLong, .quickTimeMetadata, .isoUserData, .quickTimeUserData, .asf, .id3,
        .xmp,
      ]
    }
  }
}
