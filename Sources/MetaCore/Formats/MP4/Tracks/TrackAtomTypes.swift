/// The types of the atoms that describe tracks and their samples.
extension FourCC {
  // Headers: ISO/IEC 14496-12 §8.2 to §8.6; `tagc` and `tnam` are user data of tracks.
  static let mvhd = FourCC("m", "v", "h", "d")
  static let tkhd = FourCC("t", "k", "h", "d")
  static let mdhd = FourCC("m", "d", "h", "d")
  static let elng = FourCC("e", "l", "n", "g")
  static let elst = FourCC("e", "l", "s", "t")
  static let tagc = FourCC("t", "a", "g", "c")
  static let tnam = FourCC("t", "n", "a", "m")

  // Sample tables: ISO/IEC 14496-12 §8.6 and §8.7.
  static let stts = FourCC("s", "t", "t", "s")
  static let ctts = FourCC("c", "t", "t", "s")
  static let stss = FourCC("s", "t", "s", "s")
  static let sdtp = FourCC("s", "d", "t", "p")
  static let stsc = FourCC("s", "t", "s", "c")
  static let stsz = FourCC("s", "t", "s", "z")
  static let stz2 = FourCC("s", "t", "z", "2")
  static let stco = FourCC("s", "t", "c", "o")
  static let co64 = FourCC("c", "o", "6", "4")

  // Fragments: ISO/IEC 14496-12 §8.8.
  static let mehd = FourCC("m", "e", "h", "d")
  static let trex = FourCC("t", "r", "e", "x")
  static let tfhd = FourCC("t", "f", "h", "d")
  static let tfdt = FourCC("t", "f", "d", "t")
  static let trun = FourCC("t", "r", "u", "n")
  static let tfra = FourCC("t", "f", "r", "a")

  // References and media types: ISO/IEC 14496-12 §8.3.3, QTFF "Track Reference Atoms".
  static let chap = FourCC("c", "h", "a", "p")
  static let tmcd = FourCC("t", "m", "c", "d")
  static let mebx = FourCC("m", "e", "b", "x")
  static let vmhd = FourCC("v", "m", "h", "d")
  static let vide = FourCC("v", "i", "d", "e")
  static let soun = FourCC("s", "o", "u", "n")
  static let text = FourCC("t", "e", "x", "t")
  static let tx3g = FourCC("t", "x", "3", "g")

  // Audio sample descriptions: QTFF "Sound Sample Descriptions", ISO/IEC 14496-14 §6.7, ISO/IEC
  // 23003-5 §5.2.
  static let esds = FourCC("e", "s", "d", "s")
  static let wave = FourCC("w", "a", "v", "e")
  static let mp4a = FourCC("m", "p", "4", "a")
  static let alac = FourCC("a", "l", "a", "c")
  static let pcmC = FourCC("p", "c", "m", "C")
  static let srat = FourCC("s", "r", "a", "t")
  static let ipcm = FourCC("i", "p", "c", "m")
  static let fpcm = FourCC("f", "p", "c", "m")
}
