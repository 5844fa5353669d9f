/// Which items are wanted: by identifier, key space, common key and language; AVFoundation's `AVMetadataItemFilter`.
///
/// An item passes when it is one of each list that is given.
public struct MetadataFilter: Sendable, Hashable {
  /// The identifiers that pass, or nil for all.
  public var identifiers: Set<MetadataIdentifier>?
  /// The key spaces that pass, or nil for all.
  public var keySpaces: Set<KeySpace>?
  /// The common keys that pass, or nil for all, and for items without one.
  public var commonKeys: Set<CommonKey>?
  /// The languages that pass, or nil for all; `en` lets `en-GB` pass.
  public var languages: [LanguageTag]?
  /// Whether only what may be given to others passes.
  package var isForSharing = false

  /// A filter that lets everything pass.
  public init() {}

  /// What may be given to others: what describes the work, not who made this copy of it, where, when and with which device.
  ///
  /// Location, device, dates of recording, accounts, ownership, ratings, private data and everything that is not known are held back.
  public static let forSharing: MetadataFilter = {
    var filter = MetadataFilter()
    filter.isForSharing = true
    return filter
  }()
}

extension LanguageTag {
  /// Whether this is the language that is asked for, a variety of it, or the language that the wanted variety is one of.
  ///
  /// `en-GB` serves `en` and `en` serves `en-GB`; `en-US` does not serve `en-GB`.
  func serves(_ wanted: LanguageTag) -> Bool { matches(wanted) || wanted.matches(self) }
}
