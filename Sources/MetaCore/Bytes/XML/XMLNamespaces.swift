/// The namespaces that an XML document has bound to prefixes (Namespaces in XML 1.0 §3), by which names get the usual prefix of theirs.
///
/// A document may choose any prefix: `q:Lens` with `xmlns:q="http://ns.adobe.com/exif/1.0/aux/"` is `aux:Lens`.
struct XMLNamespaces: Sendable {
  /// ISO 16684-1 §8, XMP specification parts 2 and 3, Exif 2.3 for XMP, IPTC Photo Metadata, and what programs and cameras write.
  private static let usual: [String: String] = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf", "adobe:ns:meta/": "x",
    "http://purl.org/dc/elements/1.1/": "dc", "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://ns.adobe.com/xap/1.0/mm/": "xmpMM", "http://ns.adobe.com/xap/1.0/rights/": "xmpRights",
    "http://ns.adobe.com/xap/1.0/bj/": "xmpBJ", "http://ns.adobe.com/xap/1.0/t/pg/": "xmpTPg",
    "http://ns.adobe.com/xap/1.0/g/": "xmpG", "http://ns.adobe.com/xap/1.0/g/img/": "xmpGImg",
    "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#": "stEvt",
    "http://ns.adobe.com/xap/1.0/sType/ResourceRef#": "stRef",
    "http://ns.adobe.com/xap/1.0/sType/Version#": "stVer",
    "http://ns.adobe.com/xap/1.0/sType/Job#": "stJob",
    "http://ns.adobe.com/xap/1.0/sType/Dimensions#": "stDim",
    "http://ns.adobe.com/xap/1.0/sType/Font#": "stFnt",
    "http://ns.adobe.com/xap/1.0/sType/ManifestItem#": "stMfs",
    "http://ns.adobe.com/xmp/sType/Area#": "stArea", "http://ns.adobe.com/xmp/note/": "xmpNote",
    "http://ns.adobe.com/xmp/Identifier/qual/1.0/": "xmpidq",
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": "xmpDM", "http://ns.adobe.com/pdf/1.3/": "pdf",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop", "http://ns.adobe.com/lightroom/1.0/": "lr",
    "http://ns.adobe.com/camera-raw-settings/1.0/": "crs",
    "http://ns.adobe.com/creatorAtom/1.0/": "creatorAtom",
    "http://ns.adobe.com/exif/1.0/": "exif", "http://cipa.jp/exif/1.0/": "exifEX",
    "http://ns.adobe.com/exif/1.0/aux/": "aux", "http://ns.adobe.com/tiff/1.0/": "tiff",
    "http://ns.adobe.com/hdr-gain-map/1.0/": "hdrgm",
    "http://ns.apple.com/HDRGainMap/1.0/": "HDRGainMap",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore",
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "Iptc4xmpExt",
    "http://ns.useplus.org/ldf/xmp/1.0/": "plus",
    "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
    "http://ns.microsoft.com/photo/1.0/": "MicrosoftPhoto",
    "http://ns.microsoft.com/photo/1.2/": "MP",
    "http://ns.google.com/photos/1.0/camera/": "GCamera",
    "http://ns.google.com/photos/1.0/panorama/": "GPano",
    "http://ns.google.com/photos/1.0/container/": "Container",
    "http://ns.google.com/photos/1.0/container/item/": "Item",
    "http://pix4d.com/camera/1.0/": "Camera",
    "http://www.dji.com/drone-dji/1.0/": "drone-dji",
    "http://www.parrot.com/drone-parrot/1.0/": "drone-parrot",
  ]

  /// How many elements are open.
  private var depth = 0
  /// For each prefix that is bound the usual one, or nil, and the depth of the element that binds it, the innermost last.
  ///
  /// No prefix is the empty text.
  private var bindings: [String: [(depth: Int, usual: String?)]] = [:]
  /// The prefixes that open elements have bound, the innermost last.
  private var bound: [(depth: Int, prefix: String)] = []

  /// An element begins.
  mutating func open(_ attributes: [XMLAttribute]) {
    depth += 1
    for attribute in attributes {
      guard let prefix = XMLNamespaces.prefix(boundBy: attribute.name) else { continue }
      let usual = XMLNamespaces.usual[attribute.value]
      guard (usual ?? prefix) != prefix || bindings[prefix] != nil else { continue }
      bindings[prefix, default: []].append((depth, usual))
      bound.append((depth, prefix))
    }
  }

  /// The innermost element ends.
  mutating func close() {
    while let last = bound.last, last.depth == depth {
      bound.removeLast()
      bindings[last.prefix]?.removeLast()
    }
    depth = max(depth - 1, 0)
  }

  private static func prefix(boundBy name: String) -> String? {
    if name == "xmlns" { return "" }
    return name.hasPrefix("xmlns:") ? String(name.dropFirst("xmlns:".count)) : nil
  }

  /// A name with the usual prefix of its namespace; as it is where no other is known.
  func usualName(ofElement name: String) -> String {
    if bound.isEmpty { return name }
    let colon = name.firstIndex(of: ":")
    guard let usual = bindings[colon.map { String(name[..<$0]) } ?? ""]?.last?.usual else {
      return name
    }
    return "\(usual):\(colon.map { name[name.index(after: $0)...] } ?? name[...])"
  }

  /// The same for an attribute, which without a prefix is in no namespace (§6.2).
  func usualName(ofAttribute name: String) -> String {
    bound.isEmpty || !name.contains(":") || name.hasPrefix("xmlns:")
      ? name : usualName(ofElement: name)
  }
}
