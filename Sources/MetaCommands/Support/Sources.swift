internal import MetaCore
internal import SystemPackage

/// Opens what an input path names.
enum Sources {
  /// The bytes of a file, or of standard input; an edit of the file that was cut off is ended first, and `notify` told so.
  static func open(
    _ path: InputPath, notify: (String) -> Void = { Messages.write($0) }
  ) throws(Failure) -> any ByteSource {
    if path.isStandardInput { return try standardInput() }
    if path.isAddress { return try address(path.text) }
    let source: FileSource
    do {
      source = try FileSource(spelled: path.text)
    } catch {
      throw Failure(opening: error)
    }
    guard !path.isKnownClean || source.isBehindLink,
      Recovery.isNeeded(for: path.path, mayBeLink: source.isBehindLink)
    else { return source }
    do {
      let opened = try Recovery.open(path.path)
      CutOffEdit.report(opened.outcome, of: path, notify)
      return opened.source
    } catch {
      throw Failure(error)
    }
  }

  private static func address(_ address: String) throws(Failure) -> any ByteSource {
    let caFile = WebOptions.caFile
    do {
      return try FetchedSource { (offset, count) throws(ParseError) in
        if let backend = Backend.installed {
          return try backend.fetch(
            address, at: offset, count: count, trusting: caFile.map(RawArguments.path))
        }
        do throws(Failure) {
          return try ForeignHelper.shared.fetch(
            address, at: offset, count: count, trusting: caFile)
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

  /// Standard input in a file without a name.
  static func spooledInput() throws(Failure) -> SpooledInput {
    try checkStandardInput()
    do {
      return try SpooledInput()
    } catch {
      throw Failure(.ioError, "io", "standard input: \(error)")
    }
  }

  private static func checkStandardInput() throws(Failure) {
    guard Answer.current == nil else {
      throw Failure(.usage, "usage", "requests come on standard input, so no file can")
    }
  }

  private static func standardInput() throws(Failure) -> any ByteSource {
    try checkStandardInput()
    do {
      return DataSource(try StandardInput.readAll())
    } catch {
      throw Failure(.ioError, "io", "standard input: \(error)")
    }
  }
}
