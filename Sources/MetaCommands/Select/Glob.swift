internal import SystemPackage

/// A pattern for the names or paths of files, as in shells.
///
///     *      any characters but slashes        ?      one such character
///     [a-z]  one of these; [!a-z] none of them {a,b}  one or the other
///     **     folders, any number of them       \x     x itself
struct Glob: Sendable, Hashable {
  /// A part of the pattern between slashes, which matches one folder or file, or any number of
  /// folders.
  enum PathComponent: Sendable, Hashable {
    /// Any number of folders, written as `**`.
    case folders
    case name([Token])
  }

  /// A matcher for one character of a name, or for any number of characters.
  enum Token: Sendable, Hashable {
    case any
    case anyCharacter
    case scalar(Unicode.Scalar)
    case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  }

  /// The alternatives after expansion of braces.
  let alternatives: [[PathComponent]]
  /// Whether the pattern matches paths; a pattern without slashes matches names in any folder.
  let hasFolders: Bool

  /// The maximum number of alternatives from brace expansion; patterns may be untrusted.
  private static let maxAlternatives = 1024
  /// The maximum length, which is longer than any path.
  private static let maxScalars = 4096

  init(_ text: String) throws(TextError) {
    let scalars = Array(text.unicodeScalars.prefix(Glob.maxScalars + 1))
    guard scalars.count <= Glob.maxScalars else {
      throw TextError(column: Glob.maxScalars, "the pattern is too long")
    }
    let spelled = try GlobScanner.alternatives(scalars, Glob.maxAlternatives)
    var alternatives: [[PathComponent]] = []
    for spelling in spelled { alternatives.append(try GlobScanner.parts(spelling)) }
    self.alternatives = alternatives
    hasFolders = alternatives.contains { $0.count > 1 || $0.contains(.folders) }
  }

  /// Returns whether the text contains pattern characters.
  static func isPattern(_ text: String) -> Bool {
    text.utf8.contains { special.contains($0) }
  }

  private static let special = Array("*?[{".utf8)

  /// Returns whether a file or folder matches: by its name, or, if the pattern has slashes, by its
  /// path relative to the start folder.
  func matches(name: String, path: String) -> Bool {
    let parts = hasFolders ? path.split(separator: "/").map { Array($0.unicodeScalars) } : []
    let name = hasFolders ? [] : Array(name.unicodeScalars)
    return alternatives.contains { alternative in
      hasFolders
        ? Glob.match(alternative[...], parts[...]) : Glob.match(alternative.first, name)
    }
  }

  private static func match(_ part: PathComponent?, _ name: [Unicode.Scalar]) -> Bool {
    guard case .name(let tokens)? = part else { return false }
    return match(tokens, name)
  }

  /// Returns whether a path matches; only the last `**` is retried, as in
  /// ``match(_:_:)-([Token],_)``.
  private static func match(
    _ pattern: ArraySlice<PathComponent>, _ path: ArraySlice<[Unicode.Scalar]>
  ) -> Bool {
    var (pattern, path) = (pattern, path)
    var retry: (pattern: ArraySlice<PathComponent>, path: ArraySlice<[Unicode.Scalar]>)?
    while true {
      if pattern.first == .folders {
        pattern.removeFirst()
        retry = (pattern, path)
        if pattern.isEmpty { return true }
      } else if case .name(let tokens)? = pattern.first, let name = path.first,
        match(tokens, name)
      {
        pattern.removeFirst()
        path.removeFirst()
      } else if pattern.isEmpty, path.isEmpty {
        return true
      } else {
        guard let last = retry, !last.path.isEmpty else { return false }
        (pattern, path) = (last.pattern, last.path.dropFirst())
        retry = (pattern, path)
      }
    }
  }

  /// Returns whether a name matches.
  ///
  /// Retrying only the last star is sufficient, so the time is at most proportional to the product
  /// of both lengths.
  static func match(_ tokens: [Token], _ name: [Unicode.Scalar]) -> Bool {
    var (token, place) = (0, 0)
    var retry: (token: Int, place: Int)?
    while token < tokens.count || place < name.count {
      if token < tokens.count, tokens[token] == .any {
        retry = (token + 1, place)
        token += 1
      } else if token < tokens.count, place < name.count, tokens[token].matches(name[place]) {
        token += 1
        place += 1
      } else {
        guard let last = retry, last.place < name.count else { return false }
        retry = (last.token, last.place + 1)
        (token, place) = (last.token, last.place + 1)
      }
    }
    return true
  }
}

extension Glob.Token {
  /// Returns whether a character matches.
  fileprivate func matches(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .any, .anyCharacter: true
    case .scalar(let expected): scalar == expected
    case .set(let ranges, let isNegated):
      ranges.contains { $0.contains(scalar) } != isNegated
    }
  }
}

/// The parser of patterns, which expands braces, then splits at slashes and converts each name to
/// tokens.
private enum GlobScanner {
  /// A pattern or a part of one, as scalars.
  typealias Scalars = [Unicode.Scalar]

  // MARK: Braces

  /// The maximum number of brace groups, each of which multiplies the number of patterns.
  private static let maxGroups = 16

  /// Expands the braces of a pattern to at most `most` patterns; `depth` is the number of groups
  /// expanded so far.
  static func alternatives(
    _ text: Scalars, _ most: Int, depth: Int = 0
  ) throws(TextError) -> [Scalars] {
    guard let group = try firstGroup(of: text) else { return [text] }
    guard depth < maxGroups else {
      throw TextError(column: group.range.lowerBound + 1, "the pattern has too many braces")
    }
    var result: [Scalars] = []
    for choice in group.choices {
      let spelled = text[..<group.range.lowerBound] + choice + text[group.range.upperBound...]
      result += try alternatives(Array(spelled), most - result.count, depth: depth + 1)
      guard result.count <= most else {
        throw TextError(
          column: group.range.lowerBound + 1, "the braces expand to too many patterns")
      }
    }
    return result
  }

  /// The location of a brace group in the pattern, and its alternatives.
  private typealias Group = (range: Range<Int>, choices: [Scalars])

  /// Returns the first brace group outside character classes.
  private static func firstGroup(of text: Scalars) throws(TextError) -> Group? {
    var index = 0
    while index < text.count {
      switch text[index] {
      case "\\": index += 2
      case "[": index = classEnd(at: index, in: text) ?? index + 1
      case "{": return try group(at: index, in: text)
      default: index += 1
      }
    }
    return nil
  }

  /// Parses the brace group that begins here; commas in inner groups do not separate its choices.
  private static func group(at start: Int, in text: Scalars) throws(TextError) -> Group {
    var (choices, choice, depth) = ([Scalars](), Scalars(), 1)
    var index = start + 1
    while index < text.count {
      let scalar = text[index]
      if scalar == "\\", index + 1 < text.count {
        choice += [scalar, text[index + 1]]
        index += 2
        continue
      }
      if scalar == "[", let end = classEnd(at: index, in: text) {
        choice += text[index..<end]
        index = end
        continue
      }
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if depth == 0 { return (start..<(index + 1), choices + [choice]) }
      if scalar == ",", depth == 1 {
        choices.append(choice)
        choice = []
      } else {
        choice.append(scalar)
      }
      index += 1
    }
    throw TextError(column: start + 1, "unclosed brace")
  }

  /// Returns the end of the character class that begins here, or nil if there is none.
  private static func classEnd(at start: Int, in text: Scalars) -> Int? {
    let name = text[start...].prefix { $0 != "/" }
    return set(at: start + 1, in: Array(text[..<name.endIndex])).map { $0.1 + 1 }
  }

  // MARK: Names

  /// Returns the parts between slashes of a pattern without braces.
  static func parts(_ text: Scalars) throws(TextError) -> [Glob.PathComponent] {
    var parts: [Glob.PathComponent] = []
    var offset = 0
    for name in text.split(separator: "/", omittingEmptySubsequences: false) {
      let spelled = Array(name)
      if spelled == ["*", "*"] {
        if parts.last != .folders { parts.append(.folders) }
      } else if !spelled.isEmpty {
        parts.append(.name(try tokens(spelled, at: offset)))
      }
      offset += spelled.count + 1
    }
    return parts
  }

  /// Converts a name between slashes to tokens; `offset` is its position in the pattern, for
  /// messages.
  private static func tokens(_ name: Scalars, at offset: Int) throws(TextError) -> [Glob.Token] {
    var tokens: [Glob.Token] = []
    var index = 0
    while index < name.count {
      switch name[index] {
      case "*": if tokens.last != .any { tokens.append(.any) }
      case "?": tokens.append(.anyCharacter)
      case "[":
        guard let (token, end) = set(at: index + 1, in: name) else {
          throw TextError(column: offset + index + 1, "unclosed bracket")
        }
        tokens.append(token)
        index = end
      case "\\" where index + 1 < name.count:
        tokens.append(.scalar(name[index + 1]))
        index += 1
      default: tokens.append(.scalar(name[index]))
      }
      index += 1
    }
    return tokens
  }

  /// Parses the set after its opening bracket, and returns it with the index of its closing
  /// bracket, or nil if it is not closed.
  private static func set(at start: Int, in name: Scalars) -> (Glob.Token, Int)? {
    var index = start
    let isNegated = index < name.count && ["!", "^"].contains(name[index])
    if isNegated { index += 1 }
    let beginning = index
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    // A bracket in the first position is literal.
    while index < name.count, name[index] != "]" || index == beginning {
      let first = name[index]
      if index + 2 < name.count, name[index + 1] == "-", name[index + 2] != "]" {
        // Reversed ranges are ignored.
        if first <= name[index + 2] { ranges.append(first...name[index + 2]) }
        index += 3
      } else {
        ranges.append(first...first)
        index += 1
      }
    }
    return index < name.count ? (.set(ranges, isNegated: isNegated), index) : nil
  }
}

extension InputPath {
  /// Whether the path is a pattern, and not the name of an existing file.
  var isPattern: Bool {
    Glob.isPattern(text) && !isAddress && (try? path.stat(followTargetSymlink: false)) == nil
  }
}
