internal import MetaCore
internal import SystemPackage

/// Lists and extracts the pictures of files.
struct ArtJob: Sendable {
  var inputs: FileSelection
  var folder: String?
  /// The only picture that is wanted, or nil for all.
  var index: Int?
  var overwrites = false
  var isQuiet = false

  // MARK: List

  func list(_ format: ReportFormat, in environment: Environment) throws(Failure) -> ExitStatus {
    var results = ResultWriter(format.form(.list(depth: 1)), to: environment.sink)
    let runner = FileRunner(inputs: inputs, environment: environment)
    let status = try runner.read { (path, file) throws(Failure) in
      for artwork in file.document.artwork {
        switch format {
        case .text: try results.text(line(artwork, of: path))
        case .json:
          try results.value { json in
            json.beginObject()
            json.path(path)
            json.picture(artwork, from: file.source)
            json.endObject()
          }
        }
      }
    }
    try results.finish()
    return status
  }

  private func line(_ artwork: Artwork, of path: InputPath) -> String {
    var parts = [
      inputs.meansSeveral ? path.display + ":" : nil, "\(artwork.index)", artwork.kind.rawValue,
      artwork.mime ?? "unknown",
    ].compactMap(\.self)
    if let width = artwork.width, let height = artwork.height { parts.append("\(width)x\(height)") }
    parts.append("\(artwork.data.count) bytes")
    if let text = artwork.description, !text.isEmpty { parts.append(TerminalText.printable(text)) }
    return parts.joined(separator: "  ") + "\n"
  }

  // MARK: Extract

  func extract(
    printsManifest: Bool, in environment: Environment
  ) throws(Failure) -> ExitStatus {
    var results = ResultWriter(printsManifest ? .list(depth: 1) : .text(), to: environment.sink)
    let runner = FileRunner(inputs: inputs, environment: environment)
    let status = try runner.read { (path, reading) throws(Failure) in
      for artwork in wanted(of: reading) {
        let file = try write(artwork, of: path, from: reading.source)
        guard printsManifest else {
          try results.text(file.display + "\n")
          continue
        }
        try results.value { json in
          json.beginObject()
          json.member("file", file.display)
          json.path(path)
          json.picture(artwork, from: reading.source)
          json.endObject()
        }
      }
      if wanted(of: reading).isEmpty, !isQuiet {
        environment.warn("\(path.display): holds no picture")
      }
    }
    try results.finish()
    return status
  }

  func writeToStandardOutput(in environment: Environment) throws(Failure) -> ExitStatus {
    guard !inputs.meansSeveral else {
      throw Failure(.usage, "usage", "-o - takes one file")
    }
    try environment.checkStandardOutput()
    let runner = FileRunner(inputs: inputs, environment: environment)
    return try runner.read { (path, reading) throws(Failure) in
      guard let artwork = wanted(of: reading).first else {
        throw Failure(.partly, "noArtwork", "holds no such picture")
      }
      var output = ResultWriter(.text(), to: environment.sink)
      try output.framed(try load(artwork, from: reading.source))
      try output.finish()
    }
  }

  private func wanted(of reading: InspectedFile) -> [Artwork] {
    reading.document.artwork.filter { $0.data.count > 0 && (index == nil || $0.index == index) }
  }

  private func load(_ artwork: Artwork, from source: any ByteSource) throws(Failure) -> [UInt8] {
    do { return Array(try artwork.data.load(from: source).bytes) } catch { throw Failure(error) }
  }

  /// Writes one picture and says where; a file that holds the same bytes already is left as it is.
  private func write(
    _ artwork: Artwork, of path: InputPath, from source: any ByteSource
  ) throws(Failure) -> InputPath {
    let target = InputPath(target(of: artwork, in: path))
    let bytes = try load(artwork, from: source)
    OutputFile.removeLeftOver(of: target.path)
    if let there = try? FileSource(path: target.path) {
      let same =
        there.length == bytes.count && (try? there.read(at: 0, count: bytes.count)) == bytes
      if same { return target }
      guard overwrites else {
        throw Failure(
          .refused, "exists",
          "\(target.display) exists already with other content; --force overwrites it")
      }
    }
    do {
      if let folder { try FileNames.makeFolder(InputPath(text: folder).path, ArtJob.everyone) }
      try OutputFile.write(bytes, to: target.path, replacing: overwrites)
    } catch let error as MetaError {
      throw Failure(
        Failure.status(of: error.code), error.code.description, "\(target.display): \(error.reason)"
      )
    } catch {
      throw Failure(.ioError, "io", "\(target.display): \(error)")
    }
    return target
  }

  /// Read and write for everybody, as far as the process lets them.
  private static let everyone = FilePermissions(rawValue: 0o777)

  /// `NAME.cover.1.jpg` beside the file, or in the folder asked for.
  private func target(of artwork: Artwork, in path: InputPath) -> FilePath {
    let name = path.isStandardInput ? FilePath("stdin") : path.path
    let stem = name.lastComponent?.stem ?? "stdin"
    let parent = folder.map { InputPath(text: $0).path } ?? name.removingLastComponent()
    let file = "\(stem).cover.\(artwork.index + 1).\(artwork.fileExtension)"
    return parent.appending(file)
  }
}

extension JSONWriter {
  /// What there is to say of a picture, for lists and manifests.
  fileprivate mutating func picture(_ artwork: Artwork, from source: any ByteSource) {
    member("index", artwork.index)
    member("kind", artwork.kind.rawValue)
    member("mime", artwork.mime)
    member("width", artwork.width)
    member("height", artwork.height)
    member("bytes", artwork.data.count)
    member("sha256", try? artwork.data.sha256(from: source))
    member("description", artwork.description)
  }
}

extension Artwork {
  /// The usual extension of a file of this kind of picture.
  fileprivate var fileExtension: String {
    Artwork.extensions[mime ?? ""] ?? "bin"
  }

  private static let extensions = [
    "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif", "image/bmp": "bmp",
    "image/webp": "webp", "image/heic": "heic", "image/avif": "avif", "image/tiff": "tif",
  ]
}
