package import SystemPackage

/// A library of codecs that also reads files in formats that MetaCore does not read, and converts
/// their metadata for a movie.
package protocol TranscodeLibrary: CodecLibrary {
  /// The formats of MetaCore and its own.
  var formats: FormatRegistry { get }

  /// The edits that convert the metadata of a file to a new movie, and the losses.
  ///
  /// `document` has the contents of the file, `output` is the name of the movie.
  ///
  /// - Throws: ``ParseError`` with `wouldLose` when a loss is not allowed, `io` when the file
  ///   cannot be read.
  func metadata(
    of document: Document, at path: FilePath, for output: FilePath, _ options: ExportOptions
  ) throws -> MovedMetadata
}

/// The metadata of a file, converted for a file of another format.
package struct MovedMetadata: Sendable {
  /// The edits of the new file; the requested ones come last.
  package var edits: [MetadataEdit]
  /// What the new file cannot hold.
  package var losses: [Diagnostic] = []
  /// What is worth knowing besides.
  package var notes: [Diagnostic] = []
  /// The private data that are not in the new file; nil where the filter is not for sharing.
  package var privacy: PrivateData.Report?

  /// Makes edits without losses.
  package init(_ edits: [MetadataEdit]) { self.edits = edits }
}

extension MediaCodecs {
  /// The first library that reads other formats.
  var transcodeLibrary: (any TranscodeLibrary)? {
    for library in libraries {
      if let library = library as? any TranscodeLibrary { return library }
    }
    return nil
  }
}
