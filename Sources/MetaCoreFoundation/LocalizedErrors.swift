#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import MetaCore

extension MetaError: LocalizedError {
  /// The error with the file, the structure and the offset, where known; also used by
  /// `localizedDescription`.
  public var errorDescription: String? { description }

  /// The reason, without the location.
  public var failureReason: String? { reason }

  /// A general suggestion for the error code, if any.
  public var recoverySuggestion: String? {
    switch code {
    case .notReadable: "Check the path and the permissions of the file."
    case .backend: "Open the file with the module MetaForeign, which supports more formats."
    case .refused:
      "Nothing was written. Options such as allowsLoss permit some of the edits that are refused by default."
    case .limitExceeded: "Raise the limit in the options if the file can be trusted."
    case .otherSource:
      "Reload the asset: the file has changed, or the item belongs to another file."
    case .noDecoder: "Pass the codecs of the module MetaForeign to the reader or session."
    default: nil
    }
  }
}

extension ParseError: LocalizedError {
  /// The error with the structure and the offset.
  public var errorDescription: String? { description }

  /// The reason, without the location.
  public var failureReason: String? { reason }
}
