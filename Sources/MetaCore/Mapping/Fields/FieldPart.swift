/// The part of a value that a key and a field share, written after `#` in the field table.
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

  static func named(_ text: Substring) -> FieldPart? {
    names.firstIndex { $0 == text }.map { allCases[$0] }
  }

  /// The names of the cases, written out because runtime reflection takes longer than an edit.
  static let names = [
    "whole", "number", "count", "year", "day", "time", "name", "rating", "plays", "grouped",
    "counted",
  ]
}

/// Keys inside a frame: the description, owner or role that distinguishes frames with the same ID.
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
  /// Unknown.
  case none

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
