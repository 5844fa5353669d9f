import TestSupport
import Testing

@testable import MetaCore

/// Plans an edit in memory, applies it, and checks the file against the guarantees of edits.
struct EditCheck {
  let old: [UInt8]
  let document: Document
  let insertionPoints: [InsertionPoint]
  /// The name of the file, for test messages.
  let name: String

  init(_ old: [UInt8], name: String = "") throws {
    self.old = old
    self.name = name
    document = try Inspector.inspect(DataSource(old))
    insertionPoints = try Inspector.insertionPoints(of: document, in: DataSource(old))
  }

  /// The edit that sets this title, without field mappings: in the first entry that contains one,
  /// else in a new entry.
  func title(_ title: String?) -> DocumentEdit {
    var edit = DocumentEdit()
    let found = document.items.filter { EditCheck.isTitle($0) }
    if let first = found.first {
      var item = first
      item.value = .string(title ?? "")
      item.dataType = .utf8Value
      edit.changes = [
        title == nil
          ? .remove(first.location) : .replace(first.location, DocumentEdit.Entry([item]))
      ]
      return edit
    }
    guard let title,
      let insertionPoint = insertionPoints.first(where: { $0.container.rawValue.hasSuffix("ilst") })
    else { return edit }
    let isKeyed = insertionPoint.keySpaces.contains(.quickTimeMetadata)
    let item = MetadataItem(
      keySpace: isKeyed ? .quickTimeMetadata : .iTunes,
      key: isKeyed ? "com.apple.quicktime.title" : .code(EditCheck.titleCode),
      value: .string(title), dataType: .utf8Value)
    edit.changes = [.add(insertionPoint, DocumentEdit.Entry([item]))]
    return edit
  }

  /// The new file; nil when the shape does not allow it.
  func apply(_ edit: DocumentEdit, _ shape: LayoutConstraints) throws -> [UInt8]? {
    guard let plan = try plan(edit, shape) else { return nil }
    let new = RewritePlanTests.result(of: plan, on: old)
    #expect(Int64(new.count) == plan.newSize)
    try check(plan, new, edit, shape)
    return new
  }

  func plan(_ edit: DocumentEdit, _ shape: LayoutConstraints) throws -> RewritePlan? {
    try Inspector.plan(edit, of: document, in: DataSource(old), shape: shape)?.rewrite
  }

  /// Checks everything that must hold after any edit.
  private func check(
    _ plan: RewritePlan, _ new: [UInt8], _ edit: DocumentEdit, _ shape: LayoutConstraints
  ) throws {
    for place in plan.places {
      switch shape.movement {
      case .none: #expect(place.shift == 0)
      case .blocks(let size): #expect(place.shift % size == 0)
      case .free: break
      }
    }
    let inverse = try plan.inverse(of: DataSource(old))
    #expect(RewritePlanTests.result(of: inverse, on: new) == old)
    let samples = try ListedSamples(DataSource(old))
    let newSamples = try ListedSamples(DataSource(new))
    #expect(newSamples == samples, "\(name): samples have changed, \(shape)")
    let targets = try MoviePointers.targets(of: DataSource(old))
    #expect(try MoviePointers.targets(of: DataSource(new)) == targets, "indexes point elsewhere")
    try checkAtoms(new, edit, isOrdered: shape.layout == .keep)
    // Sizes and atoms are consistent: reading has no new findings.
    let again = try Inspector.inspect(DataSource(new))
    #expect(again.diagnostics.count <= document.diagnostics.count)
    #expect(again.tracks.map(\.duration) == document.tracks.map(\.duration))
    #expect(again.chapters.map(\.title) == document.chapters.map(\.title))
  }

  /// The title that reading finds.
  static func title(of file: [UInt8]) throws -> String? {
    let document = try Inspector.inspect(DataSource(file))
    let item = document.items.first { isTitle($0) }
    guard case .string(let text)? = item?.value else { return nil }
    return text
  }

  private static func isTitle(_ item: MetadataItem) -> Bool {
    guard item.trackID == nil, item.location.container.rawValue.hasSuffix("ilst") else {
      return false
    }
    return item.key == .code(titleCode) || item.key == .text("com.apple.quicktime.title")
  }

  /// `©nam`.
  private static let titleCode = FourCC(rawValue: 0xA96E_616D)

  // MARK: Atoms

  /// Atoms with offsets are checked through the samples, and free space may vary.
  private static let varying: Set<FourCC> = [
    .free, .skip, .mdat, .stco, .co64, .tfhd, .trun, .saio, .sidx, .tfra, .keys,
    FourCC("i", "l", "o", "c"),
  ]

  /// Atoms that may be empty.
  private static let containers: Set<FourCC> = [.ilst, .udta, .meta]

  /// The containers that an edit may add.
  private static let mayCome = ["/moov/udta/meta/", "/moov/meta/"]

  private func checkAtoms(_ new: [UInt8], _ edit: DocumentEdit, isOrdered: Bool) throws {
    let before = try leaves(of: old, named: Set(edit.changes.compactMap { $0.location?.offset }))
    var rest = try leaves(of: new, named: [])
    for leaf in before {
      guard let index = rest.firstIndex(of: leaf) else {
        Issue.record("changed or gone: \(leaf)")
        return
      }
      if isOrdered {
        let come = rest[..<index].filter { leaf in !isNew(leaf) }
        #expect(come.isEmpty, "come or out of order")
        rest.removeSubrange(...index)
      } else {
        rest.remove(at: index)
      }
    }
    #expect(rest.filter { !isNew($0) }.isEmpty, "come")
  }

  private func isNew(_ leaf: String) -> Bool {
    EditCheck.mayCome.contains { leaf.hasPrefix($0) }
  }

  /// The atoms without children by path and bytes, but for those that are named.
  private func leaves(of file: [UInt8], named: Set<Int64>) throws -> [String] {
    let window = SourceWindow(DataSource(file))
    var log = DiagnosticLog()
    var walker = AtomWalker(window, depth: .complete)
    var result: [String] = []
    func add(_ atoms: [Atom], _ path: String) throws {
      for atom in atoms where !EditCheck.varying.contains(atom.type) {
        let path = "\(path)/\(atom.type)"
        guard !named.contains(atom.offset), !isTitle(atom, path) else { continue }
        guard atom.children.isEmpty, !EditCheck.containers.contains(atom.type) else {
          try add(atom.children, path)
          continue
        }
        let count = Int(min(atom.payloadSize, 1 << 16))
        let bytes = try window.bytes(at: atom.payloadOffset, upTo: count)
        result.append("\(path) \(atom.payloadSize) \(bytes.hashValue)")
      }
    }
    try add(walker.walk(log: &log), "")
    return result
  }

  private func isTitle(_ atom: Atom, _ path: String) -> Bool {
    path.hasSuffix("ilst/©nam")
      || (path.contains("moov/meta/ilst/") && atom.type.rawValue < 1 << 24)
  }
}
