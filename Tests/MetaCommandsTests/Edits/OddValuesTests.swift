import Foundation
import TestSupport
import Testing

/// Everything that was read can be written back: `dump --complete`, `clear --all`, `apply` give the
/// same items.
@Suite struct OddValuesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("Unexpected values are read back unchanged, in every format")
  func oddValues() throws {
    var random = SeededGenerator(seed: 9)
    var names: [String] = []
    for form in TagForm.all where !form.odd.isEmpty {
      names.append(try write(form, form.pieces + form.odd))
      for entry in form.odd { names.append(try write(form, form.pieces + [entry])) }
      for _ in 0..<(Repository.runsEverything ? 40 : 1) {
        let some = (form.pieces + form.odd + form.odd).shuffled(using: &random)
        names.append(try write(form, Array(some.prefix(Int.random(in: 1...12, using: &random)))))
      }
    }
    try check(names)
  }

  @Test("Items between unrecognised bytes are read back unchanged")
  func foreignBytes() throws {
    var random = SeededGenerator(seed: 10)
    var names: [String] = []
    for form in TagForm.all {
      for _ in 0..<(Repository.runsEverything ? 40 : 2) {
        var pieces = form.pieces
        let make = (TagForm.plain + form.foreign).randomElement(using: &random)
        let bytes = make?(Array("foreign bytes".utf8)) ?? []
        pieces.insert(bytes, at: Int.random(in: 0...pieces.count, using: &random))
        names.append(try write(form, pieces, added: 1))
      }
    }
    try check(names, mayRefuse: true)
  }

  private func write(_ form: TagForm, _ pieces: [[UInt8]], added: Int = 0) throws -> String {
    let count = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).count
    let name = "\(count) \(form.name).\(form.fileExtension)"
    try Data(form.file(pieces, added)).write(to: scratch.file(name))
    return name
  }

  /// Damaged files may be refused, which leaves them unchanged.
  private func check(_ names: [String], mayRefuse: Bool = false) throws {
    let trip = try DumpRoundTrip(names, in: scratch.folder)
    let refused = trip.failed.filter { failure in
      mayRefuse
        && ["(at byte ", "could not be read back"].contains { failure.value.contains($0) }
    }
    let failed = trip.failed.filter { refused[$0.key] == nil }.map { "\($0.key): \($0.value)" }
      .sorted()
    let report = failed.prefix(40).joined(separator: "\n")
    #expect(failed.isEmpty, "\(failed.count) of \(names.count):\n\(report)")
    #expect(refused.count < names.count / 10, "\(refused)")
    #expect(trip.uncleared.count < names.count / 4, "\(trip.uncleared)")
  }
}
