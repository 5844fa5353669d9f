/// Reads the metadata, structure, sample locations or integrity of a file in one call, in any
/// format of ``FormatRegistry/standard``.
///
/// The formats of other modules can be read only with ``FormatReader``.
package enum Inspector {
  /// Reads the contents of a file.
  ///
  /// `options` specifies the parts to read, and how thoroughly.
  ///
  /// - Throws: ``ParseError``: `unknownFormat` when the format is not recognised, `backend` when it
  ///   is recognised but not supported by MetaCore, or errors that make the file unreadable as a
  ///   whole.
  package static func inspect(
    _ source: any ByteSource, options: ReadOptions = ReadOptions()
  ) throws(ParseError) -> Document {
    try FormatReader(source).document(options: options)
  }

  /// Returns the structure tree of a file, with nodes such as atoms, frames and chunks.
  ///
  /// - Throws: ``ParseError``, as ``inspect(_:options:)`` does.
  package static func structure(
    of source: any ByteSource, options: ReadOptions = ReadOptions()
  ) throws(ParseError) -> [StructureNode] {
    try FormatReader(source).structure(options: options)
  }

  /// Visits the samples of every track of a file; in a format without tracks, the samples are one
  /// or more ranges of a single track.
  ///
  /// - Throws: ``ParseError``, as ``inspect(_:options:)`` does, and errors from the visitor.
  package static func visitMedia(
    of source: any ByteSource, limits: Limits = .standard,
    _ visit: (MediaSample) throws(ParseError) -> Void
  ) throws(ParseError) {
    try FormatReader(source).visitMedia(limits: limits, visit)
  }

  /// Checks the media of a file to the extent that its format allows without decoding: checksums,
  /// sizes, sequence numbers, and the consistency of tables.
  ///
  /// The whole file is read, with little memory. The report contains the errors, the checks, and
  /// the properties that could not be checked.
  ///
  /// - Throws: ``ParseError``, as ``inspect(_:options:)`` does.
  package static func integrity(
    of source: any ByteSource, limits: Limits = .standard
  ) throws(ParseError) -> IntegrityReport {
    try FormatReader(source).integrity(limits: limits)
  }

  /// The supported formats.
  package static var formats: [FormatDescriptor] {
    FormatRegistry.standard.all.map(\.descriptor)
  }
}
