internal import MetaCore
internal import MetaSystem

/// Implements `gain`: measures the loudness of files (EBU R 128), and writes gains and peaks to
/// their tags as edits to fields, or only reports or removes them; docs/gain.md describes it.
///
/// ``GainMeasurer`` measures the files, ``GainTags`` creates the edits, and an ``EditJob`` writes
/// them.
struct GainJob: Sendable {
  /// The files, and the settings for writing their tags.
  var edits: EditJob
  var settings: GainSettings
  /// The table format, or nil for readable rows or JSON.
  var table: TableFormat?

  func run(in environment: Environment) throws(Failure) -> ExitStatus {
    var job = edits
    // A request that waits for a worker of the helper sends no progress, so it would count as hung.
    job.jobs = min(job.jobs ?? ProcessorCount.online, ForeignHelper.maxAtATime)
    if settings.action == .measure { job.write.isDryRun = true }
    let files = try job.inputs.find(in: environment)
    guard !files.contains(where: { $0.isStandardInput }) else {
      throw Failure(
        .usage, "usage", "loudness can only be measured for files, not for standard input")
    }
    let tags = GainTags(settings: settings)
    let measurer = GainMeasurer(
      tags, albums: albums(of: files, tags, environment), isAlone: files.count == 1,
      in: environment)
    job.reporting = GainReport(measurer: measurer, settings: settings, table: table)
    return try job.run(
      in: environment,
      each: { path in
        { (input) throws(MetaError) in try measurer.edits(for: path, input) }
      })
  }

  // MARK: Albums

  /// The identity of an album: folder and album title; both are empty if all files form one album.
  private struct AlbumKey: Hashable {
    let folder: Substring
    let title: String?
  }

  /// Returns the albums of the selected files that can be read; other files fail when they are
  /// edited.
  private func albums(
    of files: FileList, _ tags: GainTags, _ environment: Environment
  ) -> [GainAlbum] {
    guard settings.albums != .none, settings.action != .remove else { return [] }
    let reader = FileReader(in: environment)
    let filter = FileFilter(edits.inputs.condition)
    var keys: [AlbumKey] = []
    var members: [AlbumKey: (files: [InputPath], isComplete: Bool)] = [:]
    for path in files where !environment.isCancelled {
      guard let result = filter.result(of: path, by: reader), case .success(let file) = result
      else {
        continue
      }
      let key = key(of: path, file.document)
      if members[key] == nil { keys.append(key) }
      var album = members[key] ?? ([], true)
      album.files.append(path)
      album.isComplete =
        album.isComplete && settings.action == .write && tags.areComplete(in: file.document)
      members[key] = album
    }
    return keys.compactMap { members[$0] }.map { GainAlbum($0.files, isComplete: $0.isComplete) }
  }

  /// Returns the album to which a file belongs.
  private func key(of path: InputPath, _ document: Document) -> AlbumKey {
    guard settings.albums == .byFolder else { return AlbumKey(folder: "", title: nil) }
    let title = MetadataView(document)[.album].map(ValueText.line)
    return AlbumKey(folder: path.folder, title: title)
  }
}
