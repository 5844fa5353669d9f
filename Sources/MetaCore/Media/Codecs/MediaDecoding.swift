/// Decodes media.
///
/// MetaCore has no codecs: it knows them by this protocol, as it knows formats by ``MediaFormat``. MetaForeign's are those of libavcodec.
package protocol MediaDecoding: Sendable {
  /// Decodes the streams of a file whose container a document calls `kind`, and reports what is wrong with them.
  ///
  /// - Throws: ``ParseError`` when the file cannot be opened, or reading is to stop.
  func check(
    _ source: any ByteSource, kind: String, progress: (Double) -> Void
  ) throws(ParseError) -> IntegrityReport
}
