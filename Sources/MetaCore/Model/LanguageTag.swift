/// A language as BCP 47 writes it (`en`, `ja`, `zh-Hant`); AVFoundation's extended language tag.
public struct LanguageTag: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  /// The tag.
  public let rawValue: String

  /// Takes a tag as it is.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The tag.
  public var description: String { rawValue }

  /// Undetermined.
  public static let undetermined = LanguageTag(rawValue: "und")
}
