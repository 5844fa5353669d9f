/// Conditions that select metadata items, by identifier, key space, common key and language;
/// AVFoundation's `AVMetadataItemFilter`.
///
/// An item passes when it matches one entry of each list that is set.
public struct MetadataFilter: Sendable, Hashable {
  /// The identifiers that pass, or nil for all.
  public var identifiers: Set<MetadataIdentifier>?
  /// The key spaces that pass, or nil for all.
  public var keySpaces: Set<KeySpace>?
  /// The common keys that pass, or nil for all, and for items without one.
  public var commonKeys: Set<CommonKey>?
  /// The languages that pass, or nil for all; `en` lets `en-GB` pass.
  public var languages: [LanguageTag]?
  /// Whether only items that are safe to share pass.
  package var isForSharing = false

  /// Creates a filter that lets everything pass.
  public init() {}

  /// Items that are safe to share: they describe the work, not who made this copy, or where, when
  /// and with which device.
  ///
  /// Location, device, recording dates, accounts, ownership, ratings, private data and unknown
  /// items are removed.
  public static let forSharing: MetadataFilter = {
    var filter = MetadataFilter()
    filter.isForSharing = true
    return filter
  }()
}

extension LanguageTag {
  /// Whether this language is the requested one, a variety of it, or the language of which the
  /// requested one is a variety.
  ///
  /// `en-GB` serves `en` and `en` serves `en-GB`; `en-US` does not serve `en-GB`.
  func serves(_ wanted: LanguageTag) -> Bool { matches(wanted) || wanted.matches(self) }
}
