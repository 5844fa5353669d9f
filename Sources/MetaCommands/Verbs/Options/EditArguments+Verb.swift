internal import ArgumentParser
internal import MetaCore
internal import SystemPackage

extension Environment {
  /// Parses the files and edits given to a verb; words after `--` are files, and values after
  /// `--literal` are used literally.
  func editArguments(
    _ arguments: [String], _ hasLiterals: Bool = false, track: UInt32? = nil
  ) throws -> EditArguments {
    let count = countAfterTerminator
    let beforeTerminator = arguments.dropLast(count)
    let start = hasLiterals ? literalsStart(of: Array(beforeTerminator)) : .max
    return try orEnd {
      try EditArguments(
        beforeTerminator, following: arguments.suffix(count), track: track, literalsStart: start,
        in: self)
    }
  }

  /// Returns the files given to a verb; the values of its edits are not read, and errors are not
  /// reported.
  func paths(amongEdits arguments: [String]) -> [InputPath] {
    let count = countAfterTerminator
    let paths = arguments.dropLast(count).filter { !EditArguments.isEdit($0, in: self) }
    return (paths + arguments.suffix(count)).map { InputPath(text: $0) }
  }

  /// The number of words after `--`, which the parser removes.
  var countAfterTerminator: Int { words.firstIndex(of: "--").map { words.count - $0 - 1 } ?? 0 }

  /// Returns the index of the first argument after `--literal`, or 0 if the words do not contain
  /// it.
  private func literalsStart(of arguments: [String]) -> Int {
    guard let place = words.firstIndex(of: "--literal") else { return 0 }
    // Searches from the end, so that values of preceding options are not mistaken for arguments.
    var start = arguments.count
    var index = words.count
    while index > place + 1, start > 0 {
      index -= 1
      if words[index] == arguments[start - 1] { start -= 1 }
    }
    return start
  }

  /// Prints the hints about the edits, and returns the edits to a new file; fields in their values
  /// refer to the input.
  func edits(
    _ parsed: EditArguments, ofInput input: InputPath? = nil, for output: InputPath
  ) throws -> [MetadataEdit] {
    for remark in parsed.remarks { warn(remark) }
    if let fixed = parsed.fileEdits.fixed { return fixed }
    return try orEnd { () throws(Failure) in
      guard let input, !input.isStandardInput else {
        throw Failure(
          .usage, "usage",
          "there is no file here to take field values from; write “{{” for a brace, or put --literal before the values"
        )
      }
      let document = try FileReader(in: self).read(input).get().document
      var file = ConditionInput(input, document, needsFields: true)
      file.number = FileNumber(number: 1, count: 1, numberInFolder: 1, countInFolder: 1)
      return try orFailure { () throws(MetaError) in
        try parsed.fileEdits.edits(
          for: file, insertionPoints: [InsertionPoint(forOwnKeysOf: output)])
      }
    }
  }
}

extension InsertionPoint {
  /// Creates the insertion point for custom keys in a new file with this name.
  fileprivate init(forOwnKeysOf output: InputPath) {
    let keySpace: KeySpace =
      switch output.path.extension?.lowercased() {
      case "mp3", "mp2", "aac", "wav", "aif", "aiff": .id3
      case "flac", "ogg", "oga", "opus": .vorbis
      case "mkv", "mka", "webm": .matroska
      case "mov", "qt": .quickTimeMetadata
      default: .iTunesLong
      }
    self.init(MetadataContainer(rawValue: "new"), [keySpace])
  }
}
