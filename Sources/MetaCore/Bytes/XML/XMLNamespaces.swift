/// The namespaces that an XML document has bound to prefixes (Namespaces in XML 1.0 §3), by which names get the usual prefix of theirs.
///
/// A document may choose any prefix: `q:Lens` with `xmlns:q="http://ns.adobe.com/exif/1.0/aux/"` is `aux:Lens`.
struct XMLNamespaces: Sendable {
  /// ISO 16684-1 §8, XMP specification parts 2 and 3, Exif 2.3 for XMP, IPTC Photo Metadata, and what programs and cameras write.
  ///
  /// No dictionary: the first use of one costs more than to read a packet.
  private static func usualPrefix(of uri: String) -> String? {
    switch uri {
    case "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf"
    case "adobe:ns:meta/": "x"
    case "http://purl.org/dc/elements/1.1/": "dc"
    case "http://ns.adobe.com/xap/1.0/": "xmp"
    case "http://ns.adobe.com/xap/1.0/mm/": "xmpMM"
    case "http://ns.adobe.com/xap/1.0/rights/": "xmpRights"
    case "http://ns.adobe.com/xap/1.0/bj/": "xmpBJ"
    case "http://ns.adobe.com/xap/1.0/t/pg/": "xmpTPg"
    case "http://ns.adobe.com/xap/1.0/g/": "xmpG"
    case "http://ns.adobe.com/xap/1.0/g/img/": "xmpGImg"
    case "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#": "stEvt"
    case "http://ns.adobe.com/xap/1.0/sType/ResourceRef#": "stRef"
    case "http://ns.adobe.com/xap/1.0/sType/Version#": "stVer"
    case "http://ns.adobe.com/xap/1.0/sType/Job#": "stJob"
    case "http://ns.adobe.com/xap/1.0/sType/Dimensions#": "stDim"
    case "http://ns.adobe.com/xap/1.0/sType/Font#": "stFnt"
    case "http://ns.adobe.com/xap/1.0/sType/ManifestItem#": "stMfs"
    case "http://ns.adobe.com/xmp/sType/Area#": "stArea"
    case "http://ns.adobe.com/xmp/note/": "xmpNote"
    case "http://ns.adobe.com/xmp/Identifier/qual/1.0/": "xmpidq"
    case "http://ns.adobe.com/xmp/1.0/DynamicMedia/": "xmpDM"
    case "http://ns.adobe.com/pdf/1.3/": "pdf"
    case "http://ns.adobe.com/photoshop/1.0/": "photoshop"
    case "http://ns.adobe.com/lightroom/1.0/": "lr"
    case "http://ns.adobe.com/camera-raw-settings/1.0/": "crs"
    case "http://ns.adobe.com/creatorAtom/1.0/": "creatorAtom"
    case "http://ns.adobe.com/exif/1.0/": "exif"
    case "http://cipa.jp/exif/1.0/": "exifEX"
    case "http://ns.adobe.com/exif/1.0/aux/": "aux"
    case "http://ns.adobe.com/tiff/1.0/": "tiff"
    case "http://ns.adobe.com/hdr-gain-map/1.0/": "hdrgm"
    case "http://ns.apple.com/HDRGainMap/1.0/": "HDRGainMap"
    case "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore"
    case "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "Iptc4xmpExt"
    case "http://ns.useplus.org/ldf/xmp/1.0/": "plus"
    case "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs"
    case "http://ns.microsoft.com/photo/1.0/": "MicrosoftPhoto"
    case "http://ns.microsoft.com/photo/1.2/": "MP"
    case "http://ns.google.com/photos/1.0/camera/": "GCamera"
    case "http://ns.google.com/photos/1.0/panorama/": "GPano"
    case "http://ns.google.com/photos/1.0/container/": "Container"
    case "http://ns.google.com/photos/1.0/container/item/": "Item"
    case "http://pix4d.com/camera/1.0/": "Camera"
    case "http://www.dji.com/drone-dji/1.0/": "drone-dji"
    case "http://www.parrot.com/drone-parrot/1.0/": "drone-parrot"
    default: nil
    }
  }

  /// How many elements are open.
  private var depth = 0
  /// What open elements have bound, the innermost last: the prefix, which is empty for names without one, and the usual one where it is another.
  private var bound: [(depth: Int, prefix: String, usual: String?)] = []
  /// More are not kept: every name would be compared with all of them.
  private static let mostBound = 256

  /// An element begins.
  mutating func open(_ attributes: [XMLAttribute]) {
    depth += 1
    for attribute in attributes {
      guard let prefix = XMLNamespaces.prefix(boundBy: attribute.name),
        bound.count < XMLNamespaces.mostBound
      else { continue }
      let usual = XMLNamespaces.usualPrefix(of: attribute.value)
      let isOther = usual != nil && usual != prefix
      guard isOther || bound.contains(where: { $0.prefix == prefix }) else { continue }
      bound.append((depth, prefix, isOther ? usual : nil))
    }
  }

  /// The innermost element ends.
  mutating func close() {
    while let last = bound.last, last.depth == depth { bound.removeLast() }
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
    let prefix = colon.map { name[..<$0] } ?? ""
    guard let usual = bound.last(where: { $0.prefix == prefix })?.usual else { return name }
    return "\(usual):\(colon.map { name[name.index(after: $0)...] } ?? name[...])"
  }

  /// The same for an attribute, which without a prefix is in no namespace (§6.2).
  func usualName(ofAttribute name: String) -> String {
    bound.isEmpty || !name.contains(":") || name.hasPrefix("xmlns:")
      ? name : usualName(ofElement: name)
  }
}
