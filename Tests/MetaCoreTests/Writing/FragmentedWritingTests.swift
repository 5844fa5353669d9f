import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Movies that are written in fragments: readable at any time, one movie without fragments at the
/// end.
@Suite("Writing movies in fragments")
struct FragmentedWritingTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// All writes to a file in order.
  private final class Log: Sendable {
    let writes = Mutex<[(bytes: [UInt8], offset: Int64)]>([])

    /// The file after `count` writes, and a part of the next.
    func image(after count: Int, andBytes part: Int = 0) -> [UInt8] {
      writes.withLock { writes in
        var file: [UInt8] = []
        for (index, write) in writes.enumerated() where index <= count {
          let bytes = index < count ? write.bytes[...] : write.bytes.prefix(part)
          let end = Int(write.offset) + bytes.count
          if bytes.isEmpty { continue }
          if file.count < end { file += [UInt8](repeating: 0, count: end - file.count) }
          file.replaceSubrange(Int(write.offset)..<end, with: bytes)
        }
        return file
      }
    }
  }

  private struct Row: Hashable, CustomStringConvertible {
    let time: Double
    let bytes: [UInt8]

    var description: String { "\(time): \(bytes.count)" }
  }

  /// The samples of each kind of media.
  private func rows(_ bytes: [UInt8]) throws -> [MediaType: [Row]] {
    let source = DataSource(bytes)
    var rows: [MediaType: [Row]] = [:]
    for track in try Inspector.inspect(source).tracks {
      let reader = AssetReader(asset: Asset(source: source))
      let provider = try reader.outputProvider(for: StoredTrackOutput(track: track.id))
      try reader.start()
      while let sample = try provider.copyNextSampleBuffer() {
        let time = (sample.presentationTime.seconds * 1e5).rounded()
        rows[track.mediaType, default: []].append(
          Row(time: time, bytes: sample.stored?.bytes.map { $0 } ?? []))
      }
    }
    return rows
  }

  private func topAtoms(_ bytes: [UInt8]) throws -> [String] {
    try AtomTree(SourceWindow(DataSource(bytes))).top.map(\.type.description)
  }

  enum Order: CaseIterable {
    /// As they are decoded.
    case interleaved
    /// One track after the other.
    case oneByOne
  }

  /// Copies the tracks of a movie, the writer being prepared before it starts and after.
  private func copy(
    _ name: String, to path: FilePath, _ order: Order = .interleaved,
    configure: (AssetWriter) throws -> Void = { (_: AssetWriter) in },
    started: (AssetWriter) throws -> Void = { (_: AssetWriter) in },
    appended: (AssetWriter) throws -> Void = { (_: AssetWriter) in }
  ) async throws {
    let asset = Asset(path: FilePath(Repository.sample(name).path))
    let writer = try AssetWriter(path: path, fileType: .mp4)
    try configure(writer)
    var samples: [(track: Int, sample: SampleBuffer)] = []
    var receivers: [SampleBufferReceiver] = []
    let tracks = try await asset.load(.tracks)
    for (index, track) in tracks.enumerated() {
      let reader = AssetReader(asset: asset)
      let provider = try reader.outputProvider(
        for: AssetReaderTrackOutput(track: track, settings: nil))
      try reader.start()
      while let sample = try await provider.next() {
        samples.append((track: index, sample: sample))
      }
      receivers.append(
        try writer.inputReceiver(
          for: AssetWriterInput(
            track.mediaType, sourceFormatHint: track.formatDescriptions.first)))
    }
    if order == .interleaved {
      samples.sort { (left, right) -> Bool in
        let first: MediaTime = left.sample.decodeTime ?? left.sample.presentationTime
        let second: MediaTime = right.sample.decodeTime ?? right.sample.presentationTime
        return first == second ? left.track < right.track : first < second
      }
    }
    try writer.start()
    try started(writer)
    try writer.startSession(atSourceTime: .zero)
    for (track, sample) in samples {
      try await receivers[track].append(sample)
      try appended(writer)
    }
    try await writer.finishWriting()
  }

  private func path(_ name: String) -> FilePath { FilePath(scratch.file(name).path) }

  private static let interval = MediaTime(numeric: 1, 10)

  /// The writes of a fragmented movie, and the samples of the same movie written without fragments.
  private func log(
    _ name: String, _ order: Order, room: Int64
  ) async throws -> (log: Log, expected: [MediaType: [Row]]) {
    let log = Log()
    let plain = path("plain\(room).mp4")
    try await copy(name, to: plain, order)
    try await copy(
      name, to: path("logged\(room).mp4"), order,
      configure: { try $0.setMovieFragmentInterval(FragmentedWritingTests.interval) },
      started: { writer in
        var movie = NewMovie(writer.target)
        movie.isFragmented = true
        let file = try FragmentedMovieFile(
          { (bytes, offset) throws(Errno) in
            log.writes.withLock { $0.append((Array(bytes), offset)) }
          }, brands: movie.brands(), room: room)
        writer.state.withLock { $0.file?.fragments = file }
      })
    return (log, try rows(Array(Data(contentsOf: URL(filePath: plain.string)))))
  }

  /// How many samples a fragment lists that becomes one with the second of two writes.
  private func listed(in write: [UInt8], shownBy next: [UInt8]) -> Int {
    guard write.count > 8, next.count == 8, Array(next[4...]) == Array("moof".utf8) else {
      return 0
    }
    var count = 0
    for place in 0..<(write.count - 12)
    where write[place..<(place + 4)] == [0x74, 0x72, 0x75, 0x6E] {
      count += write[(place + 8)..<(place + 12)].reduce(0) { $0 << 8 | Int($1) }
    }
    return count
  }

  private static let movies = ["moov-first.mp4", "delayed-sound.mp4", "in-step.mp4"]

  @Test(
    "After a crash between or during writes, the file has the samples of all written fragments",
    arguments: movies, Order.allCases)
  func fileCanBeReadAfterEveryWrite(_ name: String, _ order: Order) async throws {
    for room: Int64 in [0, 1 << 16] {
      let (log, expected) = try await log(name, order, room: room)
      let writes = log.writes.withLock { $0 }
      var written = 0
      var fragments = 0
      for index in 0...writes.count {
        if index > 1 {
          let count = listed(in: writes[index - 2].bytes, shownBy: writes[index - 1].bytes)
          (written, fragments) = (written + count, fragments + min(count, 1))
        }
        let next = index < writes.count ? writes[index].bytes.count : 0
        // One write of so few bytes is not divided.
        for part in next > 16 ? [0, 5, next / 2, next - 1] : [0] where fragments > 0 {
          let found = try rows(log.image(after: index, andBytes: part))
          let all = found.values.reduce(0) { $0 + $1.count }
          #expect(all >= written, "\(index) of \(writes.count), \(part) bytes")
          for (type, rows) in found {
            #expect(rows == Array(expected[type]?.prefix(rows.count) ?? []))
          }
        }
      }
      #expect(fragments > 3)
      #expect(written == expected.values.reduce(0) { $0 + $1.count })
      let whole = log.image(after: writes.count)
      #expect(try rows(whole) == expected)
      #expect(
        try topAtoms(whole)
          == (room == 0 ? ["ftyp", "mdat", "moov"] : ["ftyp", "moov", "free", "wide", "mdat"]))
    }
  }

  private func packets(_ path: String) throws -> [Substring] {
    try ProbedPackets.lines(path).sorted()
  }

  @Test(
    "ffprobe reads the same packets from the finished file as from an unfragmented one",
    arguments: movies, [true, false])
  func finishedMovieIsComplete(_ name: String, _ isFastStart: Bool) async throws {
    let (plain, hybrid) = (path("plain.mp4"), path("hybrid.mp4"))
    try await copy(name, to: plain)
    try await copy(name, to: hybrid) { writer in
      try writer.setMovieFragmentInterval(FragmentedWritingTests.interval)
      try writer.setShouldOptimizeForNetworkUse(isFastStart)
      try writer.setMetadata([
        MetadataItem(
          keySpace: .iTunes, key: .code(FourCC(rawValue: 0xA96E_616D)), value: .string("Hybrid"),
          dataType: .utf8)
      ])
    }
    let new = try packets(hybrid.string)
    #expect(new.count > 5)
    #expect(new == (try packets(plain.string)))
    let bytes = Array(try Data(contentsOf: URL(filePath: hybrid.string)))
    let top = try topAtoms(bytes)
    #expect(top.filter { $0 == "moov" }.count == 1)
    #expect(!top.contains("moof"))
    let report = try Inspector.integrity(of: try FileSource(path: hybrid))
    #expect(report.findings.isEmpty, "\(report.findings)")
    let document = try Inspector.inspect(try FileSource(path: hybrid))
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics)")
    #expect(document.items.contains { $0.value == .string("Hybrid") })
  }

  @Test(
    "The file is a movie for ffprobe at any time of writing", arguments: movies)
  func ffprobeReadsTheUnfinishedFile(_ name: String) async throws {
    let (plain, hybrid) = (path("plain.mp4"), path("hybrid.mp4"))
    try await copy(name, to: plain)
    let all = try packets(plain.string)
    var (size, copies) = (0, [URL]())
    try await copy(
      name, to: hybrid,
      configure: { try $0.setMovieFragmentInterval(FragmentedWritingTests.interval) },
      appended: { writer in
        guard writer.state.withLock({ $0.file?.fragments?.hasFragments ?? false }) else { return }
        let bytes = try Data(contentsOf: URL(filePath: hybrid.string))
        guard bytes.count > size else { return }
        size = bytes.count
        copies.append(scratch.file("copy\(copies.count).mp4"))
        try bytes.write(to: copies[copies.count - 1])
      })
    #expect(copies.count > 3)
    var before = 0
    for copy in copies {
      let found = try packets(copy.path)
      #expect(found.count > before)
      before = found.count
      // For a movie without fragments, ffprobe omits what an edit list hides.
      let shown = found.filter { packet in
        all.contains { other in
          stream(of: other) == stream(of: packet) && time(of: other) <= time(of: packet)
        }
      }
      #expect(found.count - shown.count <= 1)
      let missing = Set(shown.map(identity)).subtracting(all.map(identity))
      #expect(missing.isEmpty, "\(missing.first ?? "")")
    }
    // The rest was written at the end.
    #expect(before * 3 > all.count)
  }

  private func field(_ name: String, of packet: Substring) -> Substring? {
    packet.split(separator: "|").first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
  }

  private func stream(of packet: Substring) -> Substring? { field("stream_index", of: packet) }

  private func time(of packet: Substring) -> Double {
    field("pts_time", of: packet).flatMap { Double($0) } ?? -.infinity
  }

  /// A packet without its duration, which the last one of a fragment has not in ffprobe's view, and
  /// without the flag of what an edit leaves out.
  private func identity(_ packet: Substring) -> String {
    packet.split(separator: "|").filter { !$0.hasPrefix("duration") && !$0.hasPrefix("flags") }
      .joined(separator: "|")
  }

  @Test func initialIntervalAppliesToTheFirstFragment() async throws {
    var sizes: Set<Int> = []
    var shown: Double?
    try await copy(
      "moov-first.mp4", to: path("initial.mp4"),
      configure: { writer in
        try writer.setMovieFragmentInterval(MediaTime(numeric: 100, 1))
        try writer.setInitialMovieFragmentInterval(MediaTime(numeric: 1, 5))
        #expect(writer.movieFragmentInterval == MediaTime(numeric: 100, 1))
        #expect(writer.initialMovieFragmentInterval == MediaTime(numeric: 1, 5))
      },
      appended: { _ in
        let bytes = try Data(contentsOf: URL(filePath: path("initial.mp4").string))
        sizes.insert(bytes.count)
        if sizes.count == 2, shown == nil {
          shown = try rows(Array(bytes)).values.flatMap { $0 }.map(\.time).max()
        }
      })
    #expect(sizes.count == 2)
    #expect(try #require(shown) >= 0.1e5 && #require(shown) < 0.4e5)
  }

  @Test func intervalsMustBePositive() throws {
    let writer = try AssetWriter(path: path("none.mp4"), fileType: .mp4)
    for interval in [MediaTime.zero, .invalid, .positiveInfinity, MediaTime(numeric: -1, 1)] {
      let errors = [
        #expect(throws: MetaError.self) { try writer.setMovieFragmentInterval(interval) },
        #expect(throws: MetaError.self) { try writer.setInitialMovieFragmentInterval(interval) },
      ]
      #expect(errors.allSatisfy { $0?.code == .invalidAttributes })
    }
  }

  @Test("A track without space in the fragmented movie is in the finished one")
  func unreservedTracksAreInTheFinishedMovie() async throws {
    let target = path("room.mov")
    let writer = try AssetWriter(path: target, fileType: .quickTimeMovie)
    try writer.setMovieFragmentInterval(MediaTime(numeric: 3, 10))
    // The space reserved after the first movie atom, for 64 KiB more, is enough for this text once.
    let text = String(repeating: "a", count: 60_000)
    try writer.setMetadata([
      MetadataItem(
        keySpace: .quickTimeMetadata, key: .text("com.example.text"), value: .string(text),
        dataType: .utf8)
    ])
    let receivers = try (0..<3).map { _ in try writer.inputReceiver(for: MetadataSamples.input) }
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    var shown: [[MediaType: [Row]]] = []
    for receiver in receivers {
      for number in 0..<10 { try await receiver.append(MetadataSamples.sample(number)) }
      shown.append(try rows(Array(Data(contentsOf: URL(filePath: target.string)))))
    }
    // All but the last sample of a fragment and those after it; of the last track nothing.
    #expect(shown.map { $0[.metadata]?.count } == [9, 18, 18])
    try await writer.finishWriting()
    let document = try Inspector.inspect(try FileSource(path: target))
    #expect(document.tracks.map(\.sampleCount) == [10, 10, 10])
    let all = try rows(Array(Data(contentsOf: URL(filePath: target.string))))
    let numbers = try #require(all[.metadata]).map { $0.bytes.last.map(Int.init) ?? -1 }
    #expect(numbers == (0..<3).flatMap { _ in Array(0..<10) })
    let report = try Inspector.integrity(of: try FileSource(path: target))
    #expect(report.findings.isEmpty, "\(report.findings)")
  }

  @Test("A second sample description appears with the fragment that needs it")
  func descriptionsAreAdded() async throws {
    let target = path("described.mov")
    let writer = try AssetWriter(path: target, fileType: .quickTimeMovie)
    try writer.setMovieFragmentInterval(MediaTime(numeric: 3, 10))
    let receiver = try writer.inputReceiver(for: MetadataSamples.input)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    var other = MetadataSamples.item
    other.value = .string("other")
    other.dataType = DataType(code: 1)
    let format = FormatDescription(timedMetadata: [other])
    for number in 0..<10 {
      var sample = MetadataSamples.sample(number)
      if number >= 5 { sample.formatDescription = format }
      try await receiver.append(sample)
    }
    for isFinished in [false, true] {
      if isFinished { try await writer.finishWriting() }
      let reader = AssetReader(asset: Asset(path: target))
      let provider = try reader.outputProvider(for: StoredTrackOutput(track: 1))
      try reader.start()
      var formats: [FormatDescription?] = []
      while let sample = try provider.copyNextSampleBuffer() {
        formats.append(sample.formatDescription)
      }
      #expect(formats.count == (isFinished ? 10 : 9))
      let keys = formats.map { $0?.metadataKeys.first?.dataType.code }
      #expect(
        keys == [UInt32?](repeating: 67, count: 5) + [UInt32?](repeating: 1, count: keys.count - 5))
    }
  }

  @Test("Cancelled writing leaves nothing; failed writing leaves complete fragments")
  func whatIsLeft() async throws {
    for cancels in [true, false] {
      let target = path("left.mp4")
      var count = 0
      await #expect(throws: (any Error).self) {
        try await copy(
          "moov-first.mp4", to: target,
          configure: { try $0.setMovieFragmentInterval(FragmentedWritingTests.interval) },
          appended: { writer in
            count += 1
            guard count == 30 else { return }
            if cancels { return writer.cancelWriting() }
            let late = SampleBuffer(
              .stored(ByteSlice([1])), at: MediaTime(numeric: -100, 1))
            try writer.append(late, to: 0)
          })
      }
      #expect(count == 30)
      let files = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      #expect(files == (cancels ? [] : ["left.mp4"]))
      guard !cancels else { continue }
      let left = try rows(Array(Data(contentsOf: URL(filePath: target.string))))
      #expect(left.values.reduce(0) { $0 + $1.count } > 10)
    }
  }

  // MARK: Killed

  /// Set in the process that is killed.
  private static let variable = "METATOOL_WRITING_KILLED"
  private static let place = ProcessInfo.processInfo.environment[variable]

  @Test(.enabled(if: place != nil, "it runs in a process of its own"), .timeLimit(.minutes(60)))
  func writesUntilItIsKilled() async throws {
    let path = try #require(FragmentedWritingTests.place)
    try await copy(
      "in-step.mp4", to: FilePath(path),
      configure: { try $0.setMovieFragmentInterval(FragmentedWritingTests.interval) },
      appended: { _ in usleep(20_000) })
  }

  @Test(.enabled(if: place == nil, "this is the process that kills"), .timeLimit(.minutes(60)))
  func killedWriterLeavesAPlayableMovie() throws {
    let (plain, target) = (Repository.sample("in-step.mp4"), scratch.file("killed.mp4"))
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "--testing-library", "swift-testing", "--filter",
      "FragmentedWritingTests/writesUntilItIsKilled",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging([
      FragmentedWritingTests.variable: target.path
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    var left = 0
    while process.isRunning, left < 8 {
      usleep(5_000)
      left = (try? rows(Array(Data(contentsOf: target))))?.values.reduce(0) { $0 + $1.count } ?? 0
    }
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let found = try rows(Array(Data(contentsOf: target)))
    let all = try rows(Array(Data(contentsOf: plain)))
    #expect(found.values.reduce(0) { $0 + $1.count } >= left)
    for (type, rows) in found { #expect(rows == Array(all[type]?.prefix(rows.count) ?? [])) }
    #expect(try packets(target.path).count >= left)
  }
}
