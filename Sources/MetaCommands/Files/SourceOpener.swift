internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Opens the inputs of commands as sources of bytes: files, standard input and web addresses.
enum SourceOpener {
  /// Opens a file, standard input or a URL.
  ///
  /// An interrupted edit of the file is recovered first; `notify` receives the message about it, by
  /// default the environment's sink.
  static func open(
    _ path: InputPath, in environment: Environment, notify: ((String) -> Void)? = nil
  ) throws(Failure) -> any ByteSource {
    if path.isStandardInput { return try standardInput(environment) }
    if path.isAddress { return try address(path.text, environment) }
    let source: FileSource
    do {
      source = try FileSource(spelled: path.text)
    } catch {
      throw Failure(opening: error)
    }
    guard !path.isKnownClean || source.isReachedByLink,
      Recovery.isNeeded(for: path.path, mayBeLink: source.isReachedByLink)
    else { return source }
    do {
      let opened = try Recovery.open(path.path)
      InterruptedWork.report(opened.outcome, of: path, notify ?? environment.warn)
      return opened.source
    } catch {
      throw Failure(error)
    }
  }

  /// Returns all bytes of an input path.
  static func readAll(
    _ path: InputPath, in environment: Environment
  ) throws(Failure) -> [UInt8] {
    let source = try open(path, in: environment)
    do throws(ParseError) {
      return try source.read(at: 0, count: Int(clamping: source.length))
    } catch {
      throw Failure(.ioError, "io", "\(error)")
    }
  }

  /// Returns a source that fetches ranges of a web address, in this process or with the helper.
  private static func address(
    _ address: String, _ environment: Environment
  ) throws(Failure) -> any ByteSource {
    do {
      return try FetchedSource { (offset, count) throws(ParseError) in
        if let backend = environment.backend {
          return try backend.fetch(
            address, at: offset, count: count,
            trusting: environment.caFile.map(FileNameEncoding.path))
        }
        do throws(Failure) {
          return try environment.helper.fetch(
            address, at: offset, count: count, for: environment)
        } catch {
          throw ParseError(
            error.status == .unavailable ? .backend : .io, at: offset, error.message)
        }
      }
    } catch {
      if error.code == .backend { throw Failure(error) }
      throw Failure(.noInput, "notReadable", error.reason)
    }
  }

  /// Returns standard input as an unnamed file.
  static func spooledInput(in environment: Environment) throws(Failure) -> SpooledInput {
    try environment.checkUnreadStandardInput()
    do {
      return try SpooledInput()
    } catch {
      throw Failure(.ioError, "io", "standard input: \(error)")
    }
  }

  /// Returns the value that has been read from standard input as an unnamed file, if any.
  static func spooledValue(in environment: Environment) throws(Failure) -> SpooledInput? {
    guard let bytes = environment.standardInput.readBytes else { return nil }
    do {
      return try SpooledInput(bytes)
    } catch {
      throw Failure(.ioError, "io", "standard input: \(error)")
    }
  }

  /// Returns the bytes of standard input, in memory; they are read only once.
  private static func standardInput(
    _ environment: Environment
  ) throws(Failure) -> any ByteSource {
    try environment.checkStandardInput()
    do {
      return DataSource(try environment.standardInput.readAll())
    } catch {
      throw Failure(.ioError, "io", "standard input: \(error)")
    }
  }
}
