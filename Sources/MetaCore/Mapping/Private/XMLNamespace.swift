/// The usual prefixes of namespaces: private names are listed with them, and a document may use any other.
enum XMLNamespace {
  /// ISO 16684-1 §8, XMP specification parts 2 and 3, Exif 2.3 for XMP, IPTC Photo Metadata, and what cameras write.
  private static let rows: [(uri: String, prefix: String)] = [
    ("http://ns.adobe.com/exif/1.0/", "exif"), ("http://cipa.jp/exif/1.0/", "exifEX"),
    ("http://ns.adobe.com/exif/1.0/aux/", "aux"), ("http://ns.adobe.com/tiff/1.0/", "tiff"),
    ("http://purl.org/dc/elements/1.1/", "dc"), ("http://ns.adobe.com/xap/1.0/", "xmp"),
    ("http://ns.adobe.com/xap/1.0/mm/", "xmpMM"),
    ("http://ns.adobe.com/xap/1.0/rights/", "xmpRights"),
    ("http://ns.adobe.com/xap/1.0/sType/ResourceEvent#", "stEvt"),
    ("http://ns.adobe.com/xap/1.0/sType/ResourceRef#", "stRef"),
    ("http://ns.adobe.com/xap/1.0/g/img/", "xmpGImg"),
    ("http://ns.adobe.com/xmp/1.0/DynamicMedia/", "xmpDM"),
    ("http://ns.adobe.com/photoshop/1.0/", "photoshop"),
    ("http://ns.adobe.com/camera-raw-settings/1.0/", "crs"),
    ("http://ns.adobe.com/creatorAtom/1.0/", "creatorAtom"),
    ("http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", "Iptc4xmpCore"),
    ("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "Iptc4xmpExt"),
    ("http://ns.useplus.org/ldf/xmp/1.0/", "plus"),
    ("http://www.metadataworkinggroup.com/schemas/regions/", "mwg-rs"),
    ("http://ns.microsoft.com/photo/1.2/", "MP"),
    ("http://www.dji.com/drone-dji/1.0/", "drone-dji"),
    ("http://www.parrot.com/drone-parrot/1.0/", "drone-parrot"),
  ]

  /// The usual prefix of a namespace; nil where none is known.
  static func prefix(of uri: String) -> String? { rows.first { $0.uri == uri }?.prefix }
}
