/// The part of a value that a field shares with one of its keys, written after `#` in the field
/// table: `MVIN#count` means the total in the `MVIN` frame, `TYER#year` the year of the `date`
/// field.
enum FieldPart: UInt8, Sendable, CaseIterable {
  /// The complete value.
  case whole
  /// The number of a pair.
  case number
  /// The total of a pair.
  case count
  /// The year of a date, stored in `TYER`.
  case year
  /// The day and month of a date (DDMM), stored in `TDAT`.
  case day
  /// The hour and minute of a date (HHMM), stored in `TIME`.
  case time
  /// The name in a composite value.
  case name
  /// The rating of a popularimeter.
  case rating
  /// The play counter of a popularimeter.
  case plays
  /// The complete value, but only in a tag with a `GRP1` frame.
  case grouped
  /// The total of a pair, for key spaces that store a pair as one value: it is changed if it
  /// exists, but not added.
  case counted

  /// Returns the part with this name in the table, or nil.
  static func named(_ text: Substring) -> FieldPart? {
    names.firstIndex { $0 == text }.map { allCases[$0] }
  }

  /// The names of the cases, listed explicitly because runtime reflection takes longer than an
  /// edit.
  static let names = [
    "whole", "number", "count", "year", "day", "time", "name", "rating", "plays", "grouped",
    "counted",
  ]
}

/// The ID3 frames whose keys in the field table contain a string in addition to the frame ID:
/// `TXXX:BARCODE`, `UFID:http://musicbrainz.org`, `COMM:iTunNORM`, `TIPL:producer`.
///
/// The raw value is used instead of the key space number in ``KeyIndex``, so that the string is not
/// found as a key in another key space. The numbers are above those of ``KeySpace``.
enum SubKey: UInt8, Sendable {
  /// A `TXXX` description.
  case userText = 64
  /// A `UFID` owner.
  case uniqueFileIdentifier
  /// A `COMM` description.
  case comment
  /// A role in `TIPL`, `TMCL` or `IPLS`.
  case role
  /// No such frame.
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
