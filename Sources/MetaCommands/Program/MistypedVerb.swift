internal import ArgumentParser
internal import MetaCore
internal import SystemPackage

/// Detects a first word that was meant as a verb but is not one: `dump` is the default verb, so
/// without this check, it and the following words would be dumped as files.
enum MistypedVerb {
  /// Throws if the first word is not a verb but similar to one, or is the name of a verb in other
  /// programs, or if a nested verb is unknown.
  ///
  /// - Throws: ``Failure`` with `usage`, which names the verb that was probably meant.
  static func check(_ words: [String]) throws(Failure) {
    guard let first = words.first else { return }
    if first == "help" { return try checkPath(words.dropFirst()) }
    if verbs.contains(first) { return try checkPath(words.prefix(2)) }
    guard isWord(first), !isFile(first), let meant = suggestion(for: first) else { return }
    throw Failure(
      .usage, "usage", "no verb or file named “\(first)”; did you mean “metatool \(meant)”?")
  }

  /// Returns the verb that was probably meant, if any.
  static func suggestion(for word: String) -> String? {
    others[word.lowercased()] ?? closest(to: word, verbs)
  }

  /// The names of the verbs.
  private static let verbs = Root.configuration.subcommands.map { $0._commandName }

  /// Checks nested verbs: the parser would show the help page of the outer verb, or report an
  /// unexpected argument.
  private static func checkPath(_ words: ArraySlice<String>) throws(Failure) {
    var command: any ParsableCommand.Type = Root.self
    for word in words where isWord(word) {
      let parts = command.configuration.subcommands
      guard !parts.isEmpty else { return }
      guard let part = parts.first(where: { $0._commandName == word }) else {
        let isOutermost = command == Root.self
        let names = parts.map { $0._commandName }
        let meant = isOutermost ? suggestion(for: word) : closest(to: word, names)
        let hint =
          meant.map { "did you mean \($0)?" } ?? "the verbs are " + names.joined(separator: ", ")
        let path = isOutermost ? word : "\(command._commandName) \(word)"
        throw Failure(.usage, "usage", "unknown verb “\(path)”; \(hint)")
      }
      command = part
    }
  }

  /// Returns whether a file or folder has this name.
  private static func isFile(_ text: String) -> Bool {
    (try? InputPath(text: text).path.stat(followTargetSymlink: false)) != nil
  }

  /// Returns whether a word may have been meant as a verb: neither an option nor recognisable as a
  /// path.
  private static func isWord(_ text: String) -> Bool {
    (2...16).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "-")
      }
  }

  /// The verbs of other programs.
  private static let others = [
    "info": "dump", "show": "dump", "list": "dump", "print": "dump", "ls": "dump",
    "probe": "dump", "json": "dump", "metadata": "dump", "tags": "dump", "version": "--version",
    "tag": "set", "write": "set", "add": "set", "remove": "clear",
    "delete": "clear", "strip": "clear", "cover": "art", "covers": "art", "picture": "art",
    "pictures": "art", "artwork": "art", "convert": "export", "remux": "export", "cut": "export",
    "trim": "export", "mv": "rename", "move": "rename", "decode": "read",
    "lint": "check", "doctor": "check", "duplicates": "check", "pcm": "read", "peaks": "waveform",
    "test": "verify",
    "find": "dump --where", "search": "dump --where", "filter": "dump --where",
    "import": "apply", "clean": "clear --private",
    "compare": "diff", "atoms": "tree", "restore": "undo", "revert": "undo", "keys": "fields",
    "server": "serve", "daemon": "serve",
    "encode": "transcode", "reencode": "transcode", "compress": "transcode",
    "record": "capture", "grab": "capture", "slides": "slideshow", "images": "slideshow",
    "profiles": "presets", "gpx": "timed", "gps": "timed", "telemetry": "timed",
    "loudness": "gain", "replaygain": "gain", "loudgain": "gain", "ebur128": "gain",
    "normalize": "gain",
    "settings": "config", "preferences": "config", "configure": "config", "prefs": "config",
    "players": "readers", "taglib": "readers",
  ]

  /// Returns the closest name, if it is close enough.
  private static func closest(to word: String, _ names: [String]) -> String? {
    guard word.utf8.count <= 16 else { return nil }
    let characters = Array(word.lowercased())
    let distances = names.map {
      (name: $0, distance: SpellingSuggestion.distance(characters, Array($0)))
    }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= (characters.count > 5 ? 2 : 1) ? best.name : nil
  }
}
