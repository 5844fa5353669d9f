import Foundation
import TestSupport

/// The complaints of peers and our own strict parser about a file.
struct PeerVerdict {
  private(set) var complaints: Set<String> = []

  /// Runs ffmpeg to decode it, and exiftool, MediaInfo and the strict parser to read it.
  init(_ url: URL) throws {
    complaints.formUnion(StrictFile(try Data(contentsOf: url)).faults.map { "strict: \($0)" })
    try add(
      "ffmpeg",
      [
        "-v", "error", "-i", url.path, "-map", "0:v?", "-map", "0:a?", "-fps_mode", "passthrough",
        "-f", "null", "-",
      ]
    ) {
      $0.errors.split(separator: "\n").map(PeerVerdict.withoutPlaces)
    }
    try add("exiftool", ["-s3", "-Error", "-Warning", "-a", url.path]) {
      $0.text.split(separator: "\n").map(String.init)
    }
    try add("mediainfo", ["--Output=General;%VideoCount% video, %AudioCount% audio", url.path]) {
      [$0.text.trimmingCharacters(in: .whitespacesAndNewlines)]
    }
  }

  /// The complaints that the other file does not have.
  func added(to other: PeerVerdict) -> [String] {
    complaints.subtracting(other.complaints).sorted()
  }

  private mutating func add(
    _ name: String, _ arguments: [String], _ lines: (Program.Result) -> [String]
  ) throws {
    guard let program = Program.find(name) else { return }
    let result = try Program.run(program, arguments)
    complaints.formUnion(lines(result).map { "\(name): \($0)" })
  }

  /// A line of ffmpeg without memory addresses and numbers, which count packets and bytes.
  private static func withoutPlaces(_ line: Substring) -> String {
    let text = line.firstIndex(of: "]").map { line[$0...] } ?? line
    return text.filter { !$0.isNumber }
  }
}
