package import MetaCore

/// The separate steps of an edit or export, for a document that was read from `source`.
extension Inspector {
  package static func insertionPoints(
    of document: Document, in source: any ByteSource
  ) throws(ParseError) -> [InsertionPoint] {
    try FormatReader(source).insertionPoints(of: document)
  }

  package static func plan(
    _ edit: DocumentEdit, of document: Document, in source: any ByteSource, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    try FormatReader(source).plan(edit, of: document, shape: shape)
  }

  package static func remux(
    _ document: Document, in source: any ByteSource, _ request: RemuxRequest
  ) throws(ParseError) -> RemuxPlan {
    try FormatReader(source).remux(document, request)
  }

  package static func media(
    of document: Document, in source: any ByteSource
  ) throws(ParseError) -> [TrackMedia] {
    try FormatReader(source).media(of: document)
  }

  package static func targets(
    of document: Document, in source: any ByteSource
  ) throws(ParseError) -> [FileType] {
    try FormatReader(source).targets(of: document)
  }
}
