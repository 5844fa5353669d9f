/// The versions of ID3v2, whose frames differ in their IDs and in the form of their sizes and
/// flags.
@nonexhaustive
public enum ID3Version: UInt8, Sendable, Hashable, CaseIterable {
  /// ID3v2.2: three-letter IDs.
  case v22 = 2
  /// ID3v2.3.
  case v23 = 3
  /// ID3v2.4.
  case v24 = 4
}
