import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCommands
@testable import MetaCore

/// Unrecognised bytes are neither padding nor free space: edits keep foreign bytes at every
/// boundary of every tag, and what other readers find after them.
@Suite struct KeptBytesTests {
  @Test(
    "Foreign bytes at any boundary of a tag survive every edit, and no item is lost")
  func foreignBytes() throws {
    let run = try KeptBytesRun(seed: 7, ofEachForm: Repository.runsEverything ? .max : 6)
    #expect(run.problems.isEmpty, "\(run.report)")
    #expect(run.edits > 4 * run.refused, "\(run.edits) edits, \(run.refused) refused")
  }

  @Test("Without foreign bytes, every edit of these files succeeds")
  func plain() throws {
    let run = try KeptBytesRun(seed: 1, ofEachForm: 0)
    #expect(run.problems.isEmpty, "\(run.report)")
    #expect(run.refusals.isEmpty, "\(run.refusals)")
  }

  @Test("Bytes of an ilst entry beyond its list are kept, or the edit is refused")
  func overrun() throws {
    let form = try #require(TagForm.all.first { $0.name == "ilst" })
    // It claims 0x61 bytes, and further entries extend into the media.
    let entry: [UInt8] = [0, 0, 0] + Array("abcdefghijklmnop".utf8)
    let old = form.file(form.pieces + [entry], 1)
    let scratch = try Scratch()
    let file = scratch.file("song.m4a")
    try Data(old).write(to: file)
    let editor = FileEditor(path: FilePath(file.path))
    let error = #expect(throws: MetaError.self) {
      try editor.apply([.set(.title, .string("A longer title"))])
    }
    #expect(error?.code == .refused)
    #expect(try Data(contentsOf: file) == Data(old))
    _ = try editor.apply([.set(.title, .string(String(TagForm.title.reversed())))])
    let new = [UInt8](try Data(contentsOf: file))
    #expect(new.count == old.count)
    var options = EditOptions()
    options.allowsLoss = true
    _ = try FileEditor(path: FilePath(file.path), options: options)
      .apply([.set(.title, .string("A longer title"))])
    #expect(try Data(contentsOf: file) != Data(new))
  }
}

/// Files with foreign bytes in them, edited, compared and restored.
struct KeptBytesRun {
  private(set) var edits = 0
  private(set) var refused = 0
  private(set) var problems: [String] = []
  private(set) var refusals: [String] = []
  private let scratch: Scratch
  private let folder: URL
  private var pairs: [Pair] = []

  /// A file before and after an edit.
  private struct Pair {
    let name: String
    let edit: Edit
    let before: String
    let after: String
  }

  /// Foreign bytes in a tag.
  private struct Injection {
    /// The piece of the tag before which they are inserted; the number of pieces means after the
    /// last one.
    let slot: Int
    /// The index of the form's kind of foreign bytes.
    let kind: Int
  }

  private enum Edit: String, CaseIterable {
    case shorter, longer, artwork, clear

    static let new = "Title after"

    var edits: [MetadataEdit] {
      switch self {
      case .shorter: [.set(.title, .string(Edit.new))]
      case .longer:
        [.set(.title, .string(Edit.new + String(repeating: " and more", count: 50)))]
      case .artwork:
        [Artwork(CorpusEdit.picture, kind: .frontCover)].compactMap(\.self).map {
          .addArtwork([$0])
        }
      case .clear: [.set(.artist)]
      }
    }

    /// Whether a value belongs to the target of the edit.
    func isAbout(_ key: String, _ value: String) -> Bool {
      switch self {
      // Bytes before a table of keys change its values.
      case .shorter, .longer:
        value.contains(TagForm.title) || value.contains(Edit.new)
          || key.hasSuffix("quicktime.title")
      case .artwork:
        ["APIC", "PIC", "Cover", "covr", "Picture", "PICTURE"].contains { key.contains($0) }
      case .clear: value.contains(TagForm.artist) || key.hasSuffix("quicktime.artist")
      }
    }
  }

  init(seed: UInt64, ofEachForm most: Int) throws {
    scratch = try Scratch()
    folder = scratch.file("files")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var random = SeededGenerator(seed: seed)
    for form in TagForm.all {
      let kinds = TagForm.plain.count + form.foreign.count
      var all = (0...form.pieces.count).flatMap { slot in
        (0..<kinds).map { [Injection(slot: slot, kind: $0)] }
      }
      all.shuffle(using: &random)
      for (number, injections) in (most == 0 ? [[]] : all.prefix(most)).enumerated() {
        var injections = injections
        if number % 4 == 3, let other = all.randomElement(using: &random) { injections += other }
        let edits =
          most == .max || most == 0 ? Edit.allCases : [Edit.allCases[number % Edit.allCases.count]]
        try run(form, injections, edits, &random)
      }
    }
    try compareReaders()
  }

  /// The first problems, as text.
  var report: String {
    "\(edits) edits, \(refused) refused, \(problems.count) problems:\n"
      + problems.prefix(40).joined(separator: "\n")
  }

  // MARK: Edits

  private mutating func run(
    _ form: TagForm, _ injections: [Injection], _ edits: [Edit], _ random: inout SeededGenerator
  ) throws {
    var foreign: [[UInt8]] = []
    var pieces: [[UInt8]] = []
    for slot in 0...form.pieces.count {
      for injection in injections where injection.slot == slot {
        // Letters that are not an ID, so that every format can also store them as text.
        let content = (0..<Int.random(in: 12...40, using: &random)).map { _ in
          UInt8.random(in: 0x61...0x7A, using: &random)
        }
        let bytes = (TagForm.plain + form.foreign)[injection.kind](content)
        pieces.append(bytes)
        // Zeros before others may be read as empty entries.
        foreign.append(Array(bytes.dropFirst(form.headerSize).drop { $0 == 0 }))
      }
      if slot < form.pieces.count { pieces.append(form.pieces[slot]) }
    }
    let old = form.file(pieces, foreign.count)
    let name =
      "\(form.name)"
      + injections.map { ", kind \($0.kind) before \($0.slot)" }.joined(separator: " and")
    for edit in edits { try apply(edit, to: old, form, name, foreign) }
  }

  private mutating func apply(
    _ edit: Edit, to old: [UInt8], _ form: TagForm, _ name: String, _ foreign: [[UInt8]]
  ) throws {
    let number = edits
    edits += 1
    let before = folder.appending(path: "\(number)-before.\(form.fileExtension)")
    let after = folder.appending(path: "\(number)-after.\(form.fileExtension)")
    try Data(old).write(to: before)
    try Data(old).write(to: after)
    var options = EditOptions()
    options.state = StateFolder(FilePath(scratch.file("state").path))
    options.keepsUndo = true
    let editor = FileEditor(path: FilePath(after.path), options: options)
    do {
      _ = try editor.apply(edit.edits)
    } catch {
      refused += 1
      refusals.append("\(name), \(edit): \(error.reason)")
      let isTouched = try Data(contentsOf: after) != Data(old)
      if isTouched { problems.append("\(name), \(edit): refused, but touched") }
      if error.code != .refused {
        problems.append("\(name), \(edit): \(error.code): \(error.reason)")
      }
      return
    }
    let new = [UInt8](try Data(contentsOf: after))
    if !KeptBytesRun.contains(foreign, new) {
      problems.append("\(name), \(edit): foreign bytes are gone (\(number))")
    }
    pairs.append(
      Pair(name: name, edit: edit, before: before.lastPathComponent, after: after.lastPathComponent)
    )
    try compareItems(old, new, "\(name), \(edit) (\(number))", edit)
    guard new != old else { return }
    let copy = folder.appending(path: "\(number)-undone.\(form.fileExtension)")
    try Data(new).write(to: copy)
    _ = try options.state?.undo.undo(editor.path, options: options)
    if try Data(contentsOf: after) != Data(old) {
      problems.append("\(name), \(edit): undo does not give the old file")
    }
    try Data(new).write(to: after)
    try FileManager.default.removeItem(at: copy)
  }

  /// Whether all ranges occur, in order.
  private static func contains(_ stretches: [[UInt8]], _ bytes: [UInt8]) -> Bool {
    var rest = Data(bytes)
    for stretch in stretches {
      guard let found = rest.range(of: Data(stretch)) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  /// Our own reader finds every item that it found before, in the same order.
  private mutating func compareItems(
    _ old: [UInt8], _ new: [UInt8], _ name: String, _ edit: Edit
  ) throws {
    let lists = try [old, new].map { bytes in
      try Inspector.inspect(DataSource(bytes)).items.map {
        ["\($0.identifier.rawValue)", "\(KeptBytesRun.text($0, bytes))"]
      }.filter { !edit.isAbout($0[0], $0[1]) }
    }
    let lost = KeptBytesRun.missing(lists[0], in: lists[1])
    if let lost { problems.append("\(name): we read no more: \(lost)") }
    if case .shorter = edit {
      let view = MetadataView(try Inspector.inspect(DataSource(new)))
      if view[.title]?.stringValue != Edit.new {
        problems.append("\(name): the title is not set")
      }
    }
  }

  private static func text(_ item: MetadataItem, _ bytes: [UInt8]) -> String {
    guard case .data(let data) = item.value, let value = try? data.load(from: DataSource(bytes))
    else { return "\(item.value)" }
    return String(decoding: value.bytes, as: UTF8.self)
  }

  /// The first of `values` that does not occur in `others` after the ones before it.
  private static func missing(_ values: [[String]], in others: [[String]]) -> [String]? {
    var rest = others[...]
    for value in values {
      guard let place = rest.firstIndex(of: value) else { return value }
      rest = rest[(place + 1)...]
    }
    return nil
  }

  // MARK: Other readers

  private mutating func compareReaders() throws {
    guard Peers.isInstalled("mutagen"), Peers.isInstalled("exiftool"), !pairs.isEmpty else {
      return
    }
    let names = pairs.flatMap { [$0.before, $0.after] }.joined(separator: "\n")
    let python = try #require(Program.find("python3"))
    let script = Repository.root.appending(path: "Tests/MetaCommandsTests/Edits/tag_values.py").path
    let output = try Program.run(python, [script], in: folder, input: Data(names.utf8))
    let read =
      try JSONSerialization.jsonObject(with: output.output) as? [String: [String: [[String]]]]
    for (peer, files) in try #require(read).sorted(by: { $0.key < $1.key }) {
      for pair in pairs {
        let lists = [pair.before, pair.after].map { name in
          (files[name] ?? []).filter { !pair.edit.isAbout($0[0], $0[1]) }.sorted { $0[0] < $1[0] }
        }
        guard let lost = KeptBytesRun.missing(lists[0], in: lists[1]) else { continue }
        problems.append(
          "\(pair.name), \(pair.edit): \(peer) reads no more \(lost) (\(pair.before))")
      }
    }
  }
}
