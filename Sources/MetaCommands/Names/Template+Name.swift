internal import MetaCore
internal import SystemPackage

// Converts fields to names.
extension Template {
  /// Returns the path in a folder with the fields of a file filled in; `ending` is appended to the
  /// file name.
  ///
  /// - Throws: ``Failure`` if a name would be empty, and under the same conditions as
  ///   ``name(of:_:)``.
  func path(
    of subject: ConditionInput, in folder: FilePath, ending: String, _ safety: SafeName
  ) throws(Failure) -> FilePath {
    var path = folder
    let components = try name(of: subject, safety)
    for (index, component) in components.enumerated() {
      let isLast = index == components.count - 1
      guard let name = component.name(safety, ending: isLast ? ending : "") else {
        throw Failure(.refused, "emptyName", "its new name would be empty")
      }
      path.append(FileNameEncoding.path(of: name).components)
    }
    return path.lexicallyNormalized()
  }

  /// Returns the path components with the fields of a file filled in, without the extension.
  ///
  /// - Throws: ``Failure`` if a required field is missing, or is a path that is not UTF-8.
  func name(of subject: ConditionInput, _ safety: SafeName) throws(Failure) -> [SafeName.Component]
  {
    var pieces: [NamePart] = []
    try append(parts, of: subject, to: &pieces)
    return try Template.components(pieces, safety)
  }

  /// A piece of a new path: template text, in which slashes separate folders, or a value, in which
  /// they do not.
  private enum NamePart {
    case text(String)
    case value(String)
  }

  /// Appends the pieces of template parts; an optional part with a missing field adds no pieces.
  private func append(
    _ parts: [Segment], of subject: ConditionInput, to pieces: inout [NamePart]
  ) throws(Failure) {
    for part in parts {
      switch part {
      case .text(let text): pieces.append(.text(text))
      case .field(let placeholder):
        pieces.append(.value(try placeholder.requiredValue(of: subject)))
      case .optional(let parts):
        var inner: [NamePart] = []
        do throws(Failure) {
          try append(parts, of: subject, to: &inner)
          pieces += inner
        } catch {
          guard error.code == Template.missingField else { throw error }
        }
      }
    }
  }

  /// Joins the pieces into the names of the folders and of the file.
  private static func components(
    _ pieces: [NamePart], _ safety: SafeName
  ) throws(Failure) -> [SafeName.Component] {
    var components = [SafeName.Component()]
    for piece in pieces {
      switch piece {
      case .value(let value): components[components.count - 1].append(value: value, safety)
      case .text(let text):
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
          if index > 0 { components.append(SafeName.Component()) }
          components[components.count - 1].append(text: String(part), safety)
        }
      }
    }
    // Leading and repeated slashes in the template produce empty components.
    let named = components.enumerated().filter { $0 == components.count - 1 || !$1.isEmpty }
    return named.map(\.element)
  }
}
