#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import MetaCore

extension MetaError: LocalizedError {
  /// What happened, with the file, the structure and the offset: what `localizedDescription` gives.
  public var errorDescription: String? { description }

  /// What was wrong, without the place.
  public var failureReason: String? { reason }

  /// What can be done about it; nil where there is no general answer.
  public var recoverySuggestion: String? {
    switch code {
    case .notReadable: "Check the path and the permissions of the file."
    case .backend: "Open the file with the module MetaForeign, which reads more formats."
    case .refused:
      "Nothing was written. Options such as allowsLoss permit some edits that are refused."
    case .limitExceeded: "Raise the limit in the options if the file can be trusted."
    case .otherSource:
      "Load the asset again: the file has changed, or the item is from another one."
    case .noDecoder: "Give the reader or session the codecs of the module MetaForeign."
    default: nil
    }
  }
}

extension ParseError: LocalizedError {
  /// What happened, with the structure and the offset.
  public var errorDescription: String? { description }

  /// What was wrong, without the place.
  public var failureReason: String? { reason }
}
