/// Converts edits (`set title`, `add artwork`) to changes of the entries of one document: every
/// container that has a field gets the new value in its own form.
///
/// It works on values only: fields and key spaces, neither bytes nor files.
package enum EditResolver {
  /// How edits are resolved: whether losses are allowed, and which version of ID3 is written.
  package struct Options: Sendable {
    /// Whether containers may store less than requested.
    package var allowsLoss = false
    /// The version of ID3 that tags will have; nil keeps theirs.
    package var id3Version: ID3Version?
    /// The source of values that were not read (``DataValue/file(_:)``); without it, no two of them
    /// are equal.
    package var source: (any ByteSource)?

    /// Creates options that allow no losses and keep the versions of tags.
    package init() {}
  }

  /// Resolves edits, in order, to the changes of a document.
  ///
  /// `insertionPoints` are the containers for new entries, in order of preference. An edit whose
  /// result exists already changes nothing.
  ///
  /// - Throws: ``EditRefusal`` when something cannot be stored, or would be lost and `options` do
  ///   not allow that.
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

/// The result of resolving edits: the changes of the document, with losses, notes, and what the
/// planned file must contain.
package struct ResolvedEdit: Sendable {
  /// The changes.
  package var edit: DocumentEdit
  /// The losses, if allowed.
  package var losses: [ConversionLoss]
  /// Notes: containers that store less than others, translations that were kept.
  package var notes: [Diagnostic]
  /// The items that contained private data, and those that may contain some.
  package var privacy = PrivateData.Report()
  /// The expected pictures, chapters and items.
  var promise = EditPromise()
}

/// The error for edits that cannot be resolved, with everything that would be lost.
package struct EditRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// All losses, in the order of the edits.
  package let losses: [ConversionLoss]
  /// Whether the edit would be applied if losses were allowed.
  package let isLossy: Bool

  /// Makes a refusal because of what would be lost.
  package init(losses: [ConversionLoss], isLossy: Bool) {
    self.losses = losses
    self.isLossy = isLossy
  }

  /// The reasons, in one line; fields that cannot be stored are listed together.
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

/// The state while the edits of one document are resolved one after another: the draft that they
/// change, losses and notes so far.
///
/// Extensions of it implement the kinds of edits.
struct EditResolution {
  let document: Document
  let insertionPoints: [InsertionPoint]
  let options: EditResolver.Options
  var draft: EditDraft
  /// The track whose items are edited, or nil for those of the whole file.
  var trackID: UInt32?
  var edit = DocumentEdit()
  /// The fields whose values differ from those that the file showed.
  var changed: [Change] = []
  /// The pictures that the file should show, if changed.
  var changedPictures: [Artwork] = []
  /// The requested pictures; nil when unknown, or when none were requested.
  var promisedPictures: [Artwork]?
  /// The items that were set or added as given.
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
    case .track(let wanted): self.edit(wanted)
    case .onTrack(let track, let edit): apply(edit, onTrack: track)
    }
  }

  /// Forgets the promised pictures if the edit changes entries or single items; the result is known
  /// only when pictures are set as pictures.
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

  /// Returns the changes; throws the losses unless they are allowed.
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

  /// Returns the promise that the planned file is compared with; known losses are not listed again.
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

  /// Returns the home of a container.
  func home(of container: MetadataContainer, _ keySpace: KeySpace) -> InsertionPoint {
    openInsertionPoints.first { $0.container == container && $0.keySpaces.contains(keySpace) }
      ?? InsertionPoint(container, [keySpace], trackID: trackID)
  }

  /// Returns the converter for items of a container.
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
  /// Reads the version in the name of a tag; nil for other containers.
  init?(container: MetadataContainer) {
    // Written by hand, because searching in strings is slow, especially the first time in a
    // process.
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
  /// The part of a tag's name before the digit.
  private static let containerName = Array("ID3v2.".utf8)

  private var digit: UInt8 { UInt8(ascii: "0") + rawValue }
}

extension KeySpace {
  /// Whether one entry may hold several items side by side.
  var holdsSeveral: Bool {
    [.iTunes, .iTunesLong, .quickTimeMetadata, .xmp].contains(self)
  }
}
