internal import MetaCore
internal import SystemPackage

/// Implements `art list` and `art extract`: lists the pictures embedded in files, or writes them to
/// separate files or to standard output.
struct ArtJob: Sendable {
  var inputs: FileSelection
  /// The output folder or file, or nil for the folder of each file.
  var output: InputPath?
  /// The template of file names, or nil for the default names.
  var name: Template?
  /// The index of the picture to extract, or nil for all pictures.
  var index: Int?
  var overwrites = false
  var isQuiet = false

  // MARK: List

  /// Prints the pictures of each file as text or JSON; reads `jobs` files in parallel, by default
  /// one.
  func list(
    _ format: ReportFormat, jobs: Int?, in environment: Environment
  ) throws(Failure) -> ExitStatus {
    let runner = FileRunner(inputs: inputs, environment: environment)
    return try runner.read(jobs: jobs, results: format.form(.list(depth: 1))) {
      (path, file, add) throws(Failure) in
      for artwork in file.document.artwork {
        switch format {
        case .text: add { $0.raw(line(artwork, of: path)) }
        case .json:
          add { json in
            json.beginObject()
            json.path(path)
            json.picture(artwork, from: file.source)
            json.endObject()
          }
        }
      }
    }
  }

  /// Returns the picture as a line of text: index, kind, type, size in pixels, size in bytes, and
  /// description.
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

  /// Writes the pictures to files and prints the paths of these files, or with `printsManifest`,
  /// the properties of the pictures as JSON.
  func extract(
    printsManifest: Bool, in environment: Environment
  ) throws(Failure) -> ExitStatus {
    let targets = PictureTargets(output: output, name: name)
    guard targets.file == nil || !inputs.meansSeveral else {
      throw Failure(.usage, "usage", "-o with a picture name requires exactly one file")
    }
    var results = ResultWriter(printsManifest ? .list(depth: 1) : .text(), to: environment.sink)
    let runner = FileRunner(inputs: inputs, environment: environment)
    let status = try runner.read { (path, reading) throws(Failure) in
      let selected = try selectedPictures(of: reading)
      if selected.isEmpty, !isQuiet { environment.warn("\(path.display): has no pictures") }
      let extracted = targets.file == nil ? selected[...] : selected.prefix(1)
      if extracted.count < selected.count, !isQuiet {
        environment.warn(
          "\(path.display): writing picture 1 of \(selected.count); use --index to choose another")
      }
      for (number, artwork) in extracted.enumerated() {
        let target = try targets.path(of: artwork, number, in: path, reading)
        let file = try write(artwork, to: InputPath(target), from: reading.source)
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
    }
    try results.finish()
    return status
  }

  /// Writes the first selected picture of the only file to standard output.
  func writeToStandardOutput(in environment: Environment) throws(Failure) -> ExitStatus {
    guard !inputs.meansSeveral else {
      throw Failure(.usage, "usage", "-o - requires exactly one file")
    }
    try environment.checkStandardOutput()
    let runner = FileRunner(inputs: inputs, environment: environment)
    return try runner.read { (_, reading) throws(Failure) in
      guard let artwork = try selectedPictures(of: reading).first else {
        throw Failure(.partly, "noArtwork", "has no pictures")
      }
      var output = ResultWriter(.text(), to: environment.sink)
      try output.framed(try load(artwork, from: reading.source))
      try output.finish()
    }
  }

  /// Returns the pictures to extract; empty pictures are omitted.
  ///
  /// - Throws: ``Failure`` if no picture has the requested index.
  private func selectedPictures(of reading: InspectedFile) throws(Failure) -> [Artwork] {
    let all = reading.document.artwork.filter { $0.data.count > 0 }
    guard let index else { return all }
    let found = all.filter { $0.index == index }
    guard found.isEmpty else { return found }
    let others = all.map { "\($0.index)" }.joined(separator: ", ")
    throw Failure(
      .partly, "noArtwork",
      all.isEmpty
        ? "has no pictures" : "has no picture \(index); available indexes: \(others)")
  }

  private func load(_ artwork: Artwork, from source: any ByteSource) throws(Failure) -> [UInt8] {
    do { return Array(try artwork.data.load(from: source).bytes) } catch { throw Failure(error) }
  }

  /// Writes a picture and returns its path; a file with the same bytes is left unchanged.
  private func write(
    _ artwork: Artwork, to target: InputPath, from source: any ByteSource
  ) throws(Failure) -> InputPath {
    let bytes = try load(artwork, from: source)
    OutputFile.removeLeftOver(of: target.path)
    if let existing = try? FileSource(path: target.path) {
      let same =
        existing.length == bytes.count && (try? existing.read(at: 0, count: bytes.count)) == bytes
      if same { return target }
      guard overwrites else {
        throw Failure(
          .refused, "exists",
          "\(target.display) exists with different contents; use --force to overwrite it")
      }
    }
    do {
      if output != nil || name != nil {
        try FileNames.makeFolder(FileNames.folder(of: target.path), ArtJob.everyone)
      }
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

  /// Full permissions, limited by the umask of the process.
  private static let everyone = FilePermissions(rawValue: 0o777)
}

extension JSONWriter {
  /// Writes the properties of a picture, for lists and manifests.
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
