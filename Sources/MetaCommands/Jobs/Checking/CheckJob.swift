internal import MetaCore
internal import Synchronization

/// Implements `check`: reads the files, applies the rules in ``CheckRules`` to them, and prints the
/// findings; with `--fix`, it writes the safe repairs first.
///
/// ``CheckPass`` reads the files, ``CheckedLibrary`` applies the rules, and an ``EditJob`` writes
/// the repairs.
struct CheckJob: Sendable {
  var inputs: FileSelection
  /// The kinds of findings to report (`--only`, `--skip`).
  var kinds = Set(FindingKind.allCases)
  /// The minimum width and height of covers in pixels.
  var minimumCover = CheckJob.usualCover
  /// Whether all media is read to find damage and duplicates.
  var readsMedia = true
  /// The settings for repairs, or nil to repair nothing.
  var repairs: EditJob.WriteSettings?
  var format = RowFormat.text
  /// The number of files read or edited in parallel; if nil, media and large numbers of files are
  /// read on all processors, and repairs are written one at a time.
  var jobs: Int?
  /// Whether the summary and the list of omitted checks are not printed.
  var isQuiet = false
  var showsProgress = false

  /// The default minimum width and height of covers in pixels.
  static let usualCover = 500

  func run(in environment: Environment) throws(Failure) -> ExitStatus {
    let files = try inputs.files(in: environment)
    let pass = CheckPass(
      files, where: inputs.condition, readsMedia: needsMedia, showsProgress: showsProgress,
      in: environment)
    let (read, failures) = try pass.run(jobs: jobs)
    let library = CheckedLibrary(read)
    var report = CheckReport(library, findings(in: library), checked: checkedKinds)
    report.isWithoutMedia = !readsMedia && kinds.contains(where: \.needsMedia)
    var status = ExitStatus(of: failures, inputs: inputs, files: files)
    if let repairs {
      let result = try repair(&report, repairs, environment)
      if status == .done, result != .done { status = files.count > 1 ? .partly : result }
    }
    try report.print(format, isQuiet: isQuiet, in: environment)
    return status == .done && report.isOpen ? .partly : status
  }

  /// The kinds of findings to look for.
  private var checkedKinds: Set<FindingKind> {
    readsMedia ? kinds : kinds.filter { !$0.needsMedia }
  }

  /// Whether a requested kind of finding requires reading all media.
  private var needsMedia: Bool { checkedKinds.contains(where: \.needsMedia) }

  /// Returns the findings of the requested kinds in a library.
  private func findings(in library: CheckedLibrary) -> [Finding] {
    // Damage visible in headers is known without reading the media.
    let kinds = checkedKinds.union(kinds.intersection([.damaged]))
    return library.findings(of: kinds, by: CheckRules.all(minimumCover: minimumCover))
  }

  // MARK: Repairs

  /// Writes the repairs, rereads the edited files, and updates the findings; a dry run only
  /// determines which repairs would be refused.
  private func repair(
    _ report: inout CheckReport, _ settings: EditJob.WriteSettings, _ environment: Environment
  ) throws(Failure) -> ExitStatus {
    let files = report.library.files
    let fixes = Dictionary(grouping: report.findings.flatMap(\.fixes)) { files[$0.file].path }
    report.repair = settings.isDryRun ? .wouldBe : .done
    let places = files.indices.filter { fixes[files[$0].path] != nil }
    guard !places.isEmpty else { return .done }
    let refused = Mutex<Set<InputPath>>([])
    let status = try edit(places.map { files[$0].path }, fixes, settings, environment) { edit in
      if edit.failure != nil { refused.withLock { _ = $0.insert(edit.path) } }
    }
    if settings.isDryRun {
      let paths = refused.withLock(\.self)
      report.refused = Set(places.filter { paths.contains(files[$0].path) })
    } else {
      let library = try readAgain(places, of: report.library, environment)
      report.update(library, findings(in: library))
    }
    return status
  }

  /// Writes the repairs to each file with an ``EditJob``; `observe` receives the result of each
  /// edit.
  private func edit(
    _ paths: [InputPath], _ fixes: [InputPath: [FieldFix]], _ settings: EditJob.WriteSettings,
    _ environment: Environment, observe: @escaping @Sendable (EditReport) -> Void
  ) throws(Failure) -> ExitStatus {
    var job = EditJob(
      inputs: FileSelection(paths: paths, arePathsLiteral: true), write: settings, jobs: jobs,
      isQuiet: true,
      showsProgress: showsProgress, observe: observe)
    job.write.printsJSON = false
    return try job.run(
      in: environment,
      each: { path in
        { (input) throws(MetaError) in FieldFix.edits(fixes[path] ?? [], of: input.document) }
      })
  }

  /// Returns the library with the edited files reread; editing fields does not change the media.
  private func readAgain(
    _ places: [Int], of library: CheckedLibrary, _ environment: Environment
  ) throws(Failure) -> CheckedLibrary {
    var files = library.files
    let paths = places.map { InputPath(text: files[$0].path.text) }
    let placeOf = Dictionary(zip(paths, places)) { first, _ in first }
    let pass = CheckPass(FileList(paths), readsMedia: false, showsProgress: false, in: environment)
    for var file in try pass.run(jobs: jobs).files {
      guard let place = placeOf[file.path] else { continue }
      file.media = files[place].media
      files[place] = file
    }
    return CheckedLibrary(files)
  }
}
