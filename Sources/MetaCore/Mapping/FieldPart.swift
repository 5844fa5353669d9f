/// Which part of a value a key and a field have in common; what stands behind `#` in the field table.
enum FieldPart: UInt8, Sendable {
  /// The whole value.
  case whole
  /// The number of a pair.
  case number
  /// The count of a pair.
  case count
  /// The year of a date, in `TYER`.
  case year
  /// Day and month of a date (DDMM), in `TDAT`.
  case day
  /// Hour and minute of a date (HHMM), in `TIME`.
  case time
  /// The name inside a composite value.
  case name
  /// The rating of a popularimeter.
  case rating
  /// The play counter of a popularimeter.
  case plays
  /// The whole value, but only beside a `GRP1` frame.
  case grouped

  init(rowText: ArraySlice<UInt8>) {
    self = FieldPart.names.first { rowText.elementsEqual($0.name.utf8) }?.part ?? .whole
  }

  private static let names: [(name: String, part: FieldPart)] = [
    ("number", .number), ("count", .count), ("year", .year), ("day", .day), ("time", .time),
    ("name", .name), ("rating", .rating), ("plays", .plays), ("grouped", .grouped),
  ]
}

/// Keys inside a frame: the description, owner or role by which frames of one id differ.
///
/// The numbers continue those of ``KeySpace``.
enum SubKey: UInt8, Sendable {
  /// A description of `TXXX`.
  case userText = 64
  /// An owner of `UFID`.
  case uniqueFileIdentifier
  /// A description of `COMM`.
  case comment
  /// A role of `TIPL`, `TMCL` or `IPLS`.
  case role
  /// Not known.
  case none

  init(frame: ArraySlice<UInt8>) {
    self =
      if frame.elementsEqual("TXXX".utf8) {
        .userText
      } else if frame.elementsEqual("UFID".utf8) {
        .uniqueFileIdentifier
      } else if frame.elementsEqual("COMM".utf8) {
        .comment
      } else if frame.elementsEqual("TIPL".utf8) {
        .role
      } else {
        .none
      }
  }
}

extension KeySpace {
  /// The number of a key space as the field table names it (`id3` for `org.id3`).
  static func ordinal(rowText: ArraySlice<UInt8>) -> UInt8 {
    let wanted = packedWord(rowText)
    return packedPrefixes.first { $0.word == wanted }?.ordinal ?? 0
  }

  private static let packedPrefixes = known.map {
    (word: packedWord($0.identifierPrefix.utf8), ordinal: $0.ordinal)
  }
}

/// The first eight bytes of a word as a number, so that short words compare at once.
func packedWord(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
}
