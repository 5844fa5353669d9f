/// The ``EditableFormat`` for Windows Media files: ASF with audio (WMA), video (WMV) or both
/// (Microsoft "Advanced Systems Format (ASF) Specification" 01.20.03).
///
/// ``ASFRewriter`` plans edits.
struct ASFFormat: EditableFormat {
  var descriptor: FormatDescriptor {
    FormatDescriptor(
      name: "Windows Media (ASF)", extensions: ["wma", "wmv", "asf"], keySpaces: [.asf])
  }

  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    var reader = ByteReader(head.bytes)
    return (try? ASFIdentifier(&reader)) == .header ? .yes : .no
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    let layout = try ASFLayout(window, limits: options.limits, log: &log)
    let properties = try ASFProperties(layout, in: window, log: &log)
    var document = Document(
      fileType: ASFFormat.fileType(properties), container: ContainerDescription(kind: "asf"),
      size: window.length, precedence: [.asf])
    document.duration = properties.duration
    document.tracks = options.tracks ? properties.tracks : []
    ASFFormat.describe(layout, properties, &document.container)
    if options.items {
      document.items = try ASFFormat.items(layout, properties, window, options, log: &log)
    }
    if options.chapters, let marker = layout.children.first(where: { $0.id == .marker }) {
      do throws(ParseError) {
        try ASFMarkers(properties: properties, window: window, media: layout.media)
          .read(marker, limits: options.limits, into: &document.chapters)
      } catch {
        if error.code == .io { throw error }
        log.add(error.inside(marker.id.name))
      }
    }
    document.diagnostics = log.diagnostics
    return document
  }

  /// Returns the type of a file with these streams: video, audio, or neither.
  private static func fileType(_ properties: ASFProperties) -> String {
    let kinds = Set(properties.tracks.map(\.mediaType))
    if kinds.contains(.video) { return "com.microsoft.windows-media-wmv" }
    return kinds.contains(.audio)
      ? "com.microsoft.windows-media-wma" : "com.microsoft.advanced-systems-format"
  }

  /// Sets the names of the attribute lists, the creation date, and whether the file is a live
  /// stream.
  private static func describe(
    _ layout: ASFLayout, _ properties: ASFProperties, _ container: inout ContainerDescription
  ) {
    var names: [String] = []
    for (list, _) in layout.lists where !names.contains(list.rawValue) {
      names.append(list.rawValue)
    }
    container.setTags(names, at: 0)
    if properties.isBroadcast { container.details.append(.init("broadcast", .boolean(true))) }
    container.setDates(creation: properties.creationDate)
  }

  /// Returns the attributes of all lists as items.
  private static func items(
    _ layout: ASFLayout, _ properties: ASFProperties, _ window: SourceWindow,
    _ options: ReadOptions, log: inout DiagnosticLog
  ) throws(ParseError) -> [MetadataItem] {
    var items: [MetadataItem] = []
    for (list, object) in layout.lists {
      try ASFLayout.forEachAttribute(of: list, in: object, window, options.limits, log: &log) {
        (attribute, location) throws(ParseError) in
        items.append(
          try attribute.metadataItem(
            of: list, at: location, languages: properties.languages, in: window))
      }
    }
    return items
  }

  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {
    var log = DiagnosticLog(limit: 0)
    try visitStream(try ASFLayout(window, limits: limits, log: &log).media, visit)
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    let layout = try ASFLayout(window, limits: options.limits, log: &log)
    var root = ASFFormat.node(layout.header)
    root.headerSize = Int(ASFLayout.headSize)
    for child in layout.children {
      var node = try ASFFormat.node(child, in: window, options: options)
      if child.id == .headerExtension {
        node.headerSize = Int(ASFLayout.extensionHeadSize)
        for inner in layout.inExtension where child.range.contains(inner.offset) {
          node.children.append(try ASFFormat.node(inner, in: window, options: options))
        }
      }
      root.children.append(node)
    }
    if let rest = StructureNode.leftOut(log) { root.children.append(rest) }
    return [root] + layout.others.map { ASFFormat.node($0) }
  }

  private static func node(_ object: ASFObject) -> StructureNode {
    StructureNode(
      name: object.id.name, offset: object.offset, size: object.size,
      headerSize: ASFObject.headerSize)
  }

  private static func node(
    _ object: ASFObject, in window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> StructureNode {
    var node = node(object)
    guard let list = ASFList(object.id) else { return node }
    var log = DiagnosticLog(limit: 0)
    try ASFLayout.forEachAttribute(of: list, in: object, window, options.limits, log: &log) {
      (attribute, location) throws(ParseError) in
      let item = try attribute.metadataItem(
        of: list, at: location, languages: [], in: window)
      node.children.append(
        StructureNode(
          name: attribute.name, offset: location.offset, size: location.size, headerSize: 0,
          summary: item.value.stringValue ?? item.value.integerValue.map(String.init)))
    }
    return node
  }

  func insertionPoints(of document: Document) -> [InsertionPoint] {
    [InsertionPoint(ASFList.container, [.asf])]
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    var rewriter = try ASFRewriter(window, shape: shape)
    return try rewriter.plan(edit)
  }

  /// Finds padding, which is cleared, and reports objects and video samples that are not inspected.
  func traces(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> PrivateTraces {
    var log = DiagnosticLog(limit: 0)
    let layout = try ASFLayout(window, limits: .standard, log: &log)
    var traces = PrivateTraces()
    for object in layout.children + layout.inExtension where object.id == .padding {
      traces.mask.cover(object.content)
    }
    for object in layout.children + layout.inExtension + layout.others
    where object.id.isForeign && object.size > Int64(ASFObject.headerSize) {
      traces.leave(object.id.name, "\(object.size) bytes that are not inspected")
    }
    traces.reportVideo(document)
    return traces
  }
}
