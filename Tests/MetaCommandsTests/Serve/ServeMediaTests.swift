import Foundation
import TestSupport
import Testing

/// Verbs that decode media, as requests of `serve`: they return what the command line writes.
@Suite struct ServeMediaTests {
  /// The bytes of all results of an answer.
  private func bytes(_ verb: String, _ arguments: [String]) throws -> Data {
    let answer = try ServeTests.answer(verb, arguments)
    #expect(answer.status == 0, "\(answer.codes)")
    let pieces = try answer.results.map { result in
      let object = try #require(result as? [String: String])
      #expect(Array(object.keys) == ["base64"])
      return try #require(Data(base64Encoded: object["base64"] ?? ""))
    }
    #expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= 3 << 16 })
    return Data(pieces.joined())
  }

  @Test(
    "Samples and images are returned as base64",
    arguments: [
      ["read", "Samples/plain.wav", "--as", "s16le", "-o", "-"],
      ["read", "Samples/plain.m4a", "--as", "s16le", "-o", "-"],
      ["read", "Samples/moov-first.mp4", "--as", "rgba", "-o", "-"],
      ["read", "Samples/plain.m4a", "--as", "stored", "-o", "-"],
      ["frame", "Samples/moov-first.mp4", "--at", "0.5", "-o", "-"],
    ])
  func inline(_ words: [String]) throws {
    let printed = try Program.run(Program.metatool, words, in: Repository.root)
    #expect(printed.status == 0, "\(printed.errors)")
    #expect(!printed.output.isEmpty)
    #expect(try bytes(words[0], Array(words.dropFirst())) == printed.output)
  }

  @Test("A file named in the request is written as on the command line")
  func files() throws {
    let scratch = try Scratch()
    let (one, other) = (scratch.file("one.png"), scratch.file("other.png"))
    let words = ["Samples/moov-first.mp4", "-o"]
    let answer = try ServeTests.answer("frame", words + [one.path, "--json"])
    #expect(answer.status == 0)
    let report = try #require(answer.results.first as? [String: Any])
    let image = (report["images"] as? [[String: Any]])?.first
    #expect(image?["output"] as? String == one.path)
    let command = try Program.run(
      Program.metatool, ["frame"] + words + [other.path], in: Repository.root)
    #expect(command.status == 0)
    #expect(try Data(contentsOf: one) == Data(contentsOf: other))
    let again = try ServeTests.answer("frame", words + [one.path])
    #expect(again.status == 3)
    #expect(again.codes.count == 1)
  }

  @Test("Checksums and waveforms are returned, and errors have their codes")
  func answers() throws {
    let sum = try ServeTests.answer("read", ["Samples/plain.m4a", "--md5"])
    let printed = try Program.metatool("read", "Samples/plain.m4a", "--md5")
    #expect(sum.text == printed.text)
    let waveform = try ServeTests.answer(
      "waveform", ["Samples/plain.m4a", "--json", "--bins", "8"])
    let object = try #require(waveform.results.first as? [String: Any])
    let channels = try #require(object["channels"] as? [[String: Any]])
    #expect((channels.first?["rms"] as? [Double])?.count == object["bins"] as? Int)
    let missing = try ServeTests.answer("read", ["Samples/plain.m4a", "--track", "9", "--md5"])
    #expect(missing.status == 65)
    #expect(missing.codes == ["notAvailable"])
  }
}
