/// The bindings of prefixes to namespaces at one position in an XML document (Namespaces in XML 1.0
/// §3).
///
/// They give XMP names the standard prefix of their namespace, whichever prefix the document uses.
///
/// A document may use any prefix: `q:Lens` with `xmlns:q="http://ns.adobe.com/exif/1.0/aux/"` is
/// `aux:Lens`.
///
/// A standard prefix that is bound to a different namespace is replaced with the prefix, a hyphen
/// and 16 hexadecimal digits computed from the namespace, so that no two namespaces share a name.
/// `dc:title` with `xmlns:dc="http://example.com/other/"` is `dc-fffaa16d848fc77a:title`.
///
/// A name costs at most one dictionary look-up in any document; a document with only standard
/// prefixes needs none.
struct XMLNamespaces: Sendable {
  /// The standard prefixes of namespaces, from ISO 16684-1 §8, XMP specification parts 2 and 3,
  /// Exif 2.3 for XMP, IPTC Photo Metadata, and programs and cameras that define their own.
  ///
  /// This is not a dictionary, because the first use of a dictionary takes longer than reading a
  /// packet.
  private static let usual: [(prefix: String, uri: String)] = [
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("x", "adobe:ns:meta/"),
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("xmp", "http://ns.adobe.com/xap/1.0/"),
    ("xmpMM", "http://ns.adobe.com/xap/1.0/mm/"),
    ("xmpRights", "http://ns.adobe.com/xap/1.0/rights/"),
    ("xmpBJ", "http://ns.adobe.com/xap/1.0/bj/"),
    ("xmpTPg", "http://ns.adobe.com/xap/1.0/t/pg/"),
    ("xmpG", "http://ns.adobe.com/xap/1.0/g/"),
    ("xmpGImg", "http://ns.adobe.com/xap/1.0/g/img/"),
    ("stEvt", "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"),
    ("stRef", "http://ns.adobe.com/xap/1.0/sType/ResourceRef#"),
    ("stVer", "http://ns.adobe.com/xap/1.0/sType/Version#"),
    ("stJob", "http://ns.adobe.com/xap/1.0/sType/Job#"),
    ("stDim", "http://ns.adobe.com/xap/1.0/sType/Dimensions#"),
    ("stFnt", "http://ns.adobe.com/xap/1.0/sType/Font#"),
    ("stMfs", "http://ns.adobe.com/xap/1.0/sType/ManifestItem#"),
    ("stArea", "http://ns.adobe.com/xmp/sType/Area#"),
    ("xmpNote", "http://ns.adobe.com/xmp/note/"),
    ("xmpidq", "http://ns.adobe.com/xmp/Identifier/qual/1.0/"),
    ("xmpDM", "http://ns.adobe.com/xmp/1.0/DynamicMedia/"),
    ("pdf", "http://ns.adobe.com/pdf/1.3/"),
    ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
    ("lr", "http://ns.adobe.com/lightroom/1.0/"),
    ("crs", "http://ns.adobe.com/camera-raw-settings/1.0/"),
    ("creatorAtom", "http://ns.adobe.com/creatorAtom/1.0/"),
    ("exif", "http://ns.adobe.com/exif/1.0/"),
    ("exifEX", "http://cipa.jp/exif/1.0/"),
    ("aux", "http://ns.adobe.com/exif/1.0/aux/"),
    ("tiff", "http://ns.adobe.com/tiff/1.0/"),
    ("hdrgm", "http://ns.adobe.com/hdr-gain-map/1.0/"),
    ("HDRGainMap", "http://ns.apple.com/HDRGainMap/1.0/"),
    ("Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"),
    ("Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"),
    ("plus", "http://ns.useplus.org/ldf/xmp/1.0/"),
    ("mwg-rs", "http://www.metadataworkinggroup.com/schemas/regions/"),
    ("MicrosoftPhoto", "http://ns.microsoft.com/photo/1.0/"),
    ("MP", "http://ns.microsoft.com/photo/1.2/"),
    ("GCamera", "http://ns.google.com/photos/1.0/camera/"),
    ("GPano", "http://ns.google.com/photos/1.0/panorama/"),
    ("Container", "http://ns.google.com/photos/1.0/container/"),
    ("Item", "http://ns.google.com/photos/1.0/container/item/"),
    ("Camera", "http://pix4d.com/camera/1.0/"),
    ("drone-dji", "http://www.dji.com/drone-dji/1.0/"),
    ("drone-parrot", "http://www.parrot.com/drone-parrot/1.0/"),
  ]

  /// Prefixes of syntax elements, which contain no properties; they are unchanged if they are bound
  /// to an unknown namespace.
  private static let syntax = ["rdf", "x"]

  /// The binding of a prefix inside an element: the standard prefix of its namespace, and the depth
  /// of the element.
  private struct Binding {
    let depth: Int
    /// The prefix for names; nil when names are unchanged.
    let spelling: String?
  }

  /// The number of open elements.
  private(set) var depth = 0
  /// The bindings of open elements, by prefix (empty for names without one), innermost last.
  ///
  /// Prefixes whose names are always unchanged are not included: those that are bound only to their
  /// standard namespace, or that are not standard and bound only to an unknown one.
  private var bound: [String: [Binding]] = [:]
  /// The prefixes in the order in which they were bound.
  private var order: [(depth: Int, prefix: String)] = []
  /// The standard prefixes that have replaced a prefix, including in elements that have ended.
  private var everUsual: [String: [String]] = [:]

  /// Enters an element.
  mutating func open(_ attributes: [XMLAttribute]) {
    depth += 1
    for attribute in attributes {
      guard let prefix = XMLNamespaces.prefix(boundBy: attribute.name) else { continue }
      bind(prefix, to: attribute.value)
    }
  }

  /// Adds a binding, unless names with this prefix are unchanged in any case.
  private mutating func bind(_ prefix: String, to uri: String) {
    var spelling: String?
    if let usual = XMLNamespaces.usual.first(where: { $0.uri == uri })?.prefix {
      if usual != prefix {
        spelling = usual
        if everUsual[prefix]?.contains(usual) != true {
          everUsual[prefix, default: []].append(usual)
        }
      }
    } else if !uri.isEmpty, XMLNamespaces.isUsual(prefix) {
      spelling = XMLNamespaces.respelled(prefix, for: uri)
    }
    guard spelling != nil || (!bound.isEmpty && bound[prefix] != nil) else { return }
    bound[prefix, default: []].append(Binding(depth: depth, spelling: spelling))
    order.append((depth, prefix))
  }

  /// Leaves the innermost element.
  mutating func close() {
    while let last = order.last, last.depth == depth {
      order.removeLast()
      _ = bound[last.prefix]?.popLast()
    }
    depth = max(depth - 1, 0)
  }

  /// Ends elements until `count` are open.
  mutating func close(to count: Int) {
    while depth > count { close() }
  }

  /// Returns the prefix that an attribute binds (empty for `xmlns`); nil for other attributes.
  private static func prefix(boundBy name: String) -> String? {
    if name == "xmlns" { return "" }
    return name.hasPrefix("xmlns:") ? String(name.dropFirst("xmlns:".count)) : nil
  }

  // MARK: Names

  /// Returns a name with the standard prefix of its namespace; unchanged if it already has that
  /// prefix.
  ///
  /// If the namespace is unknown, the prefix is kept unless it is the standard prefix of another
  /// namespace; then it is replaced with a computed one.
  func usualName(ofElement name: String) -> String {
    if bound.isEmpty { return name }
    let (prefix, local) = XMLNamespaces.parts(of: name)
    guard let spelling = bound[prefix]?.last?.spelling else { return name }
    return "\(spelling):\(local)"
  }

  /// Returns an attribute's name with the standard prefix of its namespace; a name without a prefix
  /// is in no namespace (§6.2).
  func usualName(ofAttribute name: String) -> String {
    bound.isEmpty || !name.utf8.contains(UInt8(ascii: ":")) || name.hasPrefix("xmlns:")
      ? name : usualName(ofElement: name)
  }

  /// Whether every name so far is returned as stored.
  var areAsStored: Bool { bound.isEmpty }

  /// Returns all possible readings of a name, in case start and end tags do not match: the name
  /// itself, and the name with each standard prefix that has replaced its prefix so far.
  func readings(of name: String) -> [String] {
    let (prefix, local) = XMLNamespaces.parts(of: name)
    return [name] + (everUsual[prefix] ?? []).map { "\($0):\(local)" }
  }

  /// Returns the prefix of a name, which is empty if the name has none, and the local name.
  private static func parts(of name: String) -> (prefix: String, local: Substring) {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name[...]) }
    return (String(name[..<colon]), name[name.utf8.index(after: colon)...])
  }

  // MARK: Other namespaces with standard prefixes

  /// Whether a prefix is the standard prefix of a namespace with properties.
  private static func isUsual(_ prefix: String) -> Bool {
    !syntax.contains(prefix) && usual.contains { $0.prefix == prefix }
  }

  /// Returns the replacement for a standard prefix that is bound to a different namespace.
  private static func respelled(_ prefix: String, for uri: String) -> String {
    var hash = FNV1a()
    for byte in uri.utf8 { hash.add(byte) }
    return prefix + "-" + String(hexadecimal: hash.value, width: 16)
  }

  /// Returns the name in the document for a name whose prefix was replaced with a computed one; nil
  /// for other names.
  static func stored(_ name: String) -> String? {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let prefix = name.utf8[..<colon]
    guard let hyphen = prefix.lastIndex(of: UInt8(ascii: "-")),
      prefix[hyphen...].dropFirst().count == 16, isUsual(String(name[..<hyphen]))
    else { return nil }
    return String(name[..<hyphen] + name[colon...])
  }
}
