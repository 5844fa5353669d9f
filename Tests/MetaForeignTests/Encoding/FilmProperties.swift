import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// The properties of a film that a transcode should keep, by name, as read by ffprobe, MediaInfo
/// and MetaCore.
struct FilmProperties {
  private(set) var values: [String: String] = [:]

  init(_ file: URL) throws {
    let probed = try FilmProperties.json([
      "-show_streams", "-show_chapters", "-show_format", file.path,
    ])
    for stream in probed["streams"] as? [[String: Any]] ?? [] { add(stream: stream) }
    for (index, chapter) in (probed["chapters"] as? [[String: Any]] ?? []).enumerated() {
      let times = ["start_time", "end_time"].map { FilmProperties.text(chapter[$0]) }
      let title = (chapter["tags"] as? [String: Any])?["title"] ?? ""
      values["chapter \(index)"] = (times + ["\(title)"]).joined(separator: " ")
    }
    let tags = (probed["format"] as? [String: Any])?["tags"] as? [String: Any] ?? [:]
    for (name, value) in tags where !FilmProperties.changing.contains(name) {
      values["tag \(name)"] = "\(value)"
    }
    try addPictures(of: file)
    try addMediaInfo(of: file)
    try addTracks(of: file)
  }

  /// The properties that differ, as `name: old, new`, without those that are excepted.
  func differences(from old: FilmProperties, except names: Set<String>) -> [String] {
    // A missing value equals the default.
    let usual = ["language": "und", "color_range": "tv"]
    return Set(values.keys).union(old.values.keys).sorted().compactMap { name in
      let property = name.split(separator: " ").last.map(String.init) ?? name
      let (before, after) = (known(old, name, usual[property]), known(self, name, usual[property]))
      guard before != after, !names.contains(property) else { return nil }
      // A property in the stream of one may be in the container of the other.
      let isOfRange = ["ight", "astering"].contains { name.contains($0) }
      guard before != "-" || !isOfRange else { return nil }
      return "\(name): \(before), \(after)"
    }
  }

  private func known(_ properties: FilmProperties, _ name: String, _ usual: String?) -> String {
    let value = properties.values[name] ?? "-"
    return value == "-" ? usual ?? value : value
  }

  /// Properties that always change.
  private static let changing: Set = [
    "major_brand", "minor_version", "compatible_brands", "encoder", "iTunSMPB", "creation_time",
  ]

  private static let pictures = [
    "width", "height", "sample_aspect_ratio", "display_aspect_ratio", "pix_fmt", "color_range",
    "color_space", "color_transfer", "color_primaries", "chroma_location", "field_order",
    "avg_frame_rate", "time_base", "start_time", "duration", "nb_frames",
  ]
  private static let audioProperties = [
    "sample_rate", "channels", "channel_layout", "start_time", "duration",
  ]
  private static let others = [
    "codec_name", "codec_tag_string", "start_time", "duration", "nb_frames",
  ]

  private mutating func add(stream: [String: Any]) {
    let kind = stream["codec_type"] as? String ?? "data"
    let name = "\(stream["index"] ?? "-") \(kind)"
    values["\(name) kind"] = kind
    let isAttached = (stream["disposition"] as? [String: Any])?["attached_pic"] as? Int == 1
    let properties =
      switch kind {
      case "video": isAttached ? ["codec_name", "width", "height"] : FilmProperties.pictures
      case "audio": FilmProperties.audioProperties
      default: FilmProperties.others
      }
    for property in properties {
      values["\(name) \(property)"] = FilmProperties.text(stream[property])
    }
    for (tag, value) in stream["tags"] as? [String: Any] ?? [:]
    where ["language", "timecode", "handler_name", "title", "reel_name"].contains(tag) {
      values["\(name) \(tag)"] = "\(value)"
    }
    for (flag, value) in stream["disposition"] as? [String: Any] ?? [:] {
      values["\(name) disposition.\(flag)"] = "\(value)"
    }
    for data in stream["side_data_list"] as? [[String: Any]] ?? [] { add(data, to: name) }
  }

  private mutating func add(_ data: [String: Any], to name: String) {
    let type = (data["side_data_type"] as? String ?? "-").replacingOccurrences(of: " ", with: "-")
    guard !type.contains("CPB"), !type.contains("Unregistered") else { return }
    let fields = data.filter { $0.key != "side_data_type" && $0.key != "displaymatrix" }
    let text = fields.sorted { $0.key < $1.key }.map {
      "\($0.key)=\(FilmProperties.text($0.value))"
    }
    values["\(name) \(type)"] = text.joined(separator: " ")
  }

  /// The presentation times of frames, and the properties of the first one.
  private mutating func addPictures(of file: URL) throws {
    let packets = try FilmProperties.json([
      "-select_streams", "v:0", "-show_entries", "packet=pts_time,duration_time,flags", file.path,
    ])
    let shown = (packets["packets"] as? [[String: Any]] ?? []).filter { packet in
      (packet["flags"] as? String)?.contains("D") != true
    }
    guard !shown.isEmpty else { return }
    values["v times"] = shown.map { FilmProperties.text($0["pts_time"]) }.sorted()
      .joined(separator: " ")
    let frames = try FilmProperties.json([
      "-select_streams", "v:0", "-show_frames", "-read_intervals", "%+#1", file.path,
    ])
    guard let first = (frames["frames"] as? [[String: Any]])?.first else { return }
    for property in ["interlaced_frame", "top_field_first"] {
      values["v \(property)"] = FilmProperties.text(first[property])
    }
    for data in first["side_data_list"] as? [[String: Any]] ?? [] { add(data, to: "v frame") }
  }

  /// The properties of tracks from MediaInfo.
  private mutating func addMediaInfo(of file: URL) throws {
    guard let program = Program.find("mediainfo") else { return }
    let result = try Program.run(program, ["--Output=JSON", file.path])
    let found = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let tracks = (found?["media"] as? [String: Any])?["track"] as? [[String: Any]] ?? []
    for (index, track) in tracks.enumerated() {
      for field in [
        "Rotation", "MasteringDisplay_ColorPrimaries", "MasteringDisplay_Luminance", "MaxCLL",
        "MaxFALL", "TimeCode_FirstFrame", "Language", "colour_primaries",
        "transfer_characteristics", "matrix_coefficients",
      ] {
        values["mediainfo \(index) \(field)"] = track[field].map { "\($0)" }
      }
    }
  }

  /// The properties that ffprobe does not report.
  private mutating func addTracks(of file: URL) throws {
    let document = try Inspector.inspect(try FileSource(path: FilePath(file.path)))
    for track in document.tracks {
      let name = "track \(track.id)"
      values["\(name) isEnabled"] = track.isEnabled.map { "\($0)" }
      values["\(name) alternateGroup"] = track.alternateGroup.map { "\($0)" }
      values["\(name) references"] = "\(track.references)"
      values["\(name) languageTag"] = track.language?.rawValue
      values["\(name) trackName"] = track.name
      values["\(name) metadataKeys"] = "\(track.metadataKeys)"
      values["\(name) characteristics"] = "\(track.characteristics)"
      values["\(name) startTimecode"] = track.startTimecode
      values["\(name) played"] = track.duration.map { FilmProperties.text($0.seconds) }
      guard let video = track.video else { continue }
      values["\(name) matrix"] = "\(video.matrix ?? [])"
      values["\(name) shown"] = "\(video.displayWidth ?? 0) \(video.displayHeight ?? 0)"
      values["\(name) aperture"] = video.cleanAperture.map { "\($0)" }
      values["\(name) mastering"] =
        video.masteringDisplay.isEmpty ? nil : "\(video.masteringDisplay.map { $0.value })"
      values["\(name) light"] = video.contentLight.map { "\($0)" }
    }
    for item in document.items {
      guard let key = item.commonKey else { continue }
      values["item \(key.rawValue)"] = "\(item.value)".prefix(60).description
    }
    values["artwork count"] = "\(document.artwork.count)"
  }

  // MARK: ffprobe

  private static func text(_ value: Any?) -> String {
    guard let value else { return "-" }
    let text = "\(value)"
    // Times in different units are rounded.
    guard text.contains("."), let number = Double(text) else { return text }
    return String(format: "%.3f", number)
  }

  private static func json(_ arguments: [String]) throws -> [String: Any] {
    let result = try Program.run(
      try #require(Program.find("ffprobe")), ["-v", "error", "-of", "json"] + arguments)
    try #require(result.status == 0, "\(result.errors)")
    return try JSONSerialization.jsonObject(with: result.output) as? [String: Any] ?? [:]
  }
}
