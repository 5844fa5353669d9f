/// A finding about a file that did not stop the work: a structure or value that is damaged,
/// unusual, converted or lost, and its location in the file.
///
/// ``Document/diagnostics`` lists the findings from reading; edits and exports return theirs as
/// notes, and exports also return lost media as findings. The command-line tool prints them as
/// warnings.
public struct Diagnostic: Sendable, Hashable, Codable {
  /// The kind of finding, for programs.
  public let code: Code
  /// The affected structure.
  public let path: StructurePath
  /// The byte offset in the file, or nil if there is no single offset.
  public let offset: Int64?
  /// The finding as a sentence without a full stop.
  public let message: String

  /// Creates a finding.
  package init(code: Code, path: StructurePath, offset: Int64?, message: String) {
    self.code = code
    self.path = path
    self.offset = offset
    self.message = message
  }

  /// Creates the finding for an error after which reading continued.
  package init(_ error: ParseError) {
    self.init(
      code: Code(error.code), path: error.path, offset: error.offset, message: error.reason)
  }
}

extension Diagnostic {
  /// The finding for messages: the structure, whether it is a loss, and the description.
  package var sentence: String {
    let place = path.components.isEmpty ? "" : "\(path): "
    return place + (code == .lost ? "lost: " : "") + message
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The structure and the finding, as in `moov/udta: truncated at byte 48213 (needs 4 bytes, has
  /// 2)`.
  public var description: String {
    let place = path.components.isEmpty ? "" : "\(path): "
    let offset = offset.map { " at byte \($0)" } ?? ""
    return "\(place)\(code)\(offset) (\(message))"
  }
}

/// The list to which a reader of a format adds its findings about one file, in order.
///
/// The number of findings is limited, because each of a million damaged structures could cause one.
package struct DiagnosticLog: Sendable, Codable {
  /// The findings so far.
  package private(set) var diagnostics: [Diagnostic] = []
  private let limit: Int

  /// Creates an empty log that keeps the first `limit` findings.
  package init(limit: Int = Limits.standard.diagnostics) { self.limit = limit }

  /// Adds a finding; after the limit, one last finding states that more were omitted.
  package mutating func add(_ diagnostic: Diagnostic) {
    if diagnostics.count < limit {
      diagnostics.append(diagnostic)
    } else if diagnostics.count == limit {
      diagnostics.append(
        Diagnostic(
          code: .limitExceeded, path: StructurePath(), offset: nil,
          message: "more than \(limit) findings; the rest are omitted"))
    }
  }

  /// Adds an error after which reading continued.
  package mutating func add(_ error: ParseError) { add(Diagnostic(error)) }

  /// Rejects the change to a structure whose log has a finding at an offset before `end`; a finding
  /// without an offset counts as one at `offset`, the offset of the structure.
  ///
  /// - Throws: `unsupported` with the first of these findings.
  func refuseDamage(at offset: Int64, before end: Int64 = .max) throws(ParseError) {
    guard let finding = diagnostics.first(where: { $0.offset ?? offset < end }) else { return }
    throw ParseError(
      .unsupported, at: finding.offset ?? offset, finding.message, path: finding.path)
  }

  /// Adds a finding, given its parts.
  mutating func note(
    _ code: Diagnostic.Code, _ path: StructurePath, at offset: Int64?, _ message: String
  ) {
    add(Diagnostic(code: code, path: path, offset: offset, message: message))
  }
}
