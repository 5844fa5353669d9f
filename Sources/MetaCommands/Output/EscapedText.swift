extension String {
  /// Returns the text with each scalar replaced with the result of `replacement`, unless it is nil.
  ///
  /// Syntax characters are matched as scalars: a combining character forms one `Character` with the
  /// `<` before it, which other programs still read as `<`.
  func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
      if let replacement = replacement(scalar) {
        result += replacement.unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text with character references for a WebVTT cue (WebVTT §4.2.2).
  var markupEscaped: String { escaped(String.reference) }

  /// The text escaped for XML, without the control characters below U+0020 except tabs; line breaks
  /// are removed, too, although XML 1.0 allows them.
  var xmlEscaped: String {
    escaped { scalar in
      switch scalar {
      case "\"": "&quot;"
      case "\t": nil
      case _ where scalar.value < 32: ""
      default: String.reference(scalar)
      }
    }
  }

  private static func reference(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    default: nil
    }
  }

  /// The text as a CSV cell (RFC 4180).
  var csvEscaped: String {
    guard unicodeScalars.contains(where: { [",", "\"", "\r", "\n"].contains($0) }) else {
      return self
    }
    return "\"" + escaped { $0 == "\"" ? "\"\"" : nil } + "\""
  }
}
