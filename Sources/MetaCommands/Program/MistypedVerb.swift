internal import ArgumentParser
internal import MetaCore
internal import SystemPackage

/// A first word in the place of a verb that is neither a verb nor a file: without this check it
/// would be dumped as a file, and so would the following words.
enum MistypedVerb {
  /// Ends with wrong usage where a word stands for no verb, but nearly for one, or for what other
  /// programs call one.
  ///
  /// - Throws: ``Failure`` with `usage`, which names the verb that is probably meant.
  static func check(_ words: [String]) throws(Failure) {
    guard let first = words.first else { return }
    if first == "help" { return try checkPath(words.dropFirst()) }
    if verbs.contains(first) { return try checkPath(words.prefix(2)) }
    guard isWord(first), !isFile(first), let meant = suggestion(for: first) else { return }
    throw Failure(
      .usage, "usage", "there is no verb and no file \(first); did you mean “metatool \(meant)”?")
  }

  /// What is probably meant by a word that is no verb; nil when nothing is near.
  static func suggestion(for word: String) -> String? {
    others[word.lowercased()] ?? closest(to: word, verbs)
  }

  /// The verbs.
  private static let verbs = Root.configuration.subcommands.map { $0._commandName }

  /// Checks verbs inside of each other: the parser would answer with the help of the outer one, or
  /// call what it does not know an argument.
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
          meant.map { "did you mean \($0)?" } ?? "there are " + names.joined(separator: ", ")
        let path = isOutermost ? word : "\(command._commandName) \(word)"
        throw Failure(.usage, "usage", "there is no verb “\(path)”; \(hint)")
      }
      command = part
    }
  }

  private static func isFile(_ text: String) -> Bool {
    (try? InputPath(text: text).path.stat(followTargetSymlink: false)) != nil
  }

  /// Whether it can be meant for a verb: neither an option nor a path that shows what it is.
  private static func isWord(_ text: String) -> Bool {
    (2...16).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "-")
      }
  }

  /// What other programs have for verbs.
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

  /// The name with the fewest differences, where these are few.
  private static func closest(to word: String, _ names: [String]) -> String? {
    guard word.utf8.count <= 16 else { return nil }
    let wanted = Array(word.lowercased())
    let distances = names.map {
      (name: $0, distance: NearestWord.distance(wanted, Array($0)))
    }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= (wanted.count > 5 ? 2 : 1) ? best.name : nil
  }
}
