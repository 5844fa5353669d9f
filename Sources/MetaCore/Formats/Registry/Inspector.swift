/// Reads files of every known format: recognises the format, then lets it read.
package enum Inspector {
  /// What a file holds.
  ///
  /// `options` says what to read, and how far to go for it.
  ///
  /// - Throws: ``ParseError``: `unknownFormat` when nothing knows the bytes, `backend` when they are of a kind that is
  ///   known but not read here, or whatever makes the file as a whole unreadable.
  package static func inspect(
    _ source: any ByteSource, options: ReadOptions = ReadOptions()
  ) throws(ParseError) -> Document {
    try FormatReader(source).document(options: options)
  }

  /// The tree of a file's structure: atoms, frames, chunks.
  ///
  /// - Throws: ``ParseError``, as ``inspect(_:options:)`` does.
  package static func structure(
    of source: any ByteSource, options: ReadOptions = ReadOptions()
  ) throws(ParseError) -> [StructureNode] {
    try FormatReader(source).structure(options: options)
  }

  /// Visits the samples of every track of a file; a format without tracks has one stretch or several of one.
  ///
  /// - Throws: ``ParseError``, as ``inspect(_:options:)`` does, and what the visitor throws.
  package static func visitMedia(
    of source: any ByteSource, limits: Limits = .standard,
    _ visit: (MediaSample) throws(ParseError) -> Void
  ) throws(ParseError) {
    try FormatReader(source).visitMedia(limits: limits, visit)
  }

  /// Checks everything of the media of a file that its format lets be checked without decoding: checksums, sizes, numbers that follow each other,
  /// tables that agree.
  ///
  /// The file is read to its end, with little memory. What is wrong is in the report, with what was checked and what cannot be known.
  ///
  /// - Throws: ``ParseError``, as ``inspect(_:options:)`` does.
  package static func integrity(
    of source: any ByteSource, limits: Limits = .standard
  ) throws(ParseError) -> IntegrityReport {
    try FormatReader(source).integrity(limits: limits)
  }

  /// The formats that are read here.
  package static var formats: [FormatDescriptor] {
    FormatRegistry.standard.all.map(\.descriptor)
  }
}
