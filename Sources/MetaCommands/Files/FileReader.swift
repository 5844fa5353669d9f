internal import MetaCore
internal import SystemPackage

/// A file that was read: its metadata, and the source of the bytes that were not loaded, such as
/// pictures.
///
/// A class, because it is passed on many times, which is cheap only for a reference.
final class InspectedFile: Sendable {
  let document: Document
  let source: any ByteSource

  init(_ document: consuming Document, from source: any ByteSource) {
    self.document = document
    self.source = source
  }
}

/// The result of reading a file.
///
/// This is not `Result`, because at its first use the runtime searches the whole program for the
/// conformance of `Failure` to `Error`.
enum InspectionResult: Sendable {
  case success(InspectedFile)
  case failure(Failure)

  /// Returns the file, or throws the failure.
  func get() throws(Failure) -> InspectedFile {
    switch self {
    case .success(let file): return file
    case .failure(let failure): throw failure
    }
  }
}

/// Opens and inspects files for commands: recovers an interrupted edit first, reads the metadata in
/// this process or with the helper, and retries a failed read if the file has changed in the
/// meantime.
struct FileReader: Sendable {
  let environment: Environment
  var options = ReadOptions()
  /// Receives messages about interrupted edits; if it is nil, the environment's sink receives them.
  var notify: (@Sendable (String) -> Void)?

  init(
    in environment: Environment, options: ReadOptions = ReadOptions(),
    notify: (@Sendable (String) -> Void)? = nil
  ) {
    self.environment = environment
    self.options = options
    self.notify = notify
  }

  /// Reads a file; if other processes keep writing to it, the fifth failure is final.
  func read(_ path: InputPath) -> InspectionResult { read(path, attempts: 5) }

  /// Reads a file, and retries after a failure if the file changed while it was being read.
  private func read(_ path: InputPath, attempts: Int) -> InspectionResult {
    do {
      let source = try SourceOpener.open(path, in: environment, notify: notify)
      do {
        return .success(InspectedFile(try document(of: source, path), from: source))
      } catch {
        // Data read while another metatool process was writing the file is invalid.
        guard attempts > 1, let file = source as? FileSource,
          file.hasChanged || Recovery.isNeeded(for: path.path)
        else { throw error }
      }
      return read(path, attempts: attempts - 1)
    } catch let failure as Failure {
      return .failure(failure)
    } catch let error as ParseError {
      return .failure(Failure(error))
    } catch {
      return .failure(Failure(.ioError, "io", "\(error)"))
    }
  }

  /// Reads the metadata in this process, or with the helper for formats that MetaCore does not
  /// support.
  private func document(of source: any ByteSource, _ path: InputPath) throws -> Document {
    do throws(ParseError) {
      let reader = try FormatReader(source, formats: environment.formats)
      let document = try reader.document(options: options)
      if options.sourceEncoding == .guessed { reportGuess(in: document, path) }
      return document
    } catch {
      guard error.code == .backend, environment.backend == nil, !path.isStandardInput else {
        throw error
      }
      return try environment.helper.document(
        of: path, in: source.sourceIdentity, because: error.reason, for: environment)
    }
  }

  /// Reports a guessed encoding, which the results do not show.
  private func reportGuess(in document: Document, _ path: InputPath) {
    let codes: [Diagnostic.Code] = [.guessedEncoding, .unclearEncoding]
    for finding in document.diagnostics where codes.contains(finding.code) {
      (notify ?? environment.warn)("\(path.display): \(finding.sentence)")
    }
  }
}
