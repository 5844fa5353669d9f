/// A file type in the QuickTime and MP4 family that can be written, with its brands and the form of
/// its atoms.
///
/// Exports convert movies to it, and `AssetWriter` writes new movies of this type. Brands are
/// registered at mp4ra.org; the combinations of brands are those that AVFoundation and 3GPP TS
/// 26.244 use.
struct MovieTarget: Sendable, Hashable {
  /// The uniform type identifier.
  let fileType: FileType
  /// The container, as in ``MP4Kind/name``.
  let container: String
  /// The brand that identifies the type, which is the first one in `ftyp`.
  let majorBrand: FourCC
  /// The version of the major brand.
  let minorVersion: UInt32
  /// All brands to which the file conforms.
  let compatibleBrands: [FourCC]
  /// Whether only audio, with its artwork and chapters, is allowed.
  let isAudioOnly: Bool

  /// Whether atoms have the QuickTime form where ISO/IEC 14496-12 differs from it.
  var isQuickTime: Bool { container == "mov" }

  /// Creates a target whose first brand is the major brand.
  private init(
    _ fileType: FileType, _ container: String, _ brands: [FourCC], minorVersion: UInt32 = 0,
    isAudioOnly: Bool = false
  ) {
    self.fileType = fileType
    self.container = container
    self.minorVersion = minorVersion
    self.isAudioOnly = isAudioOnly
    majorBrand = brands.first ?? MovieTarget.isom
    compatibleBrands = brands
  }

  /// All supported targets.
  static let all: [MovieTarget] = [
    MovieTarget(.quickTimeMovie, "mov", [FourCC("q", "t", " ", " ")]),
    MovieTarget(.mp4, "mp4", [mp42, FourCC("m", "p", "4", "1"), isom, iso2]),
    MovieTarget(.m4a, "mp4", [FourCC("M", "4", "A", " "), mp42, isom, iso2], isAudioOnly: true),
    MovieTarget(
      .m4b, "mp4", [FourCC("M", "4", "B", " "), FourCC("M", "4", "A", " "), mp42, isom, iso2],
      isAudioOnly: true),
    MovieTarget(.m4v, "mp4", [FourCC("M", "4", "V", " "), mp42, isom, iso2]),
    MovieTarget(.mobile3GPP, "3gp", [FourCC("3", "g", "p", "6"), isom, iso2], minorVersion: 0x100),
    MovieTarget(
      .mobile3GPP2, "3g2", [FourCC("3", "g", "2", "c"), isom, iso2], minorVersion: 0x10000),
  ]

  /// Returns the target for a type; nil if movies cannot be written in that type.
  static func of(_ fileType: FileType) -> MovieTarget? { all.first { $0.fileType == fileType } }

  private static let mp42 = FourCC("m", "p", "4", "2")
  private static let isom = FourCC("i", "s", "o", "m")
  private static let iso2 = FourCC("i", "s", "o", "2")

  /// Returns the new `ftyp`, which is that of the source file if the type is the same, without
  /// compatible brands that promise fragments.
  func brands(_ old: FileTypeAtom?, ofKind kind: MP4Kind) -> FileTypeAtom {
    if let old, kind.fileType == fileType.rawValue {
      var filtered = old
      filtered.compatibleBrands.removeAll { MovieTarget.fragmented.contains($0) }
      return filtered
    }
    return FileTypeAtom(
      majorBrand: majorBrand, minorVersion: minorVersion, compatibleBrands: compatibleBrands)
  }

  /// Brands that promise fragments (ISO/IEC 23009-1 §6.3, ISO/IEC 23000-19 §7.2).
  private static let fragmented: [FourCC] = [
    FourCC("d", "a", "s", "h"), FourCC("m", "s", "d", "h"), FourCC("m", "s", "i", "x"),
    FourCC("c", "m", "f", "c"), FourCC("c", "m", "f", "2"), FourCC("c", "m", "f", "s"),
    FourCC("c", "m", "f", "l"), FourCC("h", "l", "s", "f"), FourCC("l", "m", "s", "g"),
  ]
}

extension FileTypeAtom {
  /// Adds the earliest brand that allows all features used in the written fragments (ISO/IEC
  /// 14496-12 Annex E).
  mutating func addFragments() {
    let brand = FourCC("i", "s", "o", "6")
    if !compatibleBrands.contains(brand) { compatibleBrands.append(brand) }
  }
}
