extension String {
  /// The text with `replacement` in place of each scalar for which there is one.
  ///
  /// Marks of a syntax are looked for as scalars: a combining character makes one `Character` of
  /// itself and the `<` before it, which others still read as `<`.
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

  /// The text with the character references of a WebVTT cue (WebVTT §4.2.2).
  var markupEscaped: String { escaped(String.reference) }

  /// The text as XML has it, without control characters, which XML 1.0 cannot hold.
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

  /// The text as a cell of RFC 4180.
  var csvEscaped: String {
    guard unicodeScalars.contains(where: { [",", "\"", "\r", "\n"].contains($0) }) else {
      return self
    }
    return "\"" + escaped { $0 == "\"" ? "\"\"" : nil } + "\""
  }
}
