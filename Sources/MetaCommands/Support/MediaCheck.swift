internal import MetaCore

/// Checks the media of a file here, or lets `metatool-foreign` do it.
enum MediaCheck {
  /// What was checked of a file whose container a document calls `kind`, and with `decodes` what decoding came to.
  static func report(
    of path: InputPath, _ source: any ByteSource, kind: String, decodes: Bool
  ) throws(Failure) -> IntegrityReport {
    var report = try checked(path, source)
    if decodes { report.add(decoded: try decoded(path, source, kind)) }
    return report
  }

  private static func checked(
    _ path: InputPath, _ source: any ByteSource
  ) throws(Failure) -> IntegrityReport {
    do throws(ParseError) {
      return try Inspector.integrity(
        of: source, formats: Backend.installed?.formats ?? .standard)
    } catch {
      guard error.code == .backend, Backend.installed == nil else { throw Failure(error) }
      return try ForeignHelper.shared.integrity(of: path, decodes: false, because: error.reason)
    }
  }

  private static func decoded(
    _ path: InputPath, _ source: any ByteSource, _ kind: String
  ) throws(Failure) -> IntegrityReport {
    guard let backend = Backend.installed else {
      guard !path.isStandardInput else {
        throw Failure(.usage, "usage", "--decode takes a file, not standard input")
      }
      return try ForeignHelper.shared.integrity(
        of: path, decodes: true, because: "decoding is not done here")
    }
    let progress = ProgressLine(of: 100, on: .standardError, unit: "%")
    defer { progress.end() }
    do throws(ParseError) {
      return try backend.decode(source, kind: kind) { progress.move(to: Int($0 * 100)) }
    } catch {
      throw Failure(error)
    }
  }
}

/// A source that gives nothing more when the work is to stop.
struct StoppableSource: ByteSource {
  private let source: any ByteSource

  init(_ source: any ByteSource) { self.source = source }

  var length: Int64 { source.length }
  var sourceIdentity: SourceIdentity { source.sourceIdentity }
  var isUnchanged: Bool { source.isUnchanged }

  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    if Answer.isCancelled { throw ParseError(.io, at: offset, "the reading was stopped") }
    return try source.read(at: offset, count: count)
  }

  func willRead(_ range: Range<Int64>) { source.willRead(range) }
}

extension ForeignHelper {
  /// What the helper finds in the media of a file: what can be checked, or what decoding comes to.
  func integrity(
    of path: InputPath, decodes: Bool, because reason: String
  ) throws(Failure) -> IntegrityReport {
    var answer = IntegrityAnswer()
    let words = [path.text, decodes ? "decode" : "check"]
    let progress = ProgressLine(of: 100, on: .standardError, unit: "%")
    defer { progress.end() }
    try ask("integrity", words, wantsProgress: true, because: reason) { line in
      answer.take(line, progress)
    }
    return try answer.report()
  }
}
