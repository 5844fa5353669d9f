import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// What independent programs read in edited files.
@Suite struct ID3PeerEditTests {
  private static let title = "Über den Жук"

  /// Edited files, by name: samples with another title, an artist and chapters.
  private func write(to scratch: Scratch) throws -> [String] {
    let samples = [
      "plain.mp3", "id3v22-everything.mp3", "id3v23-unsync.mp3", "id3v24-unsync.mp3",
      "id3v24-chapters.mp3", "all-tags.mp3", "id3.aac", "plain.wav", "rf64.wav", "info-differs.wav",
      "chunks.aiff", "silence.dsf",
    ]
    for name in samples {
      let file = try EditHarness(Repository.bytes(of: name))
      var edit = file.title(ID3PeerEditTests.title)
      if !file.document.items.contains(where: { ["TIT2", "TT2"].contains($0.key.description) }) {
        edit.changes.append(file.add(text: ID3PeerEditTests.title, key: "TIT2"))
      }
      let outcome = try file.result(edit)
      try Data(outcome.bytes).write(to: scratch.file(name))
    }
    return samples
  }

  @Test func mutagenReadsTheTitle() throws {
    let scratch = try Scratch()
    // It does not support RF64.
    let names = try write(to: scratch).filter { $0 != "rf64.wav" }
    guard let python = Program.find("python3") else { return }
    let script = """
      import sys, mutagen
      from mutagen.id3 import ID3
      for name in sys.argv[1:]:
          tags = mutagen.File(name).tags if not name.endswith("aac") else ID3(name)
          print(name, tags["TIT2"].text[0], sep="\\t")
      """
    let result = try Program.run(python, ["-c", script] + names, in: scratch.folder)
    guard !result.errors.contains("No module named") else { return }
    #expect(result.status == 0, "\(result.errors)")
    for line in result.text.split(separator: "\n") {
      #expect(line.hasSuffix("\t\(ID3PeerEditTests.title)"), "\(line)")
    }
  }

  @Test func exiftoolReadsTheTitleWithoutWarnings() throws {
    guard let exiftool = Program.find("exiftool") else { return }
    let scratch = try Scratch()
    // It supports neither tags in AAC nor in DSF, and reads INFO as Latin text.
    let names = try write(to: scratch).filter {
      !$0.hasSuffix("aac") && !$0.hasSuffix("dsf") && $0 != "info-differs.wav"
    }
    for name in names {
      let result = try Program.run(
        exiftool, ["-j", "-a", "-G1", "-Title", "-Warning", "-Error", name], in: scratch.folder)
      #expect(result.text.contains(ID3PeerEditTests.title), "\(name): \(result.text)")
      #expect(!result.text.contains("Error"), "\(name): \(result.text)")
    }
  }

  @Test func ffmpegDecodesTheSameAudio() throws {
    guard let ffmpeg = Program.find("ffmpeg") else { return }
    let scratch = try Scratch()
    for name in try write(to: scratch) {
      func hash(_ url: URL) throws -> String {
        try Program.run(
          ffmpeg,
          ["-v", "quiet", "-i", url.path, "-map", "0:a", "-c", "copy", "-f", "streamhash", "-"]
        ).text
      }
      let (old, new) = (try hash(Repository.sample(name)), try hash(scratch.file(name)))
      #expect(old == new, "\(name)")
    }
  }
}
