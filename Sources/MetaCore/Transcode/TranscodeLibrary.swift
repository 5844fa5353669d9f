package import SystemPackage

/// A library of codecs that also reads files of other formats than MetaCore, and says what becomes of their metadata in a movie.
package protocol TranscodeLibrary: CodecLibrary {
  /// The formats of MetaCore and its own.
  var formats: FormatRegistry { get }

  /// The edits that bring the metadata of a file into a new movie, and what of them has no place there.
  ///
  /// `document` is what the file holds, `output` the name of the movie.
  ///
  /// - Throws: ``ParseError`` with `wouldLose` where something has no place and that is not allowed, `io` when the file cannot be read.
  func metadata(
    of document: Document, at path: FilePath, for output: FilePath, _ options: ExportOptions
  ) throws -> MovedMetadata
}

/// What of the metadata of a file goes into a file of another format.
package struct MovedMetadata: Sendable {
  /// The edits of the new file, those that were asked for last.
  package var edits: [MetadataEdit]
  /// What has no place there.
  package var losses: [Diagnostic] = []
  /// What is worth knowing besides.
  package var notes: [Diagnostic] = []
  /// The private data that are not in the new file; nil where the filter is not for sharing.
  package var privacy: PrivateData.Report?

  /// Edits that lose nothing.
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
