import TestSupport
import Testing

@testable import MetaCore

@Suite("Tracker modules") struct TrackerFormatTests {
  private func padded(_ text: String, _ count: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
  }

  private func little(_ numbers: (Int, width: Int)...) -> [UInt8] {
    numbers.flatMap { number, width in
      (0..<width).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
  }

  private func fields(_ bytes: [UInt8]) throws -> [String] {
    let document = try Inspector.inspect(DataSource(bytes))
    let view = MetadataView(document)
    return [
      document.container.kind, view[.title]?.stringValue ?? "", view[.comment]?.stringValue ?? "",
      document.diagnostics.map(\.code.rawValue).joined(separator: " "),
    ]
  }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  @Test func proTracker() throws {
    var file = padded("Blue Train", 20)
    for sample in 0..<31 {
      file += padded(sample == 0 ? "One" : sample == 2 ? "Two" : "", 22) + zeros(8)
    }
    file += zeros(1080 - file.count) + Array("M.K.".utf8) + zeros(100)
    #expect(try fields(file) == ["mod", "Blue Train", "One\n\nTwo", ""])
  }

  @Test func screamTracker() throws {
    var file = padded("Blue Train", 28) + zeros(4) + little((2, 2), (1, 2)) + zeros(8)
    file += Array("SCRM".utf8)
    file += zeros(96 + 2 - file.count) + little((8, 2))
    file += zeros(128 + 48 - file.count) + padded("One", 28)
    #expect(try fields(file) == ["s3m", "Blue Train", "One", ""])
  }

  @Test func impulseTracker() throws {
    var file = Array("IMPM".utf8) + padded("Blue Train", 26) + zeros(2)
    file += little((1, 2), (1, 2), (1, 2))
    file += zeros(193 - file.count) + little((300, 4), (400, 4))
    file += zeros(332 - file.count) + padded("One", 26)
    file += zeros(420 - file.count) + padded("Two", 26)
    #expect(try fields(file) == ["it", "Blue Train", "One\nTwo", ""])
    #expect(try fields(Array(file.prefix(340)))[3] == "truncated")
  }

  @Test func fastTracker() throws {
    var file = Array("Extended Module: ".utf8) + padded("Blue Train", 20) + [0x1A]
    file += zeros(22) + little((20, 4), (1, 2), (0, 2), (2, 2), (1, 2), (2, 2)) + zeros(6)
    file += little((9, 4), (0, 1), (64, 2), (5, 2)) + zeros(5)
    // Two instruments, the first with a sample of seven bytes.
    file += little((33, 4)) + padded("One", 22) + little((0, 1), (1, 2), (40, 4))
    file += little((7, 4)) + zeros(36) + zeros(7)
    file += little((29, 4)) + padded("Two", 22) + little((0, 1), (0, 2))
    #expect(try fields(file) == ["xm", "Blue Train", "One\nTwo", ""])
  }
}
