internal import MetaCore

/// Checks the media of a file for `verify` and `check`: checksums and structure, and, on request,
/// decoding.
///
/// MetaCore's formats are checked in this process; other formats and decoding need
/// `metatool-foreign`, in which this code also runs.
enum MediaCheck {
  /// Returns the integrity of a file whose document was read; with `decodes`, its media is also
  /// decoded.
  static func report(
    of path: InputPath, _ source: any ByteSource, _ document: Document, decodes: Bool,
    in environment: Environment
  ) throws(Failure) -> IntegrityReport {
    var report = try checked(path, source, environment)
    if decodes { report.add(decoded: try decoded(path, source, document, environment)) }
    return report
  }

  /// Returns the integrity without decoding, from this process, or from the helper for libavformat
  /// formats.
  private static func checked(
    _ path: InputPath, _ source: any ByteSource, _ environment: Environment
  ) throws(Failure) -> IntegrityReport {
    do throws(ParseError) {
      return try FormatReader(source, formats: environment.formats).integrity()
    } catch {
      guard error.code == .backend, environment.backend == nil else { throw Failure(error) }
      return try environment.helper.integrity(
        of: path, decodes: false, because: error.reason, for: environment)
    }
  }

  /// Returns the findings of the decoders, from this process or the helper.
  private static func decoded(
    _ path: InputPath, _ source: any ByteSource, _ document: Document, _ environment: Environment
  ) throws(Failure) -> IntegrityReport {
    guard environment.backend != nil else {
      // The helper opens the file itself, and standard input cannot be read twice.
      guard !path.isStandardInput else {
        throw Failure(.usage, "usage", "--decode requires a file, not standard input")
      }
      return try environment.helper.integrity(
        of: path, decodes: true, because: "this program cannot decode media", for: environment)
    }
    let progress = ProgressLine(of: 100, on: environment.sink, unit: "%")
    defer { progress.end() }
    do throws(ParseError) {
      return try decoded(source, document, progress, environment)
    } catch {
      throw Failure(error)
    }
  }

  /// Decodes the media in this process and returns the result.
  static func decoded(
    _ source: any ByteSource, _ document: Document, _ progress: ProgressLine,
    _ environment: Environment
  ) throws(ParseError) -> IntegrityReport {
    let check = DecodedCheck(
      source, document, formats: environment.formats, codecs: environment.codecs)
    return try check.run(progress: progress.move(toFraction:))
  }
}
