import Foundation
import TestSupport
import Testing

@testable import MetaCore

@Suite("The samples of the media")
struct MediaSampleTests {
  static let ffprobe = Program.find("ffprobe")
  static let movies = Repository.samples.filter { name in
    ["m4a", "m4b", "m4v", "mp4", "mov", "3gp"].contains(URL(filePath: name).pathExtension)
      && !["file-meta.mp4", "init-segment.mp4"].contains(name)
  }

  static func samples(of source: some ByteSource) throws -> [MediaSample] {
    var samples: [MediaSample] = []
    try Inspector.visitMedia(of: source) { samples.append($0) }
    return samples
  }

  @Test("As many as the tracks declare, each inside the file", arguments: movies)
  func counts(name: String) throws {
    let source = DataSource(try Repository.bytes(of: name))
    let samples = try MediaSampleTests.samples(of: source)
    let document = try Inspector.inspect(source)
    for track in document.tracks {
      let own = samples.filter { $0.trackID == track.id }
      #expect(Int64(own.count) == track.sampleCount ?? 0)
      #expect(own.map(\.index) == Array(0..<Int64(own.count)))
    }
    #expect(samples.allSatisfy { $0.offset > 0 && $0.offset + $0.size <= source.length })
    #expect(!samples.isEmpty)
  }

  @Test(
    "Every packet of ffprobe is a sample with the same offset and size",
    .enabled(if: ffprobe != nil, "ffprobe is not installed"), arguments: movies)
  func peer(name: String) throws {
    let ffprobe = try #require(MediaSampleTests.ffprobe)
    let result = try Program.run(
      ffprobe,
      [
        "-v", "quiet", "-of", "csv=p=0", "-show_entries", "packet=size,pos",
        Repository.sample(name).path,
      ])
    let packets = result.text.split(separator: "\n").map { line in
      line.split(separator: ",").prefix(2).map { Int64($0) ?? -1 }
    }
    #expect(!packets.isEmpty)
    let source = DataSource(try Repository.bytes(of: name))
    var places = Set(try MediaSampleTests.samples(of: source).map { [$0.size, $0.offset] })
    // ffprobe reports pictures as packets, with or without the fields before them in their atom.
    for artwork in try Inspector.inspect(source).artwork {
      guard case .file(let place) = artwork.data else { continue }
      places.formUnion([[place.count, place.offset], [place.count, place.offset - 16]])
    }
    // ffmpeg repacketises raw audio.
    let isRaw = name == "old-quicktime.mov"
    for packet in packets where !isRaw { #expect(places.contains(packet), "\(packet)") }
  }

  @Test(
    "The audio of files without tracks is everything but tags and headers",
    arguments: [
      ("plain.mp3", 1), ("two-id3v2.mp3", 1), ("id3.aac", 1), ("rf64.wav", 1), ("chunks.aiff", 1),
      ("silence.dsf", 1), ("tag.id3", 0),
    ])
  func streams(name: String, count: Int) throws {
    let bytes = try Repository.bytes(of: name)
    let samples = try MediaSampleTests.samples(of: DataSource(bytes))
    #expect(samples.count == count)
    for sample in samples {
      #expect(sample.size > 0 && sample.offset + sample.size <= Int64(bytes.count))
      let start = Int(sample.offset)
      if name.hasSuffix(".mp3") || name.hasSuffix(".aac") { #expect(bytes[start] == 0xFF) }
    }
  }
}
