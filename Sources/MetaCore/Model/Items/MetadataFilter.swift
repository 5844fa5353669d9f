/// Conditions that select metadata items by identifier, key space, common key and language; the
/// counterpart of AVFoundation's `AVMetadataItemFilter`.
///
/// An item passes when it matches one entry of each list that is set. The filter ``forSharing``
/// also checks whether the item is private. Exports use it (``ExportOptions/filter``).
public struct MetadataFilter: Sendable, Hashable {
  /// The identifiers that pass, or nil if all pass.
  public var identifiers: Set<MetadataIdentifier>?
  /// The key spaces that pass, or nil if all pass.
  public var keySpaces: Set<KeySpace>?
  /// The common keys that pass, or nil if all items pass, including items without a common key.
  public var commonKeys: Set<CommonKey>?
  /// The languages that pass, or nil if all pass, including items without a language; `en` lets
  /// `en-GB` pass, and `en-GB` lets `en` pass.
  public var languages: [LanguageTag]?
  /// Whether the filter passes only items that are safe to share.
  package var isForSharing = false

  /// Creates a filter that lets everything pass.
  public init() {}

  /// Selects items that are safe to share, which describe the work, not who made this copy, or
  /// where, when and with which device.
  ///
  /// Items about location, device, recording dates, accounts, ownership and ratings, private data
  /// and unknown items are removed.
  public static let forSharing: MetadataFilter = {
    var filter = MetadataFilter()
    filter.isForSharing = true
    return filter
  }()
}

extension LanguageTag {
  /// Whether this language is the requested language, a variety of it, or the language of which the
  /// requested one is a variety.
  ///
  /// `en-GB` serves `en` and `en` serves `en-GB`; `en-US` does not serve `en-GB`.
  func serves(_ requested: LanguageTag) -> Bool { matches(requested) || requested.matches(self) }
}
