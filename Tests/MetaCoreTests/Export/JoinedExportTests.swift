import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite("Exports with samples of another movie", .enabled(if: Program.find("ffmpeg") != nil))
struct JoinedExportTests {
  private let scene: JoinedScene

  init() throws { scene = try JoinedScene() }

  /// Movies whose first tracks are video (1) and audio (2).
  private static let movies = [
    "moov-first.mp4", "moov-last.mp4", "camera-keys.mov", "timecode-gps.mov", "episode.m4v",
    "fragmented-sidx.mp4", "fragmented-hybrid.mp4", "fragmented-mfra.mp4", "delayed-sound.mp4",
    "track-names.mov", "old-quicktime.mov", "compressed-moov.mov", "live-photo.mov",
    "two-truths.mp4", "udta-languages.mov",
  ]

  /// The IDs of the first video and audio tracks.
  private func tracks(_ file: URL) throws -> (picture: UInt32, sound: UInt32, others: [UInt32]) {
    let tracks = try scene.document(file).tracks
    let picture = try #require(tracks.first { $0.mediaType == .video }).id
    let audio = try #require(tracks.first { $0.mediaType == .audio }).id
    return (picture, audio, tracks.map(\.id).filter { $0 != picture && $0 != audio })
  }

  @Test(
    "Replaced samples are those of the other movie; everything else is as in a plain export",
    arguments: Repository.cases(of: movies, usually: 4, seed: 20))
  func replaced(_ sample: String) throws {
    let old = Repository.sample(sample)
    let ids = try tracks(old)
    let picture = try #require(
      try scene.document(old).tracks.first { $0.id == ids.picture }?.video)
    let new = try scene.movie(seconds: 1.5, size: "\(picture.width)x\(picture.height)")
    let newPackets = [UInt32(1): try scene.packets(new, 1), 2: try scene.packets(new, 2)]
    for type in ["mp4", "mov"] {
      let plain = try scene.export(old, to: "plain.\(type)", []) { $0.allowsLoss = true }
      for (number, wanted) in [[ids.picture: UInt32(1)], [ids.picture: 1, ids.sound: 2]]
        .enumerated()
      {
        let output = try scene.export(
          old, to: "joined\(number).\(type)", replacing: wanted, from: new
        ) { $0.allowsLoss = true }
        try scene.expectWhole(output)
        try scene.expectInterleaved(output)
        for track in [ids.picture, ids.sound] + ids.others {
          if let other = wanted[track] {
            #expect(try scene.packets(output, track) == newPackets[other], "\(type)")
          } else {
            #expect(try scene.packets(output, track) == scene.packets(plain, track), "\(type)")
            #expect(try scene.tables(output, track) == scene.tables(plain, track), "\(type)")
          }
        }
        #expect(try scene.rest(output) == scene.rest(plain), "\(type)")
        try compare(scene.document(output), scene.document(plain), scene.document(new), wanted)
      }
    }
  }

  private func compare(
    _ joined: Document, _ plain: Document, _ new: Document, _ wanted: [UInt32: UInt32]
  ) throws {
    #expect(joined.items.map(\.identifier) == plain.items.map(\.identifier))
    #expect(joined.items.map(\.value) == plain.items.map(\.value))
    #expect(joined.chapters == plain.chapters)
    #expect(joined.diagnostics == plain.diagnostics)
    var longest = 0.0
    for (track, other) in zip(joined.tracks, plain.tracks) {
      #expect(track.id == other.id)
      #expect(track.references == other.references)
      #expect(track.startTimecode == other.startTimecode)
      #expect(track.language == other.language)
      #expect(track.video?.matrix == other.video?.matrix)
      let source = wanted[track.id].flatMap { id in new.tracks.first { $0.id == id } } ?? other
      #expect(track.codec == source.codec)
      #expect(track.sampleCount == source.sampleCount)
      #expect(track.video?.width == source.video?.width)
      #expect(track.audio?.sampleRate == source.audio?.sampleRate)
      let (one, two) = (track.duration?.seconds ?? 0, source.duration?.seconds ?? 0)
      #expect(abs(one - two) < 0.002, "\(one) and \(two)")
      let parts = { (track: TrackDescription) in
        track.edits.map { [$0.duration.seconds, $0.mediaStart?.seconds ?? -1] }
      }
      for (one, two) in zip(parts(track), parts(source)) {
        #expect(zip(one, two).allSatisfy { abs($0 - $1) < 0.001 }, "\(one) and \(two)")
      }
      #expect(track.edits.count == source.edits.count)
      longest = max(longest, track.edits.reduce(0) { $0 + $1.duration.seconds }, one)
    }
    #expect(abs((joined.duration?.seconds ?? 0) - longest) < 0.002)
  }

  @Test("Sizes, sample groups and their tables are those of the other movie")
  func groups() throws {
    let old = Repository.sample("camera-keys.mov")
    let new = try scene.movie(seconds: 1, size: "48x80")
    let ids = try tracks(old)
    let output = try scene.export(
      old, to: "a.mp4", replacing: [ids.picture: 1, ids.sound: 2], from: new)
    let (tables, source) = (try scene.tables(output, ids.sound), try scene.tables(new, 2))
    #expect(source["sgpd"]?.isEmpty == false)
    for name in ["stsd", "stts", "stsz", "sgpd", "sbgp"] {
      #expect(tables[name] == source[name], "\(name)")
    }
    #expect(try scene.tables(output, ids.picture)["stss"] == scene.tables(new, 1)["stss"])
    let picture = try #require(try scene.document(output).tracks.first { $0.id == ids.picture })
    #expect(picture.video?.rotation == 90)
    #expect(
      [picture.video?.displayWidth, picture.video?.displayHeight] == [80, 48]
        || [picture.video?.displayWidth, picture.video?.displayHeight] == [48, 80])
  }

  @Test("The other movie may be shorter or longer than the replaced tracks")
  func lengths() throws {
    let old = Repository.sample("timecode-gps.mov")
    let ids = try tracks(old)
    let plain = try #require(try scene.document(old).duration?.seconds)
    for seconds in [0.2, 0.4, 3.0] {
      let new = try scene.movie(seconds: seconds)
      let output = try scene.export(
        old, to: "\(seconds).mov", replacing: [ids.picture: 1], from: new)
      try scene.expectWhole(output)
      let duration = try #require(try scene.document(output).duration?.seconds)
      #expect(abs(duration - max(plain, seconds)) < 0.05, "\(duration)")
      #expect(try scene.packets(output, ids.picture) == scene.packets(new, 1))
    }
  }

  @Test("A part of the old movie can be combined with samples that are already cut")
  func ranges() throws {
    let start = try #require(MediaTime(value: 1, timescale: 4))
    let end = try #require(MediaTime(value: 3, timescale: 4))
    for sample in ["timecode-25.mp4", "book-chapters.m4b", "fragmented-sidx.mp4", "episode.m4v"] {
      let old = Repository.sample(sample)
      let replacedTrack = try #require(
        try scene.document(old).tracks.first { $0.mediaType == .audio || $0.mediaType == .video })
      let new = try scene.movie(seconds: 0.5)
      let type = sample.hasSuffix("m4b") ? "m4b" : "mp4"
      let change = { (options: inout ExportOptions) in
        options.timeRange = MediaTimeRange(start: start, end: end)
        options.allowsLoss = true
      }
      let plain = try scene.export(old, to: "plain-\(sample).\(type)", [], change)
      let wanted = [replacedTrack.id: UInt32(replacedTrack.mediaType == .audio ? 2 : 1)]
      let output = try scene.export(
        old, to: "\(sample).\(type)", replacing: wanted, from: new, change)
      try scene.expectWhole(output)
      let (joined, cut) = (try scene.document(output), try scene.document(plain))
      #expect(joined.chapters == cut.chapters)
      #expect(joined.tracks.map(\.startTimecode) == cut.tracks.map(\.startTimecode))
      #expect(abs((joined.duration?.seconds ?? 0) - 0.5) < 0.03)
      for track in cut.tracks where wanted[track.id] == nil {
        #expect(try scene.packets(output, track.id) == scene.packets(plain, track.id))
      }
      #expect(
        try scene.packets(output, replacedTrack.id)
          == scene.packets(new, wanted[replacedTrack.id] ?? 0),
        "\(sample)")
    }
  }

  @Test("Samples of another movie can be written as fragments", arguments: ["mp4", "mov"])
  func intoFragments(_ type: String) throws {
    for sample in ["timecode-gps.mov", "fragmented-hybrid.mp4"] {
      let old = Repository.sample(sample)
      let new = try scene.movie(seconds: 2)
      let ids = try tracks(old)
      let output = try scene.export(
        old, to: "\(sample).\(type)", replacing: [ids.sound: 2, ids.picture: 1], from: new
      ) {
        $0.movieFragmentInterval = MediaTime(value: 1, timescale: 2)
        $0.allowsLoss = true
      }
      try scene.expectWhole(output)
      #expect(try scene.packets(output, ids.sound) == scene.packets(new, 2))
      #expect(try scene.packets(output, ids.picture) == scene.packets(new, 1))
      for other in ids.others {
        #expect(try scene.packets(output, other) == scene.packets(old, other))
      }
      #expect(
        try scene.document(output).tracks.map(\.startTimecode)
          == scene.document(old).tracks.map(\.startTimecode))
    }
  }

  @Test("Samples may come from fragments, and from a QuickTime movie")
  func fromOtherFormats() throws {
    let old = Repository.sample("moov-first.mp4")
    let ids = try tracks(old)
    let fragments = try scene.export(
      try scene.movie(seconds: 1), to: "fragments.mov", []
    ) { $0.movieFragmentInterval = MediaTime(value: 1, timescale: 4) }
    let output = try scene.export(
      old, to: "a.mp4", replacing: [ids.picture: 1, ids.sound: 2], from: fragments)
    try scene.expectWhole(output)
    #expect(try scene.packets(output, ids.picture) == scene.packets(fragments, 1))
    #expect(try scene.packets(output, ids.sound) == scene.packets(fragments, 2))
    #expect(
      try scene.tables(output, ids.sound)["stsd"]
        == scene.tables(try scene.movie(seconds: 1), 2)["stsd"])
  }

  @Test("Gapless information matches the new samples")
  func gapless() throws {
    let old = Repository.sample("song-itunes.m4a")
    let new = try scene.movie(seconds: 1.25)
    let output = try scene.export(old, to: "a.m4a", replacing: [1: 2], from: new)
    try scene.expectWhole(output)
    let key = MetadataIdentifier(rawValue: "itlk/com.apple.iTunes.iTunSMPB")
    let document = try scene.document(output)
    let text = try #require(document.items.first { $0.identifier == key }?.value.stringValue)
    let numbers = text.split(separator: " ").prefix(4).compactMap { Int64($0, radix: 16) }
    // ffmpeg's AAC begins with 1024 samples that are not played.
    #expect(numbers[1] == 1024)
    #expect(numbers[3] == 55125)
    #expect(numbers[1] + numbers[2] + numbers[3] == (document.tracks[0].sampleCount ?? 0) * 1024)
  }

  @Test("The output of a sample writer can be the other movie")
  func written() async throws {
    let old = Repository.sample("camera-keys.mov")
    let source = Asset(path: FilePath(try scene.movie(seconds: 1, size: "64x48").path))
    let new = scene.scratch.file("written.mp4")
    let writer = try AssetWriter(path: FilePath(new.path), fileType: .mp4)
    try await SampleCopy(stored: source, to: writer).run()
    let ids = try tracks(old)
    for type in ["mp4", "mov"] {
      let plain = try scene.export(old, to: "plain.\(type)", [])
      let output = try scene.export(
        old, to: "a.\(type)", replacing: [ids.picture: 1, ids.sound: 2], from: new)
      try scene.expectWhole(output)
      try scene.expectInterleaved(output)
      #expect(try scene.packets(output, ids.picture) == scene.packets(new, 1))
      #expect(try scene.packets(output, ids.sound) == scene.packets(new, 2))
      #expect(try scene.rest(output) == scene.rest(plain))
      try compare(
        scene.document(output), scene.document(plain), scene.document(new),
        [ids.picture: 1, ids.sound: 2])
    }
  }

  @Test("The aperture sizes of QuickTime follow the new pictures")
  func apertures() throws {
    // The movie atom is the last of this file, so that it can grow.
    var bytes = try Repository.bytes(of: "old-quicktime.mov")
    let (moov, _) = try scene.tree(Repository.sample("old-quicktime.mov"))
    let trak = try #require(moov.children(.trak).first)
    let zeros = [UInt8](repeating: 0, count: 12)
    let tapt = atom("tapt", fullAtom("clef", Array(zeros.prefix(8))))
    bytes.insert(contentsOf: tapt, at: Int(trak.end))
    for parent in [moov, trak] {
      let size = BigEndian.bytes(of: [UInt64(parent.size) + UInt64(tapt.count)], width: 4)
      bytes.replaceSubrange(Int(parent.offset)..<(Int(parent.offset) + 4), with: size)
    }
    let old = scene.scratch.file("old.mov")
    try Data(bytes).write(to: old)
    let new = try scene.movie(seconds: 1, size: "80x48")
    let ids = try tracks(old)
    let output = try scene.export(old, to: "a.mov", replacing: [ids.picture: 1], from: new)
    try scene.expectWhole(output)
    let tree = try scene.tree(output)
    let found = try #require(tree.moov.children(.trak).first?.child(.tapt))
    let size: [UInt8] = [0, 0, 0, 0, 0, 80, 0, 0, 0, 48, 0, 0]
    #expect(
      try tree.window.bytes(at: found.offset, count: Int(found.size)).bytes.elementsEqual(
        atom("tapt", atom("clef", size), atom("prof", size), atom("enof", size))))
  }

  // MARK: Order

  @Test("A track in one long chunk is interleaved with one from another file")
  func longChunks() throws {
    let old = try scene.make(
      "sound.mp4",
      "-f lavfi -i sine=frequency=500:sample_rate=44100:duration=9 -c:a aac -b:a 48k")
    let new = try scene.movie(seconds: 8)
    #expect(try scene.chunks(old).count == 1)
    var joined = JoinedExport(try scene.unnamed(new))
    joined.additions = [1, 2]
    let output = try scene.export(old, to: "long.mp4", [joined])
    try scene.expectWhole(output)
    try scene.expectInterleaved(output)
    #expect(try scene.packets(output, 1) == scene.packets(old, 1))
    #expect(try scene.packets(output, 2) == scene.packets(new, 1))
    #expect(try scene.packets(output, 3) == scene.packets(new, 2))
    #expect(try scene.tables(output, 1)["sgpd"] == scene.tables(old, 1)["sgpd"])
    #expect(Set(try scene.chunks(output).map(\.track)) == [1, 2, 3])
    #expect(try scene.chunks(output).count > 30)
  }

  @Test("A track is added with its references, under an unused ID")
  func additions() throws {
    let old = Repository.sample("moov-first.mp4")
    var joined = JoinedExport(try scene.unnamed(Repository.sample("timecode-gps.mov")))
    let source = try scene.document(Repository.sample("timecode-gps.mov"))
    joined.additions = source.tracks.map(\.id)
    let output = try scene.export(old, to: "a.mp4", [joined])
    try scene.expectWhole(output)
    let document = try scene.document(output)
    let before = try scene.document(old).tracks
    #expect(document.tracks.prefix(before.count).map(\.id) == before.map(\.id))
    let added = Array(document.tracks.dropFirst(before.count))
    #expect(added.map(\.mediaType) == source.tracks.map(\.mediaType))
    let ids = Dictionary(uniqueKeysWithValues: zip(source.tracks.map(\.id), added.map(\.id)))
    #expect(Set(ids.values).isDisjoint(with: before.map(\.id)))
    for (one, other) in zip(source.tracks, added) {
      #expect(
        other.references.map(\.trackIDs) == one.references.map { $0.trackIDs.map { ids[$0] ?? 0 } })
      #expect(other.startTimecode == one.startTimecode)
      #expect(
        try scene.packets(output, other.id)
          == scene.packets(Repository.sample("timecode-gps.mov"), one.id))
    }
    let (moov, window) = try scene.tree(output)
    let header = try MovieHeaderAtom.parse(try #require(moov.child(.mvhd)).payload(in: window))
    #expect(header.nextTrackID > (document.tracks.map(\.id).max() ?? 0))
  }

  // MARK: Damage

  @Test("In a damaged old movie, only samples that are not replaced are lost")
  func truncated() throws {
    let bytes = try Repository.bytes(of: "moov-first.mp4")
    let old = scene.scratch.file("old.mp4")
    try Data(bytes.prefix(bytes.count - 300)).write(to: old)
    let new = try scene.movie(seconds: 1)
    let ids = try tracks(old)
    #expect(throws: MetaError.self) {
      try scene.export(old, to: "a.mp4", replacing: [ids.picture: 1], from: new)
    }
    let plain = try scene.export(old, to: "plain.mp4", []) { $0.allowsLoss = true }
    let output = try scene.export(old, to: "a.mp4", replacing: [ids.picture: 1], from: new) {
      $0.allowsLoss = true
    }
    try scene.expectWhole(output)
    #expect(try scene.packets(output, ids.picture) == scene.packets(new, 1))
    #expect(try scene.packets(output, ids.sound) == scene.packets(plain, ids.sound))
  }

  @Test("Chunks past the end of the old file do not read from the other movie")
  func chunksBeyondTheEnd() throws {
    var bytes = try Repository.bytes(of: "moov-first.mp4")
    let (moov, _) = try scene.tree(Repository.sample("moov-first.mp4"))
    let offsets = try #require(moov.children(.trak).last?.first(.mdia, .minf, .stbl, .stco))
    for index in 0..<(Int(offsets.payloadSize) - 8) / 4 {
      let place = Int(offsets.payloadOffset) + 8 + index * 4
      bytes.replaceSubrange(place..<(place + 4), with: [0, 1, UInt8(index), 64])
    }
    let old = scene.scratch.file("old.mp4")
    try Data(bytes).write(to: old)
    let new = try scene.movie(seconds: 1)
    let ids = try tracks(old)
    #expect(throws: MetaError.self) {
      try scene.export(old, to: "a.mp4", replacing: [ids.picture: 1], from: new)
    }
    let output = try scene.export(old, to: "a.mp4", replacing: [ids.picture: 1], from: new) {
      $0.allowsLoss = true
    }
    #expect(try scene.document(output).tracks.last?.sampleCount == 0)
    #expect(try scene.packets(output, ids.picture) == scene.packets(new, 1))
  }

  @Test("Replaced tables may be damaged", arguments: ["stsd", "stsz", "stts", "stco"])
  func damagedTables(_ type: String) throws {
    var bytes = try Repository.bytes(of: "moov-first.mp4")
    let (moov, _) = try scene.tree(Repository.sample("moov-first.mp4"))
    let stbl = try #require(moov.children(.trak).first?.first(.mdia, .minf, .stbl))
    let table = try #require(stbl.child(FourCC(type) ?? .free))
    for place in table.payloadOffset..<table.end { bytes[Int(place)] = 0xFF }
    let old = scene.scratch.file("old.mp4")
    try Data(bytes).write(to: old)
    let new = try scene.movie(seconds: 1)
    let output = try scene.export(old, to: "a.mp4", replacing: [1: 1], from: new)
    try scene.expectWhole(output)
    #expect(try scene.packets(output, 1) == scene.packets(new, 1))
    #expect(try scene.packets(output, 2) == scene.packets(Repository.sample("moov-first.mp4"), 2))
  }

  @Test("A truncated other movie is refused, or its missing samples are lost")
  func truncatedReplacement() throws {
    let old = Repository.sample("moov-first.mp4")
    let new = try scene.export(try scene.movie(seconds: 1), to: "new.mp4", [])
    let bytes = [UInt8](try Data(contentsOf: new))
    var joined = JoinedExport(try scene.unnamed(Array(bytes.prefix(bytes.count - 2000))))
    joined.tracks = [1: 1]
    #expect(throws: MetaError.self) { try scene.export(old, to: "a.mp4", [joined]) }
    let output = try scene.export(old, to: "a.mp4", [joined]) { $0.allowsLoss = true }
    let (left, all) = (try scene.packets(output, 1), try scene.packets(new, 1))
    #expect(!left.isEmpty && left.count < all.count && left == Array(all.prefix(left.count)))
  }

  // MARK: Refusals

  @Test("Impossible requests are refused, and nothing is written")
  func refusals() throws {
    let new = try scene.movie(seconds: 0.2)
    let names = { try FileManager.default.contentsOfDirectory(atPath: scene.scratch.folder.path) }
    let before = try names().sorted()
    func refused(
      _ sample: String, _ name: String, _ wanted: [[UInt32: UInt32]], _ bytes: [UInt8]? = nil
    ) throws {
      var joined: [JoinedExport] = []
      for tracks in wanted {
        var movie = JoinedExport(try bytes.map(scene.unnamed) ?? scene.unnamed(new))
        movie.tracks = tracks
        joined.append(movie)
      }
      #expect(throws: MetaError.self, "\(sample) \(wanted)") {
        try scene.export(Repository.sample(sample), to: name, joined)
      }
    }
    try refused("moov-first.mp4", "a.mp4", [[1: 9]])
    try refused("moov-first.mp4", "a.mp4", [[9: 1]])
    try refused("moov-first.mp4", "a.mp4", [[1: 1], [1: 1]])
    try refused("vbri.mp3", "a.mp3", [[1: 1]])
    try refused("id3.aac", "a.aac", [[1: 1]])
    try refused("moov-first.mp4", "a.mp4", [[1: 1]], Array("not a movie at all".utf8))
    try refused("moov-first.mp4", "a.mp4", [[1: 1]], [])
    try refused("song-itunes.m4a", "a.m4a", [[1: 1]])
    #expect(try names().sorted() == before)
  }

  @Test("A track may change its media type")
  func otherKind() throws {
    let old = Repository.sample("moov-first.mp4")
    let new = try scene.movie(seconds: 1)
    for type in ["mp4", "mov"] {
      let output = try scene.export(old, to: "a.\(type)", replacing: [1: 2], from: new)
      try scene.expectWhole(output)
      let track = try #require(try scene.document(output).tracks.first)
      #expect(track.mediaType == .audio)
      #expect(try scene.packets(output, 1) == scene.packets(new, 2))
    }
  }
}
