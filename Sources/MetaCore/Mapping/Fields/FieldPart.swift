/// The part of a value that a key and a field share, written after `#` in the field table:
/// `MVIN#count` is the total in the frame `MVIN`, `TYER#year` the year of the field `date`.
enum FieldPart: UInt8, Sendable, CaseIterable {
  /// The complete value.
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
  /// The complete value, but only in a tag with a `GRP1` frame.
  case grouped
  /// The total of a pair, in key spaces that store pairs in one value: changed where it exists, but
  /// not added.
  case counted

  /// Returns the part with a name in the table, or nil.
  static func named(_ text: Substring) -> FieldPart? {
    names.firstIndex { $0 == text }.map { allCases[$0] }
  }

  /// The names of the cases, written out because runtime reflection takes longer than an edit.
  static let names = [
    "whole", "number", "count", "year", "day", "time", "name", "rating", "plays", "grouped",
    "counted",
  ]
}

/// The ID3 frames whose key in the field table is a text besides the frame ID: `TXXX:BARCODE`,
/// `UFID:http://musicbrainz.org`, `COMM:iTunNORM`, `TIPL:producer`.
///
/// The raw value takes the place of the key space number in ``KeyIndex``, so that such a text is
/// not found as a key of another space. The numbers are above those of ``KeySpace``.
enum SubKey: UInt8, Sendable {
  /// A description of `TXXX`.
  case userText = 64
  /// An owner of `UFID`.
  case uniqueFileIdentifier
  /// A description of `COMM`.
  case comment
  /// A role of `TIPL`, `TMCL` or `IPLS`.
  case role
  /// Unknown.
  case none

  /// Returns the case for the frame before the colon, or nil.
  static func named(_ frame: Substring) -> SubKey? {
    switch frame {
    case "TXXX": .userText
    case "UFID": .uniqueFileIdentifier
    case "COMM": .comment
    case "TIPL": .role
    default: nil
    }
  }
}
