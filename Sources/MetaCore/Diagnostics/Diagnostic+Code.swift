extension Diagnostic {
  /// The kind of a finding, for programs; ``Diagnostic/message`` describes it for users.
  public struct Code: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name in JSON and scripts.
    public let rawValue: String

    /// Creates a code; MetaCore's own codes are constants.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the code for an error after which reading continued.
    public init(_ code: ParseError.Code) { rawValue = code.description }

    /// The name.
    public var description: String { rawValue }
  }
}

extension Diagnostic.Code {
  // MARK: Damage

  /// The bytes end before the structure does.
  public static let truncated = Self(.truncated)
  /// The bytes contradict the format.
  public static let malformed = Self(.malformed)
  /// The bytes are valid, but in a form that is not supported.
  public static let unsupported = Self(.unsupported)
  /// A limit was reached; the rest is omitted.
  public static let limitExceeded = Self(.limitExceeded)
  /// Media that the file needs is in another file.
  public static let external = Self(rawValue: "external")
  /// Unusual, but harmless.
  public static let oddity = Self(rawValue: "oddity")

  // MARK: Values

  /// Two parts of the file have different values for one field; the message names the one that is
  /// shown.
  public static let conflictingValues = Self(rawValue: "conflictingValues")
  /// A picture without data.
  public static let emptyPicture = Self(rawValue: "emptyPicture")
  /// The type of a picture differs from the declared one.
  public static let wrongImageType = Self(rawValue: "wrongImageType")
  /// Text is read in an encoding that was guessed from its characters.
  public static let guessedEncoding = Self(rawValue: "guessedEncoding")
  /// Text may be in an encoding other than the declared one, but it is not clear which.
  public static let unclearEncoding = Self(rawValue: "unclearEncoding")
  /// Text is not valid in the requested encoding.
  public static let notInEncoding = Self(rawValue: "notInEncoding")

  // MARK: Edits

  /// Values were copied to a new tag, because players then ignore the old one.
  public static let carriedOver = Self(rawValue: "carriedOver")
  /// A value was converted to the form that its new container requires.
  public static let converted = Self(rawValue: "converted")
  /// A value was shortened to the maximum length.
  public static let cut = Self(rawValue: "cut")
  /// The media was cut at a frame boundary near the requested time.
  public static let frameBorder = Self(rawValue: "frameBorder")
  /// A date without a zone was written to headers, which are in UTC.
  public static let headerInUTC = Self(rawValue: "headerInUTC")
  /// Text stays in the encoding that its container requires.
  public static let keptInEncoding = Self(rawValue: "keptInEncoding")
  /// Some content is not in the new file.
  public static let lost = Self(rawValue: "lost")
  /// There was no date to shift.
  public static let nothingToMove = Self(rawValue: "nothingToMove")
  /// Only one of several values can be stored.
  public static let oneValueOnly = Self(rawValue: "oneValueOnly")
  /// Something other than the requested values was replaced.
  public static let replaced = Self(rawValue: "replaced")
  /// A field with one value has several in the file, of which the first is shown.
  public static let severalValues = Self(rawValue: "severalValues")
  /// Translations of a changed value are unchanged.
  public static let translationsKept = Self(rawValue: "translationsKept")
  /// Writing would lose something, which was not allowed.
  public static let wouldLose = Self(.wouldLose)
}
