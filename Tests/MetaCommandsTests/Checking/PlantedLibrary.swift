import Foundation
import TestSupport
import Testing

/// A library with an album for each planted fault, made from samples; every song has unique media,
/// title and number.
struct PlantedLibrary {
  let place: CommandFolder

  /// The library without any fault.
  init() throws {
    place = try CommandFolder()
    try makeCovers()
    var rows = ["path,title,artist,albumArtist,album,track,disc,date,genre"]
    var paths: [String] = []
    for (album, fault) in PlantedFault.all.enumerated() {
      for name in fault.names {
        let path = fault.path(name, in: album)
        try write(song: paths.count, of: fault.sample, as: path)
        paths.append(path)
        let parts = name.split(separator: "/")
        let number = parts.last ?? ""
        let disc = parts.count > 1 ? parts[0].dropFirst(2) : "1"
        rows.append(
          """
          \(path),Song \(number) of \(album),Artist \(album),Artist \(album),Album \(album),\
          \(number)/\(fault.songs),\(disc)/\(fault.discs),2001-05-04,Jazz
          """)
      }
    }
    try Data(rows.joined(separator: "\n").utf8).write(to: place.file("tags.csv"))
    for words in [["apply", "tags.csv"], ["art", "set", "--image", "cover.png"] + paths] {
      let result = try place.run(words + ["--no-undo", "--quiet"])
      try #require(result.status == 0, "\(result.errors)")
    }
  }

  private func makeCovers() throws {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    for (name, color, size) in [
      ("cover", "red", "600x600"), ("other", "blue", "500x500"), ("small", "red", "300x300"),
    ] {
      let preparation = try Program.run(
        ffmpeg,
        [
          "-v", "error", "-f", "lavfi", "-i", "color=\(color):size=\(size)", "-frames:v", "1",
          "\(name).png",
        ], in: place.folder)
      try #require(preparation.status == 0, "\(preparation.errors)")
    }
  }

  /// Writes a sample with unique final audio samples; those with checksums occur once.
  private func write(song: Int, of sample: String, as path: String) throws {
    var bytes = try Repository.bytes(of: sample)
    if ["plain.mp3", "plain.m4a", "plain.wav"].contains(sample) {
      bytes[bytes.count - 3] = UInt8(song / 256)
      bytes[bytes.count - 2] = UInt8(song % 256)
    }
    let file = place.file(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Plants all faults.
  func plant() throws {
    for (album, fault) in PlantedFault.all.enumerated() {
      for step in fault.steps { try plant(step, of: fault, in: album) }
    }
  }

  private func plant(_ step: PlantedFault.Step, of fault: PlantedFault, in album: Int) throws {
    func file(_ song: String) -> URL { place.file(fault.path(song, in: album)) }
    switch step {
    case .run(let words):
      let words = words.map {
        $0.hasPrefix("@") ? fault.path(String($0.dropFirst()), in: album) : $0
      }
      let result = try place.run(words + ["--no-undo", "--quiet"])
      try #require(result.status == 0, "\(words): \(result.errors)")
    case .bytes(let song, let change):
      var bytes = [UInt8](try Data(contentsOf: file(song)))
      change(&bytes)
      try Data(bytes).write(to: file(song))
    case .copy(let song, let other):
      try Data(contentsOf: file(song)).write(to: file(other))
    case .remove(let song): try FileManager.default.removeItem(at: file(song))
    case .text(let name): try Data("A list of songs.\n".utf8).write(to: file(name))
    }
  }

  /// The planted faults: kind and files.
  static let faults = Set(
    PlantedFault.all.enumerated().map { album, fault in
      "\(fault.kind): \(fault.files.map { fault.path($0, in: album) }.joined(separator: ", "))"
    })

  /// The faults that `--fix` repairs.
  static let repaired = Set(
    PlantedFault.all.enumerated().filter(\.element.isFixable).map { album, fault in
      "\(fault.kind): \(fault.files.map { fault.path($0, in: album) }.joined(separator: ", "))"
    })
}
