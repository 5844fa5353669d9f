internal import MetaCore

/// An edit and a file in one input, as a fuzzer makes them: the first bytes choose the edit, the rest is the file.
///
///     0  which edits, a bit each      2  how far bytes may move; layout; padding
///     1  how long texts are           3  reserved
public struct FuzzedEdit {
  private let choice: [UInt8]
  /// The file.
  public let file: [UInt8]

  /// How many bytes choose the edit.
  public static let choiceSize = 4

  /// Takes an input apart; nil when it is too short.
  public init?(_ input: [UInt8]) {
    guard input.count > FuzzedEdit.choiceSize else { return nil }
    choice = Array(input.prefix(FuzzedEdit.choiceSize))
    file = Array(input.dropFirst(FuzzedEdit.choiceSize))
  }

  // MARK: The edit

  private static let picture: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 9, 0, 0, 0, 9, 8, 2, 0, 0, 0] + [UInt8](repeating: 7, count: 200)

  /// The edits that the first byte asks for, and whether an item is one that they are about.
  private var edits: (edits: [MetadataEdit], isNamed: (MetadataItem) -> Bool) {
    let text = String(repeating: choice[1] & 1 == 0 ? "title " : "Ж", count: Int(choice[1]) * 4)
    var edits: [MetadataEdit] = []
    var names: Set<String> = []
    func set(_ bit: UInt8, _ name: String, _ values: [MetadataValue]) {
      guard choice[0] & bit != 0, let field = Field.named(name) else { return }
      edits.append(.set(.field(field), values))
      names.insert(name)
    }
    if choice[0] & 1 != 0 { edits.append(.clear(keeping: [])) }
    set(2, "title", [.string(text)])
    set(4, "artist", [.string("One"), .string(text + "Two")])
    set(8, "track", [.pair(NumberPair(number: Int(choice[1]), count: 9))])
    set(16, "comment", choice[1] & 2 == 0 ? [] : [.string(text)])
    set(32, "genre", [.string("Jazz")])
    if choice[0] & 64 != 0 {
      let bytes = ByteSlice(FuzzedEdit.picture)
      edits.append(.setArtwork([Artwork(index: 0, kind: .frontCover, data: .bytes(bytes))]))
      names.insert("artwork")
    }
    let (clears, named) = (choice[0] & 1 != 0, names)
    return (
      edits,
      { item in
        let fields = Field.fields(of: item).map(\.name)
        if fields.contains(where: named.contains) { return true }
        // Pictures of APE have a key for each kind.
        if named.contains("artwork"), item[extra: .pictureType] != nil { return true }
        return clears && !fields.contains("chapters") && !fields.contains("gaplessInfo")
      }
    )
  }

  private var shape: PlanShape {
    let movements: [PlanShape.Movement] = [.none, .blocks(4096), .free, .free]
    let layouts: [PlanShape.Layout] = [.keep, .keep, .append, .faststart]
    return PlanShape(
      movement: movements[Int(choice[2] & 3)], layout: layouts[Int(choice[2] >> 2 & 3)],
      padding: choice[2] & 16 == 0 ? PlanShape.standardPadding : Int64(choice[2] >> 5) * 9)
  }

  // MARK: Properties

  /// What the edit came to.
  public enum Outcome: Equatable {
    /// It was made, and these promises are broken.
    case done(broken: [String])
    /// The file is none of ours, the edit is refused, or there is no room in this shape.
    case refused
  }

  /// Plans the edit, applies it in memory, and holds the new file against the old one.
  public func outcome() -> Outcome {
    let source = DataSource(file)
    let wanted = edits
    guard let document = try? Inspector.inspect(source), document.items.count < 4000,
      let homes = try? Inspector.homes(of: document, in: source)
    else { return .refused }
    var options = EditResolver.Options()
    options.source = source
    guard
      let resolved = try? EditResolver.resolve(
        wanted.edits, for: document, homes: homes, options: options),
      let plan = try? Inspector.plan(resolved.edit, of: document, in: source, shape: shape)
    else { return .refused }
    return .done(broken: broken(plan.rewrite, document, wanted.isNamed))
  }

  private func broken(
    _ plan: RewritePlan, _ document: Document, _ isNamed: @escaping (MetadataItem) -> Bool
  ) -> [String] {
    var broken: [String] = []
    let new = plan.applied(to: file)
    if new.count != plan.newSize { broken.append("the new size is wrong") }
    // What is added is bounded by what was asked for, and by tables that become wider.
    if new.count > file.count * 2 + 40_000 { broken.append("the file has become too long") }
    let inverse = try? plan.inverse(of: DataSource(file))
    if inverse?.applied(to: new) != file { broken.append("the inverse is not the old file") }
    if shape.movement == .none, !plan.offsets.isStill { broken.append("bytes have moved") }
    guard !plan.isUnchanged else { return broken }
    do {
      broken += try EditPromises.brokenByReading(
        from: file, to: new, isOrdered: shape.layout == .keep, naming: isNamed)
    } catch {
      broken.append("the new file is not read: \(error)")
    }
    return broken
  }
}
