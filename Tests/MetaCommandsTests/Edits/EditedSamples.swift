import Foundation
import TestSupport

/// Copies of all samples after one edit by the tool, and what the tool reads in them.
struct EditedSamples: Sendable {
  let name: String
  /// The fields that are compared.
  let fields: [String]
  /// The requested values, as JSON.
  private let asked: Data
  /// The files that were edited.
  private(set) var edited: [String] = []
  /// The reasons for refused edits, by file name.
  private(set) var refused: [String: String] = [:]
  /// The fields that were lost partly or completely, by file name.
  private(set) var losses: [String: Set<String>] = [:]
  private let scratch: Scratch

  var folder: URL { scratch.file("files") }

  /// The samples, except for a compressed movie, which cannot be edited.
  static let files = Repository.samples.filter { $0 != "compressed-moov.mov" }

  // MARK: Requests

  static var wanted: [String: Any] {
    [
      "title": "Blåe Nächte – 夜", "artist": ["Ada Lind", "Bo Ek"], "album": "Another album",
      "albumArtist": ["Various Ödeme"], "genre": ["Ambient"], "date": "1999-04-01",
      "track": ["number": 3, "count": 12], "disc": ["number": 1, "count": 2],
      "composer": ["Jo Strøm"], "comment": "Said between stations",
      "lyrics": "First line\nSecond line", "bpm": 128, "compilation": true,
      "copyright": "© 2024 Nobody", "encodedBy": "Studio",
    ]
  }

  /// Texts longer than ID3v1 and old players support, one of them with several lines.
  private static var long: [String: Any] {
    [
      "title": String(repeating: "Ночь и день ", count: 30) + "x",
      "artist": ["Ада Линд", "Бо Эк", "Cæsar"],
      "comment": String(repeating: "東京 ", count: 200) + "z",
      "lyrics": (1...40).map { "Zeile \($0): süß" }.joined(separator: "\n"),
    ]
  }

  private static let texts = wanted.keys.sorted()

  /// The arguments that set fields.
  private static func words(_ fields: [String: Any]) -> [String] {
    fields.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
      switch value {
      case let list as [String]:
        list.enumerated().map { "\(name)\($0 == 0 ? "" : "+")=\($1)" }
      case let pair as [String: Int]: ["\(name)=\(pair["number"] ?? 0)/\(pair["count"] ?? 0)"]
      default: ["\(name)=\(value)"]
      }
    }
  }

  // MARK: Generating

  /// All edits, performed once.
  static let all = Result { try makeAll() }

  private static func makeAll() throws -> [EditedSamples] {
    let edits = try [
      EditedSamples("fields", texts, wanted) { files in
        [["set"] + files + words(wanted)]
      },
      EditedSamples("long", texts, long) { files in
        [["set"] + files + words(wanted), ["set"] + files + words(long)]
      },
      EditedSamples("pictures", ["pictures"], ["pictures": 2]) { files in
        [
          ["art", "set", "--image", "cover.jpg"] + files,
          ["art", "add", "--image", "back.png"] + files,
        ]
      },
      EditedSamples(
        "chapters", ["chapters"], ["chapters": ["0.000 One", "0.100 Zwölf", "0.200 東京"]]
      ) {
        [["chapters", "import", "--from", "chapters.txt"] + $0]
      },
      EditedSamples("clear", texts + ["pictures"], ["pictures": 0]) { files in
        [["set"] + files + words(wanted), ["clear", "--all"] + files]
      },
      EditedSamples("copied", texts + ["pictures"], wanted.merging(["pictures": 1]) { $1 }) {
        files in
        [["copy", "source.m4a"] + files]
      },
    ]
    return edits
  }

  private init(
    _ name: String, _ fields: [String], _ wanted: [String: Any],
    _ commands: ([String]) -> [[String]]
  ) throws {
    (self.name, self.fields) = (name, fields)
    asked = try JSONSerialization.data(withJSONObject: wanted)
    scratch = try Scratch()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = EditedSamples.files
    for file in files {
      try FileManager.default.copyItem(
        at: Repository.sample(file), to: folder.appending(path: file))
    }
    try makeSources()
    for command in commands(files) { try run(command) }
    edited = files.filter { refused[$0] == nil }
  }

  /// The requested values, in the form of a dump.
  func wanted() throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: asked) as? [String: Any] ?? [:]
  }

  /// Our dumps of the edited files, by name.
  func dumps() throws -> [String: [String: Any]] { try Peers.dumps(of: edited, in: folder) }

  /// Creates the source files: pictures, chapters, and a song with all fields.
  private func makeSources() throws {
    try Data(CorpusEdit.picture).write(to: folder.appending(path: "cover.jpg"))
    try Data(EditedSamples.png).write(to: folder.appending(path: "back.png"))
    let chapters = "00:00:00.000 One\n00:00:00.100 Zwölf\n00:00:00.200 東京\n"
    try Data(chapters.utf8).write(to: folder.appending(path: "chapters.txt"))
    let source = folder.appending(path: "source.m4a")
    try FileManager.default.copyItem(at: Repository.sample("plain.m4a"), to: source)
    for words in [
      ["set", "source.m4a"] + EditedSamples.words(EditedSamples.wanted),
      ["art", "set", "--image", "cover.jpg", "source.m4a"],
    ] {
      _ = try Program.run(Program.metatool, words + ["--no-undo"], in: folder)
    }
  }

  private mutating func run(_ command: [String]) throws {
    let result = try Program.run(
      Program.metatool, command + ["--no-undo", "--allow-loss", "--quiet", "--json"], in: folder)
    let files = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]] ?? []
    for file in files {
      guard let path = file["path"] as? String else { continue }
      if let error = file["error"] as? [String: Any] { refused[path] = "\(error["message"] ?? "")" }
      for loss in file["losses"] as? [[String: Any]] ?? [] {
        guard let field = loss["field"] as? String else { continue }
        losses[path, default: []].insert(field == "artwork" ? "pictures" : field)
      }
    }
  }

  /// A picture of one pixel.
  private static let png = bytes(
    """
    89504e470d0a1a0a 0000000d49484452000000010000000108020000 00907753de 0000000c49444154789c635070680000016400e1c713c9f6 \
    0000000049454e44ae426082
    """)
}
