package import SystemPackage

/// A codec library that also reads files in formats that MetaCore does not support, and converts
/// their metadata for a movie.
package protocol TranscodeLibrary: CodecLibrary {
  /// MetaCore's formats and those of this library.
  var formats: FormatRegistry { get }

  /// Returns the edits that convert the metadata of a file for a new movie, and the losses.
  ///
  /// `document` has the contents of the file; `output` is the path of the movie.
  ///
  /// - Throws: ``ParseError`` with `wouldLose` if a loss is not allowed, `io` if the file cannot be
  ///   read.
  func metadata(
    of document: Document, at path: FilePath, for output: FilePath, _ options: ExportOptions
  ) throws -> ConvertedMetadata
}

/// The metadata of a file, converted for a file in a different format: the edits that add it to the
/// new file, and what is lost.
package struct ConvertedMetadata: Sendable {
  /// The edits for the new file; the requested edits come last.
  package var edits: [MetadataEdit]
  /// The content that the new file cannot hold.
  package var losses: [Diagnostic] = []
  /// Additional information.
  package var notes: [Diagnostic] = []
  /// The private data removed from the new file; nil if the filter is not for sharing.
  package var privacy: PrivateData.Report?

  /// Creates edits without losses.
  package init(_ edits: [MetadataEdit]) { self.edits = edits }
}

extension MediaCodecs {
  /// The first library that supports other formats.
  var transcodeLibrary: (any TranscodeLibrary)? {
    for library in libraries {
      if let library = library as? any TranscodeLibrary { return library }
    }
    return nil
  }
}
