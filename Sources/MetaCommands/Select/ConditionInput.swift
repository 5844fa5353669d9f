internal import MetaCore
internal import SystemPackage

/// One file for which conditions and templates are evaluated.
///
/// It supplies the values of their operands from the file's path, its metadata (if read) and its
/// number among the files of the command.
struct ConditionInput {
  let path: InputPath
  let document: Document?
  /// The file's number among the files of the command, or nil if these are not numbered.
  var number: FileNumber?
  private let view: MetadataView?

  /// Creates an input of which only the path is known.
  init(_ path: InputPath) {
    self.path = path
    document = nil
    view = nil
  }

  /// Creates an input for a file that was read; its fields are converted only with `needsFields`.
  init(_ path: InputPath, _ document: Document, needsFields: Bool) {
    self.path = path
    self.document = document
    view = needsFields ? MetadataView(document) : nil
  }

  /// Returns the values of an operand, or nil if the file must be read for them.
  func values(of operand: Operand) -> [MetadataValue]? {
    if case .fact(let fact) = operand {
      if fact.isOfPath { return [.string(text(of: fact))] }
      if fact == .modified { return path.modified.map { [.date($0)] } ?? [] }
      if fact.isNumbering { return number.map { [.integer(Int64($0[fact]))] } ?? [] }
    }
    guard let document else { return nil }
    switch operand {
    case .fact(let fact): return ConditionInput.values(of: fact, in: document)
    case .items(let keys): return document.items.filter(keys.matches).map(\.value)
    case .field(let field, let detail):
      switch field.kind {
      case .artwork: return ConditionInput.count(document.artwork.count)
      case .chapters: return ConditionInput.count(document.chapters.count)
      default: return values(of: field, detail)
      }
    }
  }

  /// Returns the values of a field, or of a part such as the year.
  private func values(of field: Field, _ detail: FieldDetail) -> [MetadataValue] {
    switch view?[field] {
    case .list(let values)?: values.compactMap(detail.value)
    case let value?: detail.value(of: value).map { [$0] } ?? []
    case nil: []
    }
  }

  // MARK: Facts

  /// Returns a part of the path as text.
  private func text(of fact: FileFact) -> String {
    let path = path.path
    let text: String? =
      switch fact {
      case .folder: FileNames.folder(of: path).string
      case .fileName: path.lastComponent?.string
      case .stem: path.stem ?? ""
      case .extension: path.extension ?? ""
      default: self.path.display
      }
    return text ?? ""
  }

  /// Returns whether a value of an operand is binary.
  func hasBytes(_ operand: Operand) -> Bool {
    values(of: operand)?.contains { $0.dataValue != nil } ?? false
  }

  /// Returns a part of the path in the encoding that preserves any bytes.
  func spelling(of fact: FileFact) -> String {
    let path = path.path
    switch fact {
    case .folder: return InputPath(FileNames.folder(of: path)).text
    case .path: return self.path.text
    default:
      // The stem and the extension, split in the encoded name.
      let name = self.path.text[self.path.folder.endIndex...]
      let dot = name.dropFirst().lastIndex(of: ".")
      switch fact {
      case .stem: return String(name[..<(dot ?? name.endIndex)])
      case .extension: return dot.map { String(name[name.index(after: $0)...]) } ?? ""
      default: return String(name)
      }
    }
  }

  /// Returns a property of the file, or the distinct values of a property of its tracks.
  private static func values(of fact: FileFact, in document: Document) -> [MetadataValue] {
    switch fact {
    case .fileType: return [.string(document.fileType)]
    case .container: return [.string(document.container.kind)]
    case .size: return [.integer(document.size)]
    case .duration: return document.duration.map { [.real($0.seconds)] } ?? []
    case .tracks: return count(document.tracks.count)
    default: return unique(document.tracks.flatMap { values(of: fact, in: $0) })
    }
  }

  /// Returns a property of one track.
  private static func values(
    of fact: FileFact, in track: TrackDescription
  ) -> [MetadataValue] {
    let value: MetadataValue? =
      switch fact {
      case .mediaType: .string(track.mediaType.rawValue)
      case .sampleRate: track.audio?.sampleRate.map { .real($0) }
      case .channels: track.audio?.channels.map { .integer(Int64($0)) }
      case .bitRate: track.bitRate.map { .integer($0) }
      case .width: track.video.map { .integer(Int64($0.width)) }
      case .height: track.video.map { .integer(Int64($0.height)) }
      case .frameRate: track.video?.frameRate.map { .real($0) }
      default: nil
      }
    if fact == .codec {
      return [track.codec, track.codecString].compactMap { $0.map { .string($0) } }
    }
    return value.map { [$0] } ?? []
  }

  private static func count(_ count: Int) -> [MetadataValue] { [.integer(Int64(count))] }

  private static func unique(_ values: [MetadataValue]) -> [MetadataValue] {
    var seen: Set<MetadataValue> = []
    return values.filter { seen.insert($0).inserted }
  }
}

/// The position of a file among the files of the command and among the files in its folder, counted
/// from 1, with both totals, for `{fileNumber}`, `{fileCount}`, `{numberInFolder}` and
/// `{countInFolder}`.
struct FileNumber: Sendable, Hashable {
  var number = 0
  var count = 0
  var numberInFolder = 0
  var countInFolder = 0

  fileprivate subscript(fact: FileFact) -> Int {
    switch fact {
    case .fileNumber: number
    case .fileCount: count
    case .numberInFolder: numberInFolder
    default: countInFolder
    }
  }
}

extension InputPath {
  /// The modification time of the file, or nil if there is no file.
  var modified: MetadataDate? {
    guard !isStandardInput, !isAddress, let identity = try? FileIdentity(of: path) else {
      return nil
    }
    return MetadataDate(unixEpoch: identity.modified.seconds)
  }
}
