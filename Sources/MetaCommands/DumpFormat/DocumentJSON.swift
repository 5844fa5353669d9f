internal import MetaCore

/// Writes the metadata of files as JSON objects, as `dump` prints them;
/// `docs/schema/dump.schema.json` describes the format.
///
/// Each thread uses one value for all its files, because it caches text that many files share.
struct DocumentJSON {
  /// The representation of binary values.
  var binary = BinaryRendering.size
  /// Whether the objects contain everything required to restore the items.
  var isComplete = false
  /// The timed metadata of the next file, or nil if not requested.
  var timed: [TimedTrack]?
  /// The media digests of the next file, or nil if not requested.
  var media: MediaDigest?
  /// The formatted beginnings of items that were written earlier.
  private var heads = ItemPrefixCache()

  init(binary: BinaryRendering = .size, isComplete: Bool = false) {
    self.binary = binary
    self.isComplete = isComplete
  }

  /// Writes the object for a file, or for its failure if it could not be read.
  mutating func write(
    _ result: InspectionResult, at path: InputPath, to json: inout JSONWriter
  ) {
    switch result {
    case .success(let reading): write(reading.document, at: path, from: reading.source, to: &json)
    case .failure(let failure): json.failure(failure, at: path)
    }
  }

  mutating func write(
    _ document: Document, at path: InputPath, from source: any ByteSource,
    to json: inout JSONWriter
  ) {
    let binary = BinaryValues(rendering: isComplete ? .base64 : binary, source: source)
    json.beginObject()
    json.path(path)
    json.member("fileType", document.fileType)
    json.object("container") { json in
      json.member("kind", document.container.kind)
      json.members(document.container.details, binary)
    }
    json.member("size", document.size)
    if let file = source as? FileSource {
      json.member("modified", MetadataDate(unixEpoch: file.identity.modified.seconds)?.description)
    }
    json.member("duration", document.duration?.seconds)
    if document.isDurationEstimated { json.member("durationEstimated", true) }
    json.member("timescale", document.duration?.timescale)
    json.array("tracks", document.tracks) { $0.track($1) }
    if let media { json.array("media", media.tracks) { $0.mediaDigest($1) } }
    let view = MetadataView(document)
    json.object("metadata") { metadata(view, binary, to: &$0) }
    json.array("artwork", document.artwork) { artwork($1, binary, to: &$0) }
    json.key("chapters")
    json.chapters(document.chapters, duration: document.duration) {
      content($1, binary, to: &$0)
    }
    if let timed { json.timedTracks(timed, binary) }
    if isComplete { json.member("complete", true) }
    items(of: document, binary, to: &json)
    json.array("warnings", document.findings(with: view)) { $0.warning($1) }
    json.endObject()
  }

  /// Writes the fields.
  private func metadata(
    _ view: MetadataView, _ binary: BinaryValues, to json: inout JSONWriter
  ) {
    let entries = view.entries
    for index in entries.indices {
      json.key(ours: entries[index].field.name)
      json.value(entries[index].value, binary)
    }
  }

  /// Writes a picture.
  private func artwork(_ artwork: Artwork, _ binary: BinaryValues, to json: inout JSONWriter) {
    json.beginObject()
    json.member("index", artwork.index)
    json.member("kind", artwork.kind.rawValue)
    json.member("mime", artwork.mime)
    json.member("declaredMime", artwork.declaredMime)
    json.member("width", artwork.width)
    json.member("height", artwork.height)
    json.member("bytes", artwork.data.count)
    json.member("description", artwork.description)
    content(artwork.data, binary, to: &json)
    json.endObject()
  }

  /// Writes the digest or the bytes of an image, if requested.
  private func content(_ data: DataValue, _ binary: BinaryValues, to json: inout JSONWriter) {
    switch binary.rendering {
    case .size: break
    case .digest: json.member("sha256", try? data.sha256(from: binary.source))
    case .base64:
      if let data = try? data.load(from: binary.source) {
        json.key("data")
        json.base64(data.bytes)
      }
    }
  }

  /// Writes all items as the file stores them.
  private mutating func items(
    of document: Document, _ binary: BinaryValues, to json: inout JSONWriter
  ) {
    json.key("items")
    json.beginArray()
    for index in document.items.indices {
      json.element()
      item(at: index, of: document, binary, to: &json)
    }
    json.endArray()
  }

  /// Writes an item in place, because copying it would cost as much as writing it.
  private mutating func item(
    at index: Int, of document: Document, _ binary: BinaryValues, to json: inout JSONWriter
  ) {
    json.beginObject()
    let annotations = document.items.annotations(at: index)
    heads.write(index, of: document.items, annotations, to: &json)
    json.value(document.items[index].value, binary)
    if let annotations { extra(annotations.extraAttributes, binary, to: &json) }
    if isComplete {
      entry(document.items[index].location, of: document, from: binary.source, to: &json)
    }
    json.endObject()
  }

  /// Writes the extra attributes of an item, if any.
  private func extra(
    _ attributes: [ExtraAttribute], _ binary: BinaryValues, to json: inout JSONWriter
  ) {
    guard !attributes.isEmpty else { return }
    json.key("extra")
    json.beginObject()
    for index in attributes.indices {
      json.key(ours: attributes[index].name.rawValue)
      json.value(attributes[index].value, binary)
    }
    json.endObject()
  }

  /// Writes the location of the item, and the bytes of its atom or frame, so that it can be
  /// restored unchanged.
  private func entry(
    _ location: ItemLocation, of document: Document, from source: any ByteSource,
    to json: inout JSONWriter
  ) {
    json.object("entry") { json in
      json.member("container", location.container.rawValue)
      json.member("offset", location.offset)
      if let bytes = try? document.storedEntry(at: location).load(from: source) {
        json.key("bytes")
        json.base64(bytes.bytes)
      }
    }
  }
}

extension JSONWriter {
  /// Writes the digest of a track.
  fileprivate mutating func mediaDigest(_ track: MediaDigest.Track) {
    beginObject()
    member("track", track.id)
    member("samples", track.sampleCount)
    member("bytes", track.bytes)
    member("sha256", track.media)
    endObject()
  }
}
