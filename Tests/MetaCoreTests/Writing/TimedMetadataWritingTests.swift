import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Timed metadata that is written and read again.
@Suite("Writing timed metadata")
struct TimedMetadataWritingTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func path(_ name: String) -> FilePath { FilePath(scratch.file(name).path) }

  private func range(_ start: Int64, _ duration: Int64) -> MediaTimeRange {
    MediaTimeRange(
      start: MediaTime(numeric: start, 600), duration: MediaTime(numeric: duration, 600))
  }

  private func item(
    _ key: String, _ value: MetadataValue, _ type: DataType, language: String? = nil,
    in range: MediaTimeRange
  ) -> MetadataItem {
    var item = MetadataItem(
      keySpace: .quickTimeMetadata, key: .text(key), value: value, dataType: type,
      language: language.map { LanguageTag(rawValue: $0) })
    item.timeRange = range
    return item
  }

  private var groups: [TimedMetadataGroup] {
    let ranges = [range(0, 60), range(60, 30), range(90, 30), range(150, 10)]
    return [
      TimedMetadataGroup(
        timeRange: ranges[0],
        items: [
          item("com.example.title", .string("Grüße"), .utf8, language: "de-AT", in: ranges[0]),
          item("com.example.level", .real(1.5), DataType(code: 23), in: ranges[0]),
        ]),
      TimedMetadataGroup(timeRange: ranges[1], items: []),
      TimedMetadataGroup(
        timeRange: ranges[2],
        items: [
          item("com.example.title", .string("Again"), .utf8, language: "de-AT", in: ranges[2]),
          item("com.example.title", .string("Encore"), .utf8, language: "fr", in: ranges[2]),
          item(
            "com.example.own", .data(.bytes(ByteSlice([1, 2, 3]))),
            DataType(name: "com.example.type"), in: ranges[2]),
        ]),
      TimedMetadataGroup(
        timeRange: ranges[3],
        items: [
          item("com.example.count", .integer(-7), DataType(code: 67), in: ranges[3]),
          item("com.example.count", .integer(8), DataType(code: 67), in: ranges[3]),
        ]),
    ]
  }

  private func read(_ path: FilePath) throws -> [TimedMetadataGroup] {
    let reader = AssetReader(asset: Asset(path: path))
    let adaptor = AssetReaderOutputMetadataAdaptor(
      try reader.outputProvider(for: StoredTrackOutput(track: 1)))
    try reader.start()
    var groups: [TimedMetadataGroup] = []
    while let group = try adaptor.nextTimedMetadataGroup() { groups.append(group) }
    #expect(reader.status == .completed)
    return groups
  }

  /// A group as text, without the locations of its items.
  private func lines(_ groups: [TimedMetadataGroup]) -> [String] {
    groups.map { group in
      let items = group.items.map { item in
        var value = "\(item.value)"
        if case .data(.bytes(let bytes)) = item.value { value = "\(Array(bytes.bytes))" }
        let language = item.language?.rawValue ?? "-"
        return "\(item.identifier.rawValue) \(value) \(item.dataType.name) \(language)"
      }
      return "\(group.timeRange.start.seconds) \(group.timeRange.duration.seconds) \(items)"
    }
  }

  @Test(arguments: [(MetaCore.FileType.quickTimeMovie, false), (.mp4, false), (.mp4, true)])
  func groupsRoundTrip(_ type: MetaCore.FileType, _ isFragmented: Bool) async throws {
    let target = path("timed.\(type.pathExtension ?? "mov")")
    let writer = try AssetWriter(path: target, fileType: type)
    if isFragmented { try writer.setMovieFragmentInterval(MediaTime(numeric: 1, 20)) }
    let receiver = try writer.inputReceiver(
      for: AssetWriterInput(
        .metadata, sourceFormatHint: FormatDescription(timedMetadata: groups[0].items)))
    let adaptor = AssetWriterInputMetadataAdaptor(receiver)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for (index, group) in groups.enumerated() {
      if index % 2 == 0 {
        try await adaptor.append(group)
      } else {
        #expect(try adaptor.appendImmediately(group))
      }
    }
    receiver.finish()
    try await writer.finishWriting()
    var expected = groups
    expected.insert(TimedMetadataGroup(timeRange: range(120, 30), items: []), at: 3)
    let found = try lines(read(target))
    #expect(found == lines(expected))
    let report = try Inspector.integrity(of: try FileSource(path: target))
    #expect(report.findings.isEmpty, "\(report.findings)")
  }

  @Test func classicInputAcceptsGroups() async throws {
    let target = path("classic.mov")
    let writer = try AssetWriter(path: target, fileType: .quickTimeMovie)
    let input = ClassicWriterInput(AssetWriterInput(.metadata))
    try writer.add(input)
    let adaptor = AssetWriterInputMetadataAdaptor(assetWriterInput: input)
    do {
      try await adaptor.append(groups[0])
      Issue.record("the writer was not started")
    } catch { #expect(error.code == .wrongState) }
    #expect(writer.startWriting())
    try writer.startSession(atSourceTime: .zero)
    for group in groups.prefix(3) { try await adaptor.append(group) }
    try await writer.finishWriting()
    let found = try lines(read(target))
    #expect(found == lines(Array(groups.prefix(3))))
    let ffprobe = try #require(Program.find("ffprobe"))
    let shown = try Program.run(
      ffprobe,
      [
        "-v", "error", "-show_entries", "stream=codec_type,codec_tag_string,nb_frames", "-of",
        "csv=p=0", target.string,
      ]
    ).text
    #expect(shown == "data,mebx,3\n")
    let exiftool = try #require(Program.find("exiftool"))
    let text = try Program.run(exiftool, ["-ee", "-a", "-G1", "-s", target.string]).text
    #expect(text.contains("Grüße"), "\(text)")
    #expect(text.contains("MetaFormat") && text.contains("mebx"))
  }

  @Test func nonMetadataIsRefused() async throws {
    let writer = try AssetWriter(path: path("refused.mov"), fileType: .quickTimeMovie)
    let adaptor = AssetWriterInputMetadataAdaptor(
      try writer.inputReceiver(for: AssetWriterInput(.metadata)))
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    let whole = range(0, 10)
    let space = MetadataItem(
      keySpace: KeySpace(rawValue: "a long one"), key: .text("a"), value: .string("b"),
      dataType: .utf8)
    let refused = [
      TimedMetadataGroup(timeRange: .all, items: []),
      TimedMetadataGroup(
        timeRange: whole, items: [item("a", .string("text"), DataType(code: 67), in: whole)]),
      TimedMetadataGroup(timeRange: whole, items: [space]),
    ]
    for group in refused {
      do {
        try await adaptor.append(group)
        Issue.record("\(group)")
      } catch { #expect(error.code == .invalidAttributes) }
    }
    #expect(writer.status == .writing)
    writer.cancelWriting()
  }
}
