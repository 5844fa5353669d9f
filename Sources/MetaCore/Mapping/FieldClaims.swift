/// One item's claim to say what a field is.
struct FieldClaim: Sendable {
  /// The item, by its place in the list.
  let item: Int32
  /// Which of several values of the item it is about, or -1 for all of it.
  let element: Int32
  /// How much it is believed, the lowest most: key space, container, rank of the key.
  let order: UInt32
  let part: FieldPart
  /// The next claim to the same field, or -1.
  var next: Int32 = -1

  /// Key space and container: claims of one source are weighed together.
  var source: UInt32 { order >> 8 }
}

/// The claims that the items of a file make to fields, found in one pass over the items.
struct FieldClaims {
  /// The first and last claim to a field, or -1.
  struct Slot {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  private(set) var slots: [Slot]
  private(set) var claims: [FieldClaim] = []
  private let items: [MetadataItem]
  private let precedence: [KeySpace]
  private let table = FieldTable.standard

  private var keySpace = KeySpace.common
  private var keySpaceOrder: UInt32 = 0
  private var container = MetadataContainer.none
  private var containerOrder: UInt32 = 0
  private var containers: [MetadataContainer: UInt32] = [:]
  /// Whether a `GRP1` stands in the container: then `TIT1` is the work, as in iTunes.
  private var groupedContainers: [UInt32] = []

  init(_ items: [MetadataItem], precedence: [KeySpace]) {
    self.items = items
    self.precedence = precedence
    slots = [Slot](repeating: Slot(), count: table.fields.count)
    claims.reserveCapacity(items.count)
    for index in items.indices { add(index) }
  }

  /// Whether claims about `grouped` values count in the source of a claim.
  func isGrouped(_ claim: FieldClaim) -> Bool { groupedContainers.contains(claim.source) }

  // MARK: One item

  private mutating func add(_ index: Int) {
    let item = items[index]
    // Items of a track or a moment say nothing about the file as a whole.
    guard item.trackID == nil, item.timeRange == nil, !item.value.isEmpty else { return }
    locate(item)
    switch item.key {
    case .code(let code):
      claim(index, table.keys.first(item.keySpace.ordinal, code.rawValue))
    case .text(let text):
      switch item.keySpace {
      case .id3: addFrame(index, item, FrameCode.packed(text))
      case .iTunesLong: claim(index, freeform(text))
      case .riff, .aiff: claim(index, table.keys.first(item.keySpace.ordinal, trimmed(text)))
      default: claim(index, table.keys.first(item.keySpace.ordinal, text.utf8))
      }
    }
  }

  private mutating func locate(_ item: MetadataItem) {
    if item.keySpace != keySpace || claims.isEmpty {
      keySpace = item.keySpace
      keySpaceOrder = UInt32(precedence.firstIndex(of: keySpace) ?? precedence.count)
    }
    if item.location.container != container {
      container = item.location.container
      let known = containers[container]
      containerOrder = known ?? UInt32(min(containers.count + 1, 0xFFFF))
      if known == nil { containers[container] = containerOrder }
    }
  }

  private var source: UInt32 { min(keySpaceOrder, 0xFF) << 16 | containerOrder }

  private func freeform(_ text: String) -> Int {
    let ordinal = KeySpace.iTunesLong.ordinal
    guard text.hasPrefix("com.apple.iTunes.") else {
      return table.keys.first(ordinal, text.utf8)
    }
    return table.keys.first(ordinal, text.utf8.dropFirst(17))
  }

  private func trimmed(_ text: String) -> Substring.UTF8View {
    var bytes = text[...].utf8
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return bytes
  }

  // MARK: Claims

  /// Follows the chain of a key and claims each of its fields.
  private mutating func claim(_ item: Int, _ first: Int, element: Int = -1, demotion: UInt8 = 0) {
    var entry = first
    while entry >= 0 {
      let key = table.keys.entries[entry]
      append(
        FieldClaim(
          item: Int32(clamping: item), element: Int32(clamping: element),
          order: source << 8 | UInt32(key.rank) + UInt32(demotion),
          part: FieldPart(rawValue: key.part) ?? .whole),
        to: Int(key.target))
      entry = Int(key.next)
    }
  }

  private mutating func append(_ claim: FieldClaim, to field: Int) {
    let new = Int32(clamping: claims.count)
    claims.append(claim)
    if slots[field].last >= 0 {
      claims[Int(slots[field].last)].next = new
    } else {
      slots[field].first = new
    }
    slots[field].last = new
  }

  // MARK: Frames

  private mutating func addFrame(_ index: Int, _ item: MetadataItem, _ frame: UInt32) {
    switch frame {
    case FrameCode.userText, FrameCode.userText22:
      claim(index, subKey(.userText, item[extra: .info]))
    case FrameCode.uniqueFileIdentifier, FrameCode.uniqueFileIdentifier22:
      claim(index, subKey(.uniqueFileIdentifier, item[extra: .owner]))
    case FrameCode.comment, FrameCode.comment22: addComment(index, item, frame)
    case FrameCode.people23, FrameCode.people24, FrameCode.musicians, FrameCode.people22:
      addPeople(index, item, frame)
    case FrameCode.grouping, FrameCode.grouping22:
      if groupedContainers.last != source { groupedContainers.append(source) }
      claim(index, table.keys.first(KeySpace.id3.ordinal, frame))
    default: claim(index, table.keys.first(KeySpace.id3.ordinal, frame))
    }
  }

  private func subKey(_ kind: SubKey, _ value: MetadataValue?) -> Int {
    guard case .string(let text)? = value else { return -1 }
    return table.keys.first(kind.rawValue, text.utf8)
  }

  /// A comment without description is the comment; others come behind it, and the technical ones of iTunes never do.
  private mutating func addComment(_ index: Int, _ item: MetadataItem, _ frame: UInt32) {
    let description = item[extra: .info]?.stringValue ?? ""
    let known = description.isEmpty ? -1 : subKey(.comment, .string(description))
    if known >= 0 { return claim(index, known) }
    if description.hasPrefix("iTun") { return }
    let demotion: UInt8 = description.isEmpty ? 0 : description == "ID3v1 Comment" ? 2 : 4
    claim(index, table.keys.first(KeySpace.id3.ordinal, frame), demotion: demotion)
  }

  /// Each person by role; who plays an instrument is a performer.
  private mutating func addPeople(_ index: Int, _ item: MetadataItem, _ frame: UInt32) {
    guard case .list(let people) = item.value else { return }
    let performer = table.keys.first(SubKey.role.rawValue, "performer".utf8)
    for (element, person) in people.enumerated() {
      guard case .string(let role)? = person[part: "role"] else { continue }
      let known = table.keys.first(SubKey.role.rawValue, role.utf8)
      // TIPL has roles only; TMCL has instruments, and IPLS both.
      let other = frame == FrameCode.people24 ? -1 : performer
      claim(index, known >= 0 ? known : other, element: element)
    }
  }
}

/// Ids of the frames whose key is more than their id, as numbers.
enum FrameCode {
  /// An id of three or four letters as a number.
  static func packed(_ text: String) -> UInt32 {
    var code: UInt32 = 0
    for byte in text.utf8.prefix(4) { code = code << 8 | UInt32(byte) }
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
  /// Whether there is nothing in it that a field could show.
  var isEmpty: Bool {
    switch self {
    case .string(let text): text.isEmpty
    case .list(let values): values.isEmpty
    default: false
    }
  }
}
