import Foundation
import MetaCore

/// An edit and a file in one input, as created by a fuzzer: the first bytes choose the edit, the
/// rest is the file.
///
///     0  the edits, one bit each      2  how far bytes may move; layout; padding
///     1  the length of strings        3  versions of ID3, private data, losses
public struct FuzzedEdit {
  private let choice: [UInt8]
  /// The file.
  public let file: [UInt8]

  /// How many bytes choose the edit.
  public static let choiceSize = 4

  /// Parses an input; nil when it is too short.
  public init?(_ input: [UInt8]) {
    guard input.count > FuzzedEdit.choiceSize else { return nil }
    choice = Array(input.prefix(FuzzedEdit.choiceSize))
    file = Array(input.dropFirst(FuzzedEdit.choiceSize))
  }

  // MARK: The edit

  private static let picture: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 9, 0, 0, 0, 9, 8, 2, 0, 0, 0] + [UInt8](repeating: 7, count: 200)

  private func has(_ bit: UInt8) -> Bool { choice[0] & bit != 0 }

  /// Whether everything is removed before fields are set.
  private var clears: Bool { has(1) }

  /// The fields that the first byte selects, with their new values.
  private var fields: [(name: String, values: [MetadataValue])] {
    let piece = choice[1] & 1 == 0 ? "title " : "Ж"
    let text = String(repeating: piece, count: Int(choice[1]) * 4)
    let all: [(UInt8, String, [MetadataValue])] = [
      (2, "title", [.string(text)]),
      (4, "artist", [.string("One"), .string(text + "Two")]),
      (8, "track", [.pair(NumberPair(number: Int(choice[1]), count: 9))]),
      (16, "comment", choice[1] & 2 == 0 ? [] : [.string(text)]),
      (32, "genre", ["Jazz"]),
      (128, "date", ["1999-04-01"]),
    ]
    return all.filter { has($0.0) }.map { ($0.1, $0.2) }
  }

  private var edits: [MetadataEdit] {
    var edits: [MetadataEdit] = clears ? [.clear(keeping: [])] : []
    edits += fields.compactMap { field in
      Field.named(field.name).map { .set(.field($0), field.values) }
    }
    if has(64), let picture = Artwork(FuzzedEdit.picture, kind: .frontCover) {
      edits.append(.setArtwork([picture]))
    }
    if clearsPrivate { edits.append(.clearPrivate) }
    return edits
  }

  private var named: NamedItems {
    NamedItems(clears ? [] : fields.map(\.name) + (has(64) ? ["artwork"] : []))
  }

  private var clearsPrivate: Bool { choice[3] & 7 == 3 }

  private var version: ID3Version? {
    switch choice[3] & 7 {
    case 1: .v23
    case 2: .v24
    default: nil
    }
  }

  private var shape: LayoutConstraints {
    let movements: [LayoutConstraints.Movement] = [.none, .blocks(4096), .free, .free]
    let layouts: [LayoutConstraints.Layout] = [.keep, .keep, .append, .faststart]
    var shape = LayoutConstraints(
      movement: movements[Int(choice[2] & 3)], layout: layouts[Int(choice[2] >> 2 & 3)],
      padding: choice[2] & 16 == 0 ? LayoutConstraints.standardPadding : Int64(choice[2] >> 5) * 9,
      id3Version: version)
    shape.allowsLoss = allowsLoss
    return shape
  }

  private var allowsLoss: Bool { choice[3] & 8 != 0 }

  // MARK: Outcome

  /// The outcome of the edit.
  public enum Outcome: Equatable {
    /// It was made, and these guarantees are broken.
    case done(broken: [String])
    /// It changes nothing.
    case unchanged
    /// The file is not supported, the edit is rejected, or it does not fit with these constraints.
    case refused
  }

  /// Plans the edit, applies it in memory, and compares the new file with the old one.
  public func outcome() -> Outcome {
    let source = DataSource(file)
    guard let document = try? Inspector.inspect(source), document.items.count < 4000,
      let insertionPoints = try? Inspector.insertionPoints(of: document, in: source)
    else { return .refused }
    var options = EditResolver.Options()
    options.source = source
    options.id3Version = version
    options.allowsLoss = allowsLoss
    guard
      let resolved = try? EditResolver.resolve(
        edits, for: document, insertionPoints: insertionPoints, options: options),
      let plan = try? Inspector.plan(resolved.edit, of: document, in: source, shape: shape)
    else { return .refused }
    if plan.rewrite.isUnchanged { return .unchanged }
    // Programs read tags like these in several ways.
    let isOdd = document.diagnostics.contains { $0.message.hasSuffix("a syncsafe integer") }
    return .done(broken: broken(by: plan.rewrite, isOdd ? .items : checks))
  }

  /// A conversion, and private data other than items, change more than named parts.
  private var checks: EditPromises.Checks {
    if version != nil || clearsPrivate { return .media }
    return shape.layout == .keep ? .all : .unordered
  }

  private func broken(by plan: RewritePlan, _ checks: EditPromises.Checks) -> [String] {
    var broken: [String] = []
    let new = plan.applied(to: file)
    if new.count != plan.newSize { broken.append("the new size is wrong") }
    let inverse = try? plan.inverse(of: DataSource(file))
    if inverse?.applied(to: new) != file { broken.append("the inverse is not the old file") }
    if shape.movement == .none, !plan.offsets.isStill { broken.append("bytes have moved") }
    do {
      broken += try EditPromises.broken(
        from: Data(file), to: Data(new), checks, naming: named.contains)
    } catch {
      broken.append("the new file is not read: \(error)")
    }
    return broken
  }
}
