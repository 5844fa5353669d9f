/// A claim of one item to provide a value for a field, because the item's key is in the row of the
/// field.
///
/// An item may have claims to several fields; a list of people may have one for each person.
struct FieldClaim: Sendable {
  /// The index of the item in the list.
  let item: Int32
  /// The index of the value if the item has several, or -1 for the whole item.
  let element: Int32
  /// The priority, lowest value first: key space, container, rank of the key.
  let order: UInt32
  let part: FieldPart
  /// The next claim to the same field, or -1.
  var next: Int32 = -1

  /// The key space and container; claims from one source are evaluated together.
  var source: UInt32 { order >> 8 }
}

/// Finds the claims of the items of a file in one pass over the items, and holds them grouped by
/// field as linked lists.
///
/// Items of tracks and time ranges make no claims, nor do empty items, except for edits.
/// ``FieldReader`` reads the values.
struct FieldClaims {
  /// The first and last claim of each field, or -1.
  private var slots: [Int32]
  private(set) var claims: [FieldClaim] = []
  let items: [MetadataItem]
  private let precedence: [KeySpace]
  private let countsEmpty: Bool
  private let keys = FieldTable.keys

  private var keySpace = KeySpace.common
  private var keySpaceOrder: UInt32 = 0
  private var container = MetadataContainer.none
  private var containerOrder: UInt32 = 0
  /// The containers in the order of the file, each represented by its first item.
  ///
  /// It is a list of numbers, because there are few containers, and the first use of a dictionary
  /// or array type costs more than reading a file.
  private var containers: [Int] = []
  /// The numbers of the sources with a `GRP1` frame, in which `TIT1` is the work, as in iTunes.
  private var groupedContainers: [Int] = []

  /// Finds the claims of items; `countsEmpty` is set by callers that change items, for which empty
  /// items also count.
  init(_ items: [MetadataItem], precedence: [KeySpace], countsEmpty: Bool = false) {
    self.items = items
    self.precedence = precedence
    self.countsEmpty = countsEmpty
    slots = FieldClaims.noSlots
    claims.reserveCapacity(items.count)
    for index in items.indices { add(index) }
  }

  /// A constant, because copying it is much faster than creating it.
  private static let noSlots = [Int32](repeating: -1, count: FieldTable.names.count * 2)

  /// Whether a claim counts: a claim to a `grouped` part only counts in a source with `GRP1`.
  func counts(_ claim: FieldClaim) -> Bool {
    claim.part != .grouped || groupedContainers.contains(Int(claim.source))
  }

  // MARK: One item

  /// Adds the claims of one item.
  private mutating func add(_ index: Int) {
    // Items that belong to a track or a time range do not describe the whole file.
    guard items[index].isOfWholeFile, countsEmpty || !items[index].value.isEmpty else { return }
    locate(index)
    switch items[index].key {
    case .code(let code): claim(index, keys.first(keySpace.ordinal, code.rawValue))
    case .text(let text):
      switch keySpace {
      case .id3: addFrame(index, FrameCode.packed(text))
      case .iTunesLong: claim(index, freeform(text.utf8.span))
      case .riff, .aiff: claim(index, padded(text.utf8.span))
      default: claim(index, keys.first(keySpace.ordinal, text.utf8.span))
      }
    }
  }

  /// Determines the priority of an item's key space and container, which are usually the same as
  /// those of the previous item.
  private mutating func locate(_ index: Int) {
    if items[index].keySpace != keySpace {
      keySpace = items[index].keySpace
      keySpaceOrder = UInt32(precedence.firstIndex(of: keySpace) ?? precedence.count)
    }
    if items[index].location.container != container {
      container = items[index].location.container
      containerOrder = order(of: container, at: index)
    }
  }

  /// Returns the number of a container, starting at 1; all containers after the first 64 share one
  /// number, so that the search stays short in files with very many containers.
  private mutating func order(of container: MetadataContainer, at index: Int) -> UInt32 {
    for (place, item) in containers.enumerated() where items[item].location.container == container {
      return UInt32(place + 1)
    }
    guard containers.count < 64 else { return 65 }
    containers.append(index)
    return UInt32(containers.count)
  }

  /// The key space and container of the current item as a priority (see ``FieldClaim/source``).
  private var source: UInt32 { min(keySpaceOrder, 0xFF) << 16 | containerOrder }

  /// Looks up a key with a domain; the iTunes domain is implicit in the index.
  private func freeform(_ text: Span<UInt8>) -> Int {
    let domain = FieldClaims.domain.utf8.span
    var isOwn = text.count >= domain.count
    for index in domain.indices where isOwn { isOwn = text[index] == domain[index] }
    return keys.first(
      KeySpace.iTunesLong.ordinal, isOwn ? text.extracting(domain.count...) : text)
  }

  /// The domain that is omitted in the index, because nearly all freeform items have it.
  private static let domain = "com.apple.iTunes."

  /// Looks up a key that may end with spaces.
  private func padded(_ text: Span<UInt8>) -> Int {
    var count = text.count
    while count > 0, text[count - 1] == UInt8(ascii: " ") { count -= 1 }
    return keys.first(keySpace.ordinal, text.extracting(..<count))
  }

  // MARK: Claims

  /// Adds claims to all fields of a key.
  private mutating func claim(_ item: Int, _ first: Int, element: Int = -1, demotion: UInt32 = 0) {
    var place = first
    while place >= 0 {
      let key = keys[place]
      append(
        FieldClaim(
          item: Int32(clamping: item), element: Int32(clamping: element),
          order: source << 8 | min(key.rank + demotion, 0xFF),
          part: FieldClaims.part(key)),
        to: key.target)
      place = keys.next(after: place)
    }
  }

  /// Returns the part of the value that a claim provides; writers need it to detect a total that is
  /// stored separately.
  private static func part(_ key: KeyIndex.Entry) -> FieldPart {
    key.part == FieldPart.counted.rawValue ? .count : FieldPart(rawValue: key.part) ?? .whole
  }

  /// Appends a claim to the list of a field.
  private mutating func append(_ claim: FieldClaim, to field: Int) {
    let new = Int32(clamping: claims.count)
    claims.append(claim)
    var slots = slots.mutableSpan
    let last = slots[field * 2 + 1]
    slots[field * 2 + 1] = new
    if last >= 0 {
      claims[Int(last)].next = new
    } else {
      slots[field * 2] = new
    }
  }

  /// Calls `body` with each claimed field, in the order of the field table.
  func forEachClaimed(_ body: (Int) -> Void) {
    let slots = slots.span
    var place = 0
    while place < slots.count {
      if slots[place] >= 0 { body(place / 2) }
      place += 2
    }
  }

  /// Returns the first claim to a field, or -1.
  func first(of field: Int) -> Int { Int(slots[field * 2]) }

  /// Returns the last claim to a field, or -1.
  func last(of field: Int) -> Int { Int(slots[field * 2 + 1]) }

  // MARK: Frames

  /// Adds the claims of an ID3 frame; some frames are identified by description, owner or role as
  /// well as by their ID.
  private mutating func addFrame(_ index: Int, _ frame: UInt32) {
    switch frame {
    case FrameCode.userText, FrameCode.userText22:
      claim(index, subKey(.userText, items[index][extra: .info]))
    case FrameCode.uniqueFileIdentifier, FrameCode.uniqueFileIdentifier22:
      claim(index, subKey(.uniqueFileIdentifier, items[index][extra: .owner]))
    case FrameCode.comment, FrameCode.comment22: addComment(index, frame)
    case FrameCode.people23, FrameCode.people24, FrameCode.musicians, FrameCode.people22:
      addPeople(index, frame)
    case FrameCode.grouping, FrameCode.grouping22:
      if groupedContainers.last != Int(source) { groupedContainers.append(Int(source)) }
      claim(index, keys.first(KeySpace.id3.ordinal, frame))
    default: claim(index, keys.first(KeySpace.id3.ordinal, frame))
    }
  }

  /// Returns the entry for a description, owner or role, or -1.
  private func subKey(_ kind: SubKey, _ value: MetadataValue?) -> Int {
    guard case .string(let text)? = value else { return -1 }
    return keys.first(kind.rawValue, text.utf8.span)
  }

  /// Adds the claims of a comment frame.
  ///
  /// A frame without a description is the comment; frames with the descriptions used by old-tag
  /// converters come after it.
  ///
  /// Frames with other descriptions have separate fields (`iTunNORM`), or are only shown among the
  /// items.
  private mutating func addComment(_ index: Int, _ frame: UInt32) {
    let description = items[index][extra: .info]?.stringValue ?? ""
    if description.isEmpty || FieldClaims.oldComments.contains(description) {
      let demotion: UInt32 = description.isEmpty ? 0 : 2
      return claim(index, keys.first(KeySpace.id3.ordinal, frame), demotion: demotion)
    }
    claim(index, keys.first(SubKey.comment.rawValue, description.utf8.span))
  }

  /// The descriptions that programs give to comments converted from ID3v1.
  private static let oldComments = ["ID3v1 Comment", "ID3 v1 Comment", "Comment"]

  /// Adds claims for each person by role; people with an instrument are performers.
  private mutating func addPeople(_ index: Int, _ frame: UInt32) {
    guard case .list(let people) = items[index].value else { return }
    let performer = keys.first(SubKey.role.rawValue, "performer".utf8.span)
    for (element, person) in people.enumerated() {
      guard case .string(let role)? = person[part: "role"] else { continue }
      let known = keys.first(SubKey.role.rawValue, role.utf8.span)
      // TIPL has only roles, TMCL only instruments, and IPLS both.
      let other = frame == FrameCode.people24 ? -1 : performer
      claim(index, known >= 0 ? known : other, element: element)
    }
  }
}

/// Converts ID3 frame IDs to numbers for look-ups, and lists the numbers of the frames that
/// ``FieldClaims`` handles specially.
///
/// IDs with three letters are preceded by a zero byte.
enum FrameCode {
  /// Returns an ID of three or four letters as a number; of a longer string, the last four bytes.
  static func packed(_ text: String) -> UInt32 {
    var code: UInt32 = 0
    let bytes = text.utf8.span
    for index in bytes.indices { code = code << 8 | UInt32(bytes[index]) }
    return code
  }

  static let userText = FourCC("T", "X", "X", "X").rawValue
  static let userText22 = FourCC("\0", "T", "X", "X").rawValue
  static let uniqueFileIdentifier = FourCC("U", "F", "I", "D").rawValue
  static let uniqueFileIdentifier22 = FourCC("\0", "U", "F", "I").rawValue
  static let comment = FourCC("C", "O", "M", "M").rawValue
  static let comment22 = FourCC("\0", "C", "O", "M").rawValue
  static let people23 = FourCC("I", "P", "L", "S").rawValue
  static let people24 = FourCC("T", "I", "P", "L").rawValue
  static let people22 = FourCC("\0", "I", "P", "L").rawValue
  static let musicians = FourCC("T", "M", "C", "L").rawValue
  static let grouping = FourCC("G", "R", "P", "1").rawValue
  static let grouping22 = FourCC("\0", "G", "P", "1").rawValue
}

extension MetadataValue {
  /// Whether the value contains nothing that a field could show.
  package var isEmpty: Bool {
    switch self {
    case .string(let text): text.isEmpty
    case .list(let values): values.isEmpty
    default: false
    }
  }
}
