/// The expected contents of a file after an edit: its pictures, chapters and given items; nil or
/// empty where the edit does not affect them.
///
/// They are compared with the contents of the planned file before anything is written, so that what
/// a format drops or changes is reported, independently of the code that wrote it. Values of fields
/// are not included; the losses in converting them are known when edits are resolved.
package struct EditPromise: Sendable {
  /// The pictures, in order.
  var pictures: [Artwork]?
  /// The chapters.
  var chapters: [Chapter]?
  /// The items to be stored as given.
  var items: [MetadataItem] = []
  /// Whether private data is removed, which changes the bytes of pictures.
  var changesPictures = false

  /// Whether the promise contains nothing to compare with the planned file.
  package var isEmpty: Bool {
    pictures == nil && chapters == nil && items.isEmpty
  }

  /// The result of comparing a promise with the planned file: missing or different contents, as
  /// losses and notes.
  struct Findings: Sendable {
    var losses: [ConversionLoss] = []
    var notes: [Diagnostic] = []

    fileprivate mutating func addLoss(
      _ reason: ConversionLoss.Reason, _ field: Field?, _ text: String
    ) {
      losses.append(ConversionLoss(reason, field, .common, text))
    }

    fileprivate mutating func note(_ code: Diagnostic.Code, _ text: String) {
      notes.append(Diagnostic(code: code, path: StructurePath(), offset: nil, message: text))
    }
  }

  /// Compares the promise with a document that was read from `new`; values that were not loaded are
  /// read from `old`.
  ///
  /// - Throws: Errors from the sources.
  func findings(
    in document: Document, from new: any ByteSource, old: any ByteSource
  ) throws(ParseError) -> Findings {
    var findings = Findings()
    if let pictures {
      try compare(pictures, document.artwork, from: new, old: old, &findings)
    }
    if let chapters {
      try ChapterComparison(chapters, document, from: new, old: old).report(to: &findings)
    }
    for item in items {
      try compare(item, document.items, from: new, old: old, &findings)
    }
    return findings
  }

  /// Returns the losses for chapters in a format that stores only times and titles.
  package static func losses(ofTitlesOnly chapters: [Chapter]) -> [ConversionLoss] {
    var document = Document(
      fileType: "", container: ContainerDescription(kind: ""), size: 0, precedence: [])
    document.chapters = chapters.map {
      Chapter(start: $0.start, end: $0.end, title: $0.title, source: $0.source)
    }
    let nothing = DataSource([])
    let findings = try? EditPromise(chapters: chapters)
      .findings(in: document, from: nothing, old: nothing)
    return findings?.losses ?? []
  }

  // MARK: Pictures

  /// Compares the promised pictures with those in the planned file.
  private func compare(
    _ requested: [Artwork], _ actual: [Artwork], from new: any ByteSource, old: any ByteSource,
    _ findings: inout Findings
  ) throws(ParseError) {
    var rest = actual
    for (index, picture) in requested.enumerated() {
      let image = try LoadedData(picture.data, in: old)
      var match: Int?
      for (index, other) in rest.enumerated() where match == nil {
        if try isSame(image, other.data, new) { match = index }
      }
      guard let match else {
        addLoss(picture, index, isReadable: image.bytes != nil, &findings)
        continue
      }
      compare(picture, rest.remove(at: match), index, &findings)
    }
    guard !rest.isEmpty else { return }
    findings.addLoss(
      .oneValueOnly, .artwork,
      "the file would have \(actual.count) pictures instead of \(requested.count)")
  }

  /// Whether the stored bytes are those of the image; if private data is removed, only the lengths
  /// are compared.
  private func isSame(
    _ image: LoadedData, _ data: DataValue, _ source: any ByteSource
  ) throws(ParseError) -> Bool {
    guard data.count == image.data.count else { return false }
    return changesPictures ? true : try LoadedData(data, in: source) == image
  }

  /// Reports a picture that the planned file does not have.
  private func addLoss(
    _ picture: Artwork, _ index: Int, isReadable: Bool, _ findings: inout Findings
  ) {
    let name = "picture \(index) (\(picture.kind), \(picture.data.count) bytes)"
    if isReadable {
      findings.addLoss(.oneValueOnly, .artwork, "this kind of file cannot store \(name)")
    } else {
      findings.addLoss(.lessPrecise, .artwork, "\(name) is damaged: not valid base64")
    }
  }

  /// Compares the kind and description of a promised picture with those of the same picture in the
  /// planned file.
  private func compare(
    _ requested: Artwork, _ actual: Artwork, _ index: Int, _ findings: inout Findings
  ) {
    if requested.kind != actual.kind {
      let text = "picture \(index) is stored as \(actual.kind), not as \(requested.kind)"
      // Most writers use the kind "other" for covers.
      if requested.kind == .other {
        findings.note(Diagnostic.Code(ConversionLoss.Reason.lessPrecise), text)
      } else {
        findings.addLoss(.lessPrecise, .artwork, text)
      }
    }
    if let description = requested.description, !description.isEmpty, actual.description == nil {
      findings.note(
        Diagnostic.Code(ConversionLoss.Reason.noKey),
        "this kind of file cannot store the description of picture \(index), “\(description)”")
    }
  }
}

extension EditPromise {
  /// Checks that the planned file contains a given item unchanged.
  private func compare(
    _ item: MetadataItem, _ items: [MetadataItem], from new: any ByteSource, old: any ByteSource,
    _ findings: inout Findings
  ) throws(ParseError) {
    let target = EditTarget.items(item.identifier, item.distinguishingExtras)
    let found = items.filter { $0.trackID == item.trackID && target.matches($0) }
    var reason = "\(item.identifier) cannot be stored unchanged"
    for other in found {
      guard try isSame(item.value, old, other.value, new) else {
        reason = "\(item.identifier) would be read back with a different value"
        continue
      }
      guard let part = item.partMissing(in: other) else { return }
      reason = "\(item.identifier) cannot be stored with its \(part)"
    }
    findings.losses.append(ConversionLoss(.lessPrecise, nil, item.keySpace, reason))
  }

  /// Whether two values are the same; each has its own source of bytes.
  private func isSame(
    _ left: MetadataValue, _ leftSource: any ByteSource, _ right: MetadataValue,
    _ rightSource: any ByteSource
  ) throws(ParseError) -> Bool {
    if let left = left.dataValue, let right = right.dataValue {
      return try LoadedData(left, in: leftSource) == LoadedData(right, in: rightSource)
    }
    return try left.loaded(from: leftSource).isSame(as: right.loaded(from: rightSource))
  }
}

extension MetadataItem {
  /// Returns a description of the first part of this item that another item with the same value
  /// lacks; nil if it lacks none.
  fileprivate func partMissing(in other: MetadataItem) -> String? {
    // The type of binary values is also evident from their content.
    if value.dataValue == nil, keySpace.hasQuickTimeTypes, !other.dataType.isSame(as: dataType) {
      return "data type \(dataType)"
    }
    if let language, language != .undetermined, other.language != language,
      other[extra: .language]?.stringValue != language.iso639
    {
      return "language \(language)"
    }
    let missing = extraAttributes.first { extra in
      guard extra.name != .language, extra.value != .string("") else { return false }
      return other[extra: extra.name] != extra.value
    }
    return missing.map { "extra attribute \($0.name.rawValue)" }
  }
}

extension MetadataValue {
  /// Whether both values are equal; a list of one string equals that string, a list of one integer
  /// on the left equals that integer, an integer equals a Boolean of the same value, and real
  /// numbers are compared with 32-bit precision.
  fileprivate func isSame(as other: MetadataValue) -> Bool {
    switch (self, other) {
    case (.real(let one), .real(let two)): one == two || Float(one) == Float(two)
    case (.list(let values), .string), (.list(let values), .integer): values == [other]
    case (.string, .list(let values)): values == [self]
    case (.integer, .boolean), (.boolean, .integer): integerValue == other.integerValue
    default: self == other
    }
  }
}

/// The bytes of a picture or another binary value, loaded for comparison; if they are damaged, they
/// are unknown, and the value is equal only to itself.
private struct LoadedData: Equatable {
  let data: DataValue
  /// The bytes; nil if they cannot be decoded.
  let bytes: ByteSlice?

  init(_ data: DataValue, in source: any ByteSource) throws(ParseError) {
    self.data = data
    do throws(ParseError) {
      bytes = try data.load(from: source)
    } catch {
      guard error.code == .malformed else { throw error }
      bytes = nil
    }
  }

  static func == (left: LoadedData, right: LoadedData) -> Bool {
    guard let bytes = left.bytes, let others = right.bytes else {
      return left.bytes == nil && right.bytes == nil && left.data == right.data
    }
    return bytes == others
  }
}

/// Compares requested chapters with those in the planned file, and collects the losses for each
/// property.
private struct ChapterComparison {
  /// The properties of a chapter that a format may not store; each is reported separately.
  fileprivate enum ChapterProperty: CaseIterable {
    case start, title, url, image, otherImage, end
  }

  /// The maximum difference in seconds, because files store times in different units: milliseconds,
  /// frames, samples of a track.
  private static let tolerance = 0.005

  private let requested: [Chapter]
  private let actual: [Chapter]
  private var lossesByProperty: [ChapterProperty: [Chapter]] = [:]
  private var languages: Set<LanguageTag> = []
  private var isLanguageLost = false

  /// Compares the chapters with those in a document.
  init(
    _ chapters: [Chapter], _ document: Document, from new: any ByteSource, old: any ByteSource
  ) throws(ParseError) {
    requested = chapters
    actual = document.chapters
    languages = Set(chapters.compactMap(\.language)).subtracting([.undetermined])
    var rest = Array(zip(actual, actual.ends(fileDuration: document.duration)))
    for chapter in chapters {
      guard let index = ChapterComparison.index(of: chapter, in: rest.map(\.0)) else {
        lossesByProperty[.start, default: []].append(chapter)
        continue
      }
      let (other, end) = rest.remove(at: index)
      try compare(chapter, other, end, from: new, old: old)
    }
  }

  /// Returns the index of the chapter with the same start: preferably with the same title and
  /// language, otherwise with the same title, otherwise any.
  private static func index(of chapter: Chapter, in rest: [Chapter]) -> Int? {
    let near = rest.indices.filter { isSame(rest[$0].start, chapter.start) }
    return near.first {
      rest[$0].title == chapter.title && rest[$0].language == chapter.language
    } ?? near.first { rest[$0].title == chapter.title } ?? near.first
  }

  private static func isSame(_ left: MediaTime, _ right: MediaTime) -> Bool {
    abs(left.seconds - right.seconds) <= tolerance
  }

  /// Compares a requested chapter with the chapter at the same time.
  private mutating func compare(
    _ chapter: Chapter, _ other: Chapter, _ end: MediaTime?, from new: any ByteSource,
    old: any ByteSource
  ) throws(ParseError) {
    if chapter.title ?? "" != other.title ?? "" {
      lossesByProperty[.title, default: []].append(chapter)
    }
    if chapter.url != other.url { lossesByProperty[.url, default: []].append(chapter) }
    if let image = chapter.image {
      let requestedImage = try LoadedData(image, in: old)
      let actualImage = try other.image.map { data throws(ParseError) in
        try LoadedData(data, in: new)
      }
      if actualImage != requestedImage { lossesByProperty[.image, default: []].append(chapter) }
    } else if other.image != nil {
      lossesByProperty[.otherImage, default: []].append(chapter)
    }
    if let requestedEnd = chapter.end, let end, !ChapterComparison.isSame(requestedEnd, end) {
      lossesByProperty[.end, default: []].append(chapter)
    }
    if let language = chapter.language, language != .undetermined, language != other.language {
      isLanguageLost = true
    }
  }

  /// Reports each lost property once, naming the first chapter that loses it.
  func report(to findings: inout EditPromise.Findings) {
    for part in ChapterProperty.allCases {
      guard let chapters = lossesByProperty[part], let first = chapters.first else { continue }
      let others = chapters.count == 1 ? "" : " and \(chapters.count - 1) more"
      let name =
        "“\(first.title ?? "")” at \(first.start.seconds) s\(others)"
      if part == .otherImage {
        findings.note(Diagnostic.Code(part.reason), part.sentence(name))
      } else {
        findings.addLoss(part.reason, .chapters, part.sentence(name))
      }
    }
    guard isLanguageLost else { return }
    let names = languages.map(\.code).sorted().joined(separator: ", ")
    if languages.count > 1 {
      findings.addLoss(
        .lessPrecise, .chapters,
        "the chapters are in several languages (\(names)), which are not kept")
    } else {
      findings.note(
        Diagnostic.Code(ConversionLoss.Reason.lessPrecise),
        "this kind of file cannot store the language of the chapters (\(names))")
    }
  }
}

extension ChapterComparison.ChapterProperty {
  fileprivate var reason: ConversionLoss.Reason {
    switch self {
    case .start: .noKey
    case .url, .image: .noKey
    case .title, .end, .otherImage: .lessPrecise
    }
  }

  /// Returns the message for the chapters that lose the property.
  fileprivate func sentence(_ chapters: String) -> String {
    switch self {
    case .start: "this kind of file cannot store chapters at these times: \(chapters)"
    case .title: "chapter titles change: \(chapters)"
    case .url: "this kind of file cannot store chapter links: \(chapters)"
    case .image: "this kind of file cannot store chapter pictures: \(chapters)"
    case .otherImage: "old chapter pictures remain: \(chapters)"
    case .end: "the end times of chapters change: \(chapters)"
    }
  }
}
