import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `timed`, and the removal and sharing of timed metadata.
@Suite("The timed verb")
struct TimedTests {
  private static let cameras = [
    "action-camera.mp4", "street-camera.mp4", "system-camera.mp4", "phone-places.mov",
  ]

  private func export(_ name: String, _ words: [String]) throws -> String {
    let result = try Program.run(
      Program.metatool, ["timed", "export", Repository.sample(name).path] + words)
    #expect(result.status == 0, "\(result.errors)")
    return result.text
  }

  private func rows(_ table: String) -> [[String]] {
    table.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  // MARK: Forms

  /// Collects the points of a GPX file.
  private final class Points: NSObject, XMLParserDelegate {
    var points: [(latitude: String?, longitude: String?)] = []
    var texts: [String: [String]] = [:]
    private var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      text = ""
      if name == "trkpt" { points.append((attributes["lat"], attributes["lon"])) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      texts[name, default: []].append(text)
    }
  }

  @Test(arguments: cameras)
  func gpxHasTheLocationsOfTheTable(name: String) throws {
    let gpx = Points()
    let parser = XMLParser(data: Data(try export(name, []).utf8))
    parser.delegate = gpx
    #expect(parser.parse())
    let table = rows(try export(name, ["--format", "csv"]))
    #expect(table[0][2...3] == ["latitude", "longitude"])
    #expect(gpx.points.count == table.count - 1 && gpx.points.count >= 3)
    #expect(gpx.points.map(\.latitude) == table.dropFirst().map { $0[2] })
    #expect(gpx.points.map(\.longitude) == table.dropFirst().map { $0[3] })
    // Without a camera time, the creation date is the start of the movie.
    #expect(gpx.texts["time"]?.count == gpx.points.count)
  }

  @Test func aTableOfOneKey() throws {
    let table = rows(try export("street-camera.mp4", ["--format", "csv", "--key", "camm/gps"]))
    #expect(table.count == 3)
    #expect(table[0].prefix(5) == ["time", "duration", "gpsTime", "fix", "latitude"])
    #expect(table[1].prefix(5) == ["0.25", "0.25", "1401100000", "3", "52.52"])
  }

  /// A combining character forms one `Character` with the delimiter before it.
  @Test func fileNameMayBeAnyText() throws {
    let scratch = try Scratch()
    let name = "a<\u{338}b&\u{301}\"c>\u{1}.mp4"
    let file = scratch.file(name)
    try FileManager.default.copyItem(at: Repository.sample("action-camera.mp4"), to: file)
    let result = try Program.run(
      Program.metatool, ["timed", "export", name], in: file.deletingLastPathComponent())
    let gpx = Points()
    let parser = XMLParser(data: Data(result.text.utf8))
    parser.delegate = gpx
    #expect(parser.parse(), "\(result.text.prefix(400))")
    #expect(
      gpx.texts["name"]?.first.map { Array($0.utf8) }
        == Array("a<\u{338}b&\u{301}\"c>.mp4".utf8))
  }

  /// An object of JSON that names the file, and its timed metadata.
  private func timed(_ output: Data) throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(with: output)
    let file = json as? [String: Any] ?? (json as? [[String: Any]])?.first
    return try #require(file?["timed"] as? [[String: Any]])
  }

  /// The numbers of a value; a number alone has no name.
  private func numbers(_ value: Any?) -> [String: Double] {
    if let number = value as? NSNumber { return ["": number.doubleValue] }
    return (value as? [String: Any] ?? [:]).compactMapValues { ($0 as? NSNumber)?.doubleValue }
  }

  @Test(
    "The first position of a camera, and the time of a still image",
    arguments: [
      (
        "action-camera.mp4", "gpmf/GPS5", 0,
        ["latitude": 52.52, "longitude": 13.405, "altitude": 34, "speed2D": 5.5, "speed3D": 5.6]
      ),
      (
        "street-camera.mp4", "camm/gps", 0.25,
        [
          "gpsTime": 1_401_100_000, "fix": 3, "latitude": 52.52, "longitude": 13.405,
          "altitude": 34.5, "horizontalAccuracy": 1.5, "verticalAccuracy": 2.5,
          "velocityEast": 3, "velocityNorth": 4, "velocityUp": 0.5, "speedAccuracy": 0.25,
        ]
      ),
      ("live-photo.mov", "mdta/com.apple.quicktime.still-image-time", 0.5, ["": -1]),
    ] as [(String, String, Double, [String: Double])])
  func firstValues(name: String, key: String, start: Double, expected: [String: Double]) throws {
    for words in [["dump", "--timed"], ["timed", "export", "--format", "json"]] {
      let output = try Program.run(
        Program.metatool, words + [Repository.sample(name).path]
      ).output
      let groups = try timed(output).flatMap { $0["groups"] as? [[String: Any]] ?? [] }
      let found = groups.compactMap { group -> (start: Any?, value: Any?)? in
        let items = group["items"] as? [[String: Any]]
        let item = items?.first { $0["identifier"] as? String == key }
        return item.map { ($0["start"] ?? group["start"], $0["value"]) }
      }
      let first = try #require(found.first)
      #expect((first.start as? NSNumber)?.doubleValue == start)
      #expect(numbers(first.value) == expected)
    }
  }

  @Test func jsonHasTheLocationsOfAllMeasurements() throws {
    let export = try timed(Data(try self.export("action-camera.mp4", ["--format", "json"]).utf8))
    let groups = try #require(export.first?["groups"] as? [[String: Any]])
    let places = groups.flatMap { $0["positions"] as? [[String: Any]] ?? [] }
    #expect(places.count == 15)
    let last = numbers(places.last)
    #expect(last["latitude"] == 52.5214 && last["longitude"] == 13.4022)
    #expect(last["time"] == 2.8 && last["altitude"] == 34.014)
    #expect(places.last?["date"] as? String == "2024-06-01T10:30:03.050Z")
  }

  @Test func partsOfAMovie() throws {
    let words = ["--format", "csv", "--start", "1", "--end", "2"]
    #expect(rows(try export("action-camera.mp4", words)).count == 6)
  }

  @Test func aFileIsWrittenOnce() throws {
    let scratch = try Scratch()
    let words = ["-o", scratch.file("ride.gpx").path]
    _ = try export("action-camera.mp4", words)
    let again = try Program.run(
      Program.metatool,
      ["timed", "export", Repository.sample("action-camera.mp4").path] + words)
    #expect(again.status == 3 && again.errors.contains("ride.gpx"), "\(again.errors)")
    _ = try export("action-camera.mp4", words + ["--force"])
  }

  @Test(arguments: [
    (["list", "plain.m4a"], 65, "no supported timed metadata"),
    (["export", "live-photo.mov"], 65, "contains no positions"),
    (["export", "--format", "csv", "--key", "gpmf/ACC", "action-camera.mp4"], 65, "gpmf/ACCL"),
    (["export", "--key", "gpmf/ACCL", "action-camera.mp4"], 64, "--format csv"),
    (["export", "--track", "1", "action-camera.mp4"], 65, "track 1"),
    (["export", "missing.mp4"], 66, "missing.mp4"),
  ])
  func missingDataIsNamed(words: [String], status: Int32, message: String) throws {
    let folder = Repository.root.appending(path: "Samples")
    let result = try Program.run(Program.metatool, ["timed"] + words, in: folder)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  // MARK: Others

  /// exiftool's places, in the order of the file.
  private func exiftool(_ file: URL, _ tag: String) throws -> [Double] {
    let result = try Program.run(
      try #require(Program.find("exiftool")),
      ["-ee", "-n", "-a", "-G3", "-s", "-" + tag, file.path])
    return result.text.split(separator: "\n").compactMap { line in
      guard !line.hasPrefix("[Main]") else { return nil }
      return line.split(separator: ":").last.flatMap {
        Double($0.trimmingCharacters(in: .whitespaces))
      }
    }
  }

  @Test(
    .enabled(if: Program.find("exiftool") != nil),
    arguments: ["action-camera.mp4", "street-camera.mp4"])
  func locationsMatchExiftool(name: String) throws {
    let table = rows(try export(name, ["--format", "csv"])).dropFirst()
    for (column, tag) in [(2, "GPSLatitude"), (3, "GPSLongitude"), (4, "GPSAltitude")] {
      let theirs = try exiftool(Repository.sample(name), tag)
      let ours = table.compactMap { Double($0[column]) }
      #expect(ours.count == theirs.count && !ours.isEmpty)
      for (one, other) in zip(ours, theirs) { #expect(abs(one - other) < 1e-6) }
    }
  }

  @Test(.enabled(if: Program.find("ffprobe") != nil), arguments: cameras)
  func groupsMatchFFprobePackets(name: String) throws {
    let packets = try Program.run(
      try #require(Program.find("ffprobe")),
      [
        "-v", "error", "-select_streams", "d", "-show_entries", "packet=pts_time,duration_time",
        "-of", "csv=p=0", Repository.sample(name).path,
      ])
    let theirs = rows(packets.text).map { $0.compactMap(Double.init) }
    let json = try JSONSerialization.jsonObject(
      with: Data(try export(name, ["--format", "json"]).utf8))
    let timed = try #require((json as? [String: Any])?["timed"] as? [[String: Any]])
    let groups = try #require(timed.first?["groups"] as? [[String: Any]])
    let ours = groups.compactMap { group in
      ["start", "duration"].compactMap { (group[$0] as? NSNumber)?.doubleValue }
    }
    #expect(ours == theirs && !ours.isEmpty)
  }

  // MARK: Privacy

  @Test(arguments: cameras)
  func noLocationDataRemains(name: String) throws {
    let scratch = try Scratch()
    let file = scratch.file(name)
    try FileManager.default.copyItem(at: Repository.sample(name), to: file)
    let video = try Program.metatool("read", file.path, "--as", "stored", "--track", "1", "--md5")
    let result = try Program.metatool("clear", "--private", file.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect((result.text + result.errors).contains("removed: location"))
    let after = try Program.metatool("timed", "export", "--format", "csv", file.path)
    #expect(after.status == 65)
    // The video is unchanged.
    let same = try Program.metatool("read", file.path, "--as", "stored", "--track", "1", "--md5")
    #expect(video.status == 0 && same.text == video.text)
    let again = try Program.metatool("clear", "--private", file.path)
    #expect(!(again.text + again.errors).contains("removed"))
    // An export for sharing has no such track.
    let shared = scratch.file("shared." + file.pathExtension)
    let export = try Program.metatool(
      "export", Repository.sample(name).path, shared.path, "--share")
    #expect(export.status == 0, "\(export.errors)")
    #expect(try Program.metatool("timed", "list", shared.path).status == 65)
  }
}
