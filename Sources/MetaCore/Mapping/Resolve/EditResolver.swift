/// Converts edits (such as `set title` and `add artwork`) to changes to the entries of one
/// document: every container that has a field gets the new value in its own form.
///
/// It works on fields, key spaces and values, and writes nothing; bytes are read only to compare
/// binary values. The formats encode the entries.
package enum EditResolver {
  /// How edits are resolved: whether losses are allowed, which version of ID3 is written, and the
  /// source for values that were not loaded.
  package struct Options: Sendable {
    /// Whether containers may store less than requested.
    package var allowsLoss = false
    /// The version of ID3 that tags will have; nil means that each tag keeps its version.
    package var id3Version: ID3Version?
    /// The source for values that were not loaded (``DataValue/file(_:)``); without a source,
    /// values stored at different locations never count as equal.
    package var source: (any ByteSource)?

    /// Creates options that allow no losses and keep the ID3 versions of tags.
    package init() {}
  }

  /// Resolves edits, in order, into changes to a document.
  ///
  /// `insertionPoints` are the containers for new entries, in order of preference. An edit whose
  /// result already exists changes nothing.
  ///
  /// - Throws: ``EditRefusal`` if a value is of a wrong type, or if something cannot be stored
  ///   completely and `options` do not allow that.
  package static func resolve(
    _ edits: [MetadataEdit], for document: Document, insertionPoints: [InsertionPoint],
    options: Options = Options()
  ) throws(EditRefusal) -> ResolvedEdit {
    var resolution = EditResolution(document, insertionPoints: insertionPoints, options: options)
    for edit in edits { resolution.apply(edit) }
    resolution.join()
    // Entries from a dump are restored unchanged.
    let isRestored = edits.contains { if case .restore = $0.change { true } else { false } }
    if !isRestored { resolution.carryOver() }
    return try resolution.result()
  }
}

/// The result of resolving edits: the changes to the document, with losses, notes, and the promised
/// contents of the planned file.
package struct ResolvedEdit: Sendable {
  /// The changes.
  package var edit: DocumentEdit
  /// The losses, if allowed.
  package var losses: [ConversionLoss]
  /// Notes, such as those about containers that store less than others, or translations that were
  /// kept.
  package var notes: [Diagnostic]
  /// The items that contained private data, and those that may still contain some.
  package var privacy = PrivateData.Report()
  /// The expected pictures, chapters and items.
  var promise = EditPromise()
}

/// The error for edits that cannot be resolved, with all content that would be lost.
package struct EditRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// All losses, in the order of the edits.
  package let losses: [ConversionLoss]
  /// Whether the edit would be applied if losses were allowed.
  package let isLossy: Bool

  /// Creates a refusal because of content that would be lost.
  package init(losses: [ConversionLoss], isLossy: Bool) {
    self.losses = losses
    self.isLossy = isLossy
  }

  /// The reasons, on one line; fields that cannot be stored are listed together.
  package var description: String {
    var homeless: [String] = []
    for name in losses.filter({ $0.reason == .noKey }).compactMap(\.field?.name)
    where !homeless.contains(name) { homeless.append(name) }
    guard homeless.count > 1 else { return losses.map(\.description).joined(separator: "; ") }
    let others = losses.filter { $0.reason != .noKey || $0.field == nil }.map(\.description)
    let sentence = "this kind of file cannot store \(homeless.joined(separator: ", "))"
    return ([sentence] + others).joined(separator: "; ")
  }
}

/// The state while the edits to one document are resolved one after another: the draft that they
/// change, and the losses and notes so far.
///
/// Its extensions implement the kinds of edits.
struct EditResolution {
  let document: Document
  let insertionPoints: [InsertionPoint]
  let options: EditResolver.Options
  var draft: EditDraft
  /// The track whose items are edited, or nil for the items of the whole file.
  var trackID: UInt32?
  var edit = DocumentEdit()
  /// The fields whose values differ from those that the file originally showed.
  var changed: [Change] = []
  /// The pictures that the file should show, if changed.
  var changedPictures: [Artwork] = []
  /// The requested pictures; nil if they are unknown, or if none were requested.
  var promisedPictures: [Artwork]?
  /// The items that were set or added exactly as given.
  var promisedItems: [MetadataItem] = []
  /// Whether a complete dump is being restored.
  var isRestoring = false
  /// The losses of single edits so far.
  var losses: [ConversionLoss] = []
  var notes: [Diagnostic] = []
  var privacy = PrivateData.Report()

  init(_ document: Document, insertionPoints: [InsertionPoint], options: EditResolver.Options) {
    self.document = document
    self.insertionPoints = insertionPoints
    self.options = options
    draft = EditDraft(document.items)
  }

  /// Applies one edit to the draft.
  mutating func apply(_ edit: MetadataEdit) {
    forgetPromise(edit)
    forgetItems(edit)
    switch edit.change {
    case .set(.field(let field), let values): set(field, values)
    case .add(.field(let field), let values): add(field, values)
    case .remove(.field(let field), let values): remove(field, values)
    case .set(.items(let identifier, let extras), let values):
      change(.set, identifier, extras, values)
    case .add(.items(let identifier, let extras), let values):
      change(.add, identifier, extras, values)
    case .remove(.items(let identifier, let extras), let values):
      change(.remove, identifier, extras, values)
    case .own(let key, let change, let values): self.change(change, key, values)
    case .setItem(let item): change(.set, item)
    case .addItem(let item): change(.add, item)
    case .shift(let field, let seconds): shift(field, seconds: seconds)
    case .clear(let fields): clear(keeping: fields)
    case .clearPrivate: clearPrivate()
    case .reread(let source): reread(as: source)
    case .setArtwork(let pictures): setArtwork(pictures)
    case .addArtwork(let pictures): addArtwork(pictures)
    case .removeArtwork(let places): removeArtwork(places)
    case .setChapters(let chapters): setChapters(chapters)
    case .restore(let contents):
      isRestoring = true
      restore(contents)
    case .track(let trackEdit): self.edit(trackEdit)
    case .onTrack(let track, let edit): apply(edit, onTrack: track)
    }
  }

  /// Discards the promised pictures if the edit changes entries or single items; the result is
  /// known only if pictures are set as pictures.
  private mutating func forgetPromise(_ edit: MetadataEdit) {
    switch edit.change {
    case .restore, .clear: promisedPictures = nil
    case .setItem(let item), .addItem(let item):
      if item.value.dataValue != nil { promisedPictures = nil }
    case .set(.items, let values), .add(.items, let values), .remove(.items, let values):
      let target = edit.target
      let concernsPictures =
        values.contains { $0.dataValue != nil }
        || draft.references.contains { reference in
          ArtworkConverter.picture(draft[reference]) != nil
            && target?.matches(draft[reference]) == true
        }
      if concernsPictures { promisedPictures = nil }
    default: break
    }
  }

  /// Returns the changes, or throws the losses if they are not allowed.
  func result() throws(EditRefusal) -> ResolvedEdit {
    // A value of a wrong type is a mistake in the edit, which cannot be allowed as a loss.
    let isWrong = losses.contains { $0.reason == .wrongType }
    guard !isWrong, losses.isEmpty || options.allowsLoss else {
      throw EditRefusal(losses: losses, isLossy: !isWrong)
    }
    var edit = self.edit
    edit.changes = draft.changes
    return ResolvedEdit(
      edit: edit, losses: losses, notes: notes, privacy: privacy, promise: promise(of: edit))
  }

  /// Returns the promise with which the planned file is compared; known losses are not listed
  /// again.
  private func promise(of edit: DocumentEdit) -> EditPromise {
    EditPromise(
      pictures: losses.contains { $0.field == .artwork } ? nil : promisedPictures,
      chapters: edit.chapters,
      items: promisedItems,
      changesPictures: edit.clearsPrivate)
  }

  // MARK: Places

  /// The insertion points for new entries of the file or track being edited.
  var openInsertionPoints: [InsertionPoint] { insertionPoints.filter { $0.trackID == trackID } }

  /// Returns the insertion point for a container.
  func insertionPoint(of container: MetadataContainer, _ keySpace: KeySpace) -> InsertionPoint {
    openInsertionPoints.first { $0.container == container && $0.keySpaces.contains(keySpace) }
      ?? InsertionPoint(container, [keySpace], trackID: trackID)
  }

  /// Returns the converter for the items in a container.
  func converter(_ keySpace: KeySpace, _ container: MetadataContainer) -> ItemConverter {
    var converter = ItemConverter(
      to: keySpace, id3Version: options.id3Version ?? ID3Version(container: container) ?? .v24)
    converter.textLimit = LimitedText.limit(of: keySpace, container)
    return converter
  }

  func sources(of field: Field) -> [FieldSource] {
    draft.sources(of: field, trackID: trackID, precedence: document.precedence)
  }

  // MARK: Findings

  mutating func addLoss(
    _ reason: ConversionLoss.Reason, _ field: Field?, _ keySpace: KeySpace, _ text: String
  ) {
    losses.append(ConversionLoss(reason, field, keySpace, text))
  }

  mutating func note(_ code: Diagnostic.Code, _ container: MetadataContainer, _ message: String) {
    let path = container.rawValue.split(separator: "/").map(String.init)
    notes.append(
      Diagnostic(code: code, path: StructurePath(path), offset: nil, message: message))
  }
}

extension ID3Version {
  /// Parses the version in the name of a tag; nil for other containers.
  init?(container: MetadataContainer) {
    // The parser is written by hand, because searching in strings is slow, especially the first
    // time in a process.
    var rest = Array(container.rawValue.utf8)[...]
    let name = ID3Version.containerName
    while rest.count > name.count {
      if rest.starts(with: name),
        let version = ID3Version.allCases.first(where: {
          $0.digit == rest.dropFirst(name.count).first
        })
      {
        self = version
        return
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension ID3Version {
  /// The part of a tag's name before the version digit.
  private static let containerName = Array("ID3v2.".utf8)

  private var digit: UInt8 { UInt8(ascii: "0") + rawValue }
}

extension KeySpace {
  /// Whether one entry may hold several items.
  var holdsSeveral: Bool {
    [.iTunes, .iTunesLong, .quickTimeMetadata, .xmp].contains(self)
  }
}
