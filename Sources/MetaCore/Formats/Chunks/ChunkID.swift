/// The four-character codes of forms, lists and chunks in RIFF, AIFF and DSDIFF files, as
/// constants.
enum ChunkID {
  /// Padding chunks.
  static let free: Set<FourCC> = [
    FourCC("J", "U", "N", "K"), FourCC("j", "u", "n", "k"), FourCC("F", "L", "L", "R"),
    FourCC("P", "A", "D", " "),
  ]

  static let riff = FourCC("R", "I", "F", "F")
  static let rifx = FourCC("R", "I", "F", "X")
  static let rf64 = FourCC("R", "F", "6", "4")
  static let bw64 = FourCC("B", "W", "6", "4")
  static let list = FourCC("L", "I", "S", "T")
  static let data = FourCC("d", "a", "t", "a")
  static let soundData = FourCC("S", "S", "N", "D")
  static let fmt = FourCC("f", "m", "t", " ")
  static let fact = FourCC("f", "a", "c", "t")
  static let bext = FourCC("b", "e", "x", "t")
  static let cue = FourCC("c", "u", "e", " ")
  static let ixml = FourCC("i", "X", "M", "L")
  static let axml = FourCC("a", "x", "m", "l")
  static let xmp = FourCC("_", "P", "M", "X")
  /// A C2PA manifest (C2PA 2.1 §A.3.7).
  static let claims = FourCC("C", "2", "P", "A")
  static let display = FourCC("D", "I", "S", "P")
  static let id3 = FourCC("i", "d", "3", " ")
  static let id3Upper = FourCC("I", "D", "3", " ")
  static let info = FourCC("I", "N", "F", "O")
  static let adtl = FourCC("a", "d", "t", "l")
  static let labl = FourCC("l", "a", "b", "l")
  static let ltxt = FourCC("l", "t", "x", "t")
  static let smpl = FourCC("s", "m", "p", "l")
  static let plst = FourCC("p", "l", "s", "t")
  static let comm = FourCC("C", "O", "M", "M")
  static let name = FourCC("N", "A", "M", "E")
  static let auth = FourCC("A", "U", "T", "H")
  static let copyright = FourCC("(", "c", ")", " ")
  static let anno = FourCC("A", "N", "N", "O")
  static let comt = FourCC("C", "O", "M", "T")
  static let mark = FourCC("M", "A", "R", "K")
  static let inst = FourCC("I", "N", "S", "T")
}
