/// The types of the structural atoms of a movie file; the types of metadata and sample tables are
/// declared with their readers.
extension FourCC {
  // Top level: ISO/IEC 14496-12 §6.3 table 1, QTFF "Overview of QuickTime File Format".
  static let ftyp = FourCC("f", "t", "y", "p")
  static let styp = FourCC("s", "t", "y", "p")
  static let sidx = FourCC("s", "i", "d", "x")
  static let ssix = FourCC("s", "s", "i", "x")
  static let prft = FourCC("p", "r", "f", "t")
  static let emsg = FourCC("e", "m", "s", "g")
  static let moov = FourCC("m", "o", "o", "v")
  static let moof = FourCC("m", "o", "o", "f")
  static let mfra = FourCC("m", "f", "r", "a")
  static let mdat = FourCC("m", "d", "a", "t")
  static let free = FourCC("f", "r", "e", "e")
  static let skip = FourCC("s", "k", "i", "p")
  static let wide = FourCC("w", "i", "d", "e")
  static let pnot = FourCC("p", "n", "o", "t")
  static let uuid = FourCC("u", "u", "i", "d")
  static let meta = FourCC("m", "e", "t", "a")
  static let jpegSignature = FourCC("j", "P", " ", " ")
  static let jp2h = FourCC("j", "p", "2", "h")

  // Atoms below `moov`, `moof`, `meta` and `jp2h`, most of which are containers.
  static let trak = FourCC("t", "r", "a", "k")
  static let mdia = FourCC("m", "d", "i", "a")
  static let minf = FourCC("m", "i", "n", "f")
  static let stbl = FourCC("s", "t", "b", "l")
  static let stsd = FourCC("s", "t", "s", "d")
  static let udta = FourCC("u", "d", "t", "a")
  static let edts = FourCC("e", "d", "t", "s")
  static let dinf = FourCC("d", "i", "n", "f")
  static let dref = FourCC("d", "r", "e", "f")
  static let tref = FourCC("t", "r", "e", "f")
  static let gmhd = FourCC("g", "m", "h", "d")
  static let mvex = FourCC("m", "v", "e", "x")
  static let traf = FourCC("t", "r", "a", "f")
  static let cmov = FourCC("c", "m", "o", "v")
  static let dcom = FourCC("d", "c", "o", "m")
  static let cmvd = FourCC("c", "m", "v", "d")
  static let ilst = FourCC("i", "l", "s", "t")
  static let hnti = FourCC("h", "n", "t", "i")
  static let tapt = FourCC("t", "a", "p", "t")
  static let ludt = FourCC("l", "u", "d", "t")
  static let sinf = FourCC("s", "i", "n", "f")
  static let schi = FourCC("s", "c", "h", "i")
  static let iprp = FourCC("i", "p", "r", "p")
  static let ipco = FourCC("i", "p", "c", "o")
  static let iinf = FourCC("i", "i", "n", "f")
  static let iref = FourCC("i", "r", "e", "f")

  /// Whether every byte is printable in Latin-1, as in all types in use except the key numbers in
  /// `ilst`.
  var isPrintable: Bool {
    var rest = rawValue
    for _ in 0..<4 {
      let byte = rest & 0xFF
      if byte < 0x20 || (byte >= 0x7F && byte < 0xA0) { return false }
      rest >>= 8
    }
    return true
  }
}
