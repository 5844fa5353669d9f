/// Determines which items, XML elements and XML attributes are private data, by their field or
/// their key; used when private data is cleared and when metadata is copied for sharing.
enum PrivateTable {
  /// Returns the kind of private data in an item; nil if it is not private.
  ///
  /// A well-known prefix that is bound to another namespace is treated as if bound to its own,
  /// because the namespaces in a packet may be wrong.
  static func kind(of item: MetadataItem) -> PrivateData.Kind? {
    if item.keySpace == .xmp, let stored = XMLNamespaces.stored(item.key.description) {
      return kind(ofXML: stored)
    }
    if let verdict = verdict(item.keySpace.identifierPrefix, name(of: item)) { return verdict.kind }
    if item.keySpace == .xmp, let kind = kind(ofPath: item.key.description) { return kind }
    let names = Field.fields(of: item).map(\.name)
    return fields.first { row in row.names.contains(where: names.contains) }?.kind
  }

  /// Returns the kind of private text in an XMP structure: that of its first private ancestor, as
  /// in the packet itself.
  private static func kind(ofPath path: String) -> PrivateData.Kind? {
    guard path.contains("/") || path.contains("[") else { return nil }
    for step in path.split(separator: "/") {
      if let kind = kind(ofXML: String(step.prefix { $0 != "[" })) { return kind }
    }
    return nil
  }

  /// Returns the kind of a private XML element or attribute; XMP names have the same kind as the
  /// corresponding items.
  static func kind(ofXML name: String) -> PrivateData.Kind? {
    if let stored = XMLNamespaces.stored(name) { return kind(ofXML: stored) }
    if let verdict = verdict("xml", name) ?? verdict("xmp", name) { return verdict.kind }
    guard name.contains(":") else { return nil }
    return kind(
      of: MetadataItem(
        keySpace: .xmp, key: .text(name), value: .string("1"), dataType: .utf8))
  }

  /// Returns the kind of an XMP element or attribute in an image; nil for display properties and
  /// XMP syntax.
  static func kind(ofXMLInPicture name: String) -> PrivateData.Kind? {
    guard !keptNames.contains(where: { matches(name, $0) }) else { return nil }
    if let kind = kind(ofXML: name) { return kind }
    return people.contains(where: { matches(name, $0) }) ? .account : .program
  }

  /// The XMP names in images that are kept: syntax (ISO 16684-1 §7), format and orientation, gain
  /// maps and the structures that contain them.
  private static let keptNames = [
    "x:xmpmeta", "x:xapmeta", "rdf:*", "xmlns", "xmlns:*", "xml:*", "dc:format",
    "tiff:Orientation", "hdrgm:*", "HDRGainMap:*", "Container:*", "Item:*", "GContainer:*",
    "GContainerItem:*",
  ]

  /// The XMP names in images that are about people.
  private static let people = [
    "dc:*", "photoshop:*", "xmpRights:*", "Iptc4xmp*", "plus:*", "mwg-rs:*", "MP:*",
  ]

  /// Whether a name is equal to a pattern, or begins with the part of the pattern before the
  /// asterisk.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
  }

  /// Returns the key, followed by a colon and the description if the description distinguishes
  /// frames with the same key.
  private static func name(of item: MetadataItem) -> String {
    var name = item.key.description
    if item.keySpace == .iTunesLong, name.hasPrefix(iTunes) {
      name = String(name.dropFirst(iTunes.count))
    }
    guard item.keySpace == .id3 else { return name }
    // Objects are classified by their type, because their description is free text.
    let isObject = name == "GEOB" || name == "GEO"
    let qualifier = isObject ? item[extra: .mime] : item[extra: .owner] ?? item[extra: .info]
    return "\(name):\(qualifier?.stringValue ?? "")"
  }

  private static let iTunes = "com.apple.iTunes."

  // MARK: Fields

  /// Fields whose items are private in every key space.
  ///
  /// `encodedBy` names a person or company and is removed. `encoder` (`TSSE`, `©too`, `ISFT`) and
  /// its settings describe how the audio was encoded, which players rely on; they are kept.
  static let fields: [(kind: PrivateData.Kind, names: [String])] = [
    (
      .location,
      ["location", "locationName", "locationAccuracy", "locationNote", "facing", "motion"]
    ),
    (
      .device,
      [
        "make", "model", "software", "lensModel", "lensFNumber", "focalLength35mm", "cameraName",
        "hostComputer",
      ]
    ),
    (.serial, ["cameraID"]),
    (.account, ["owner", "accountName", "accountKind", "encodedBy"]),
    (
      .purchase,
      [
        "purchaseDate", "storeCountry", "catalogID", "artistID", "composerID", "albumID", "genreID",
        "vendorID", "productID", "flavor",
      ]
    ),
  ]

  // MARK: Keys

  /// Private keys in addition to those of private fields: `kind|key space=key, key; key space=key`.
  ///
  /// The first match decides; `keep` means that the key is not private.
  ///
  /// A trailing `*` matches anything. Descriptions of ID3 frames follow a colon. `xml` lists
  /// elements and attributes of XML documents other than XMP: those from Sony's cameras
  /// (NonRealTimeMeta) and from audio recorders (iXML).
  ///
  /// Sources: facts/quicktime_udta.tsv, mdta_keys.tsv, itunes_atoms.tsv and id3_frames.tsv; the
  /// names and meanings of makers' keys as shown by exiftool 12.57; Mp3tag's names for the iTunes
  /// Store data in other tags; XMP specification part 2; iXML 3.01.
  static let rows = """
    keep|mdta=com.android.capture.fps, com.android.video.*, com.xiaomi.hdr10, com.apple.quicktime.camera.framereadouttimeinmicroseconds
    keep|id3=PRIV:com.apple.streaming.*, PRIV:PeakValue, PRIV:AverageLevel, PRIV:WM/MediaClass*, PRIV:WM/Provider, PRIV:TRAKTOR4, PRIV:https://github.com/*
    keep|id3=UFID:http://musicbrainz.org, UFI:http://musicbrainz.org
    location|udta=@xyz, ©xsp, ©ysp, ©zsp, ©fpt, ©fyw, ©frl, ©gpt, ©gyw, ©grl, _cx_, _cy_, _yaw, pose, ptch, roll, rads, vrot, gps, GPS
    location|mdta=com.apple.quicktime.location.*, com.apple.quicktime.direction.*, location*, com.samsung.android.utc_offset
    location|xmp=exif:GPS*, exifEX:GPS*, photoshop:City, photoshop:State, photoshop:Country, Iptc4xmpCore:Location, Iptc4xmpCore:CountryCode, Iptc4xmpExt:Location*, xmpDM:shotLocation, drone-dji:*, drone-parrot:*, Camera:*
    location|id3=TXXX:GPS*, TXXX:LOCATION*, TXX:GPS*, TXX:LOCATION*; asf=System.GPS.*; ape=GPS*
    location|xml=LOCATION, LOCATION_*, ExifGPS
    serial|udta=CAME, LENS, MUID, GUMI, BCID, GPMF, SNum, slno, cmid, ccid, cdis, clid, ©uid, ©csn, GUID
    serial|mdta=com.apple.quicktime.camera.identifier, com.apple.proapps.serialno, com.apple.photos.originating.*, com.apple.photos.variation-identifier
    serial|xmp=xmpMM:*, aux:SerialNumber, aux:LensSerialNumber, aux:LensID, exifEX:BodySerialNumber, exifEX:LensSerialNumber, exif:ImageUniqueID, stEvt:*, stRef:*, crs:RawFileName
    serial|riff=bext/OriginatorReference, bext/UMID; asf=WM/UniqueFileIdentifier; xml=serialNo, TargetMaterial, BWF_ORIGINATOR_REFERENCE, BWF_UMID, FILE_UID, FAMILY_UID
    serial|gpmf=CASN, LINF, MUID
    device|gpmf=*
    device|udta=@mak, @mod, @swr, @sec, FIRM, SETT, FOV*, GoPr, AMBA, CNCV, CNFV, CNMN, CNOP, CNDB, CNTH, DcMD, FFMV, MVTG, INFO, info, infi, LEIC, MMA0, MMA1, NCDT, PANA, PENT, PXMN, PXTH, QVMI
    device|udta=RDTA, RDTB, RDTC, RDTG, RDTL, RICO, RMKN, SIGM, TAGS, TTMD, htcb, htka, cmnm, cver, vndr, mdln, adzc, adze, adzm, btec, apmd, Lvlm, lvlm, pmcc, scrn, ©dji, ©res, angl
    device|uiso=mdln; mdta=com.apple.quicktime.camera.*, com.apple.proapps.manufacturer, com.apple.proapps.modelname, com.android.*, com.samsung.*, samsung.*, com.xiaomi.*
    device|mdta=com.huawei.*, com.oppo.*, com.vivo.*, com.oneplus.*, com.google.*, com.dji.*, com.gopro.*, com.garmin.*, com.insta360.*, com.sony.*, com.canon.*, com.nikon.*, com.panasonic.*, com.fujifilm.*
    device|mdta=com.blackmagic-design.camera.*, com.arri.*, com.red.*, com.atomos.*, org.smpte.rdd18.*
    device|xmp=tiff:Make, tiff:Model, tiff:Software, tiff:HostComputer, aux:Lens*, exif:MakerNote, exif:Lens*, exifEX:Lens*, xmpDM:camera*, xmp:CreatorTool
    device|riff=bext/Originator, ISMP; xml=Device, Lens, BWF_ORIGINATOR
    account|itlk=ITUNESACCOUNT*, ITUNESOWNER; id3=TXXX:ITUNESACCOUNT*, TXXX:ITUNESOWNER; ape=ITUNESACCOUNT*, ITUNESOWNER
    account|xmp=aux:OwnerName, exifEX:CameraOwnerName, creatorAtom:*, xmpDM:projectRef
    purchase|itsk=GUID; id3=OWNE:*, COMR:*, PRIV:www.amazon.com, PRIV:Google/*
    purchase|itlk=ITUNESALBUMID, ITUNESARTISTID, ITUNESCATALOGID, ITUNESCOMPOSERID, ITUNESCOUNTRYID, ITUNESGENREID, ITUNESPLAYLISTID, ITUNESPURCHASEDATE
    purchase|id3=TXXX:ITUNESALBUMID, TXXX:ITUNESARTISTID, TXXX:ITUNESCATALOGID, TXXX:ITUNESCOMPOSERID, TXXX:ITUNESCOUNTRYID, TXXX:ITUNESGENREID, TXXX:ITUNESPLAYLISTID, TXXX:ITUNESPURCHASEDATE
    account|id3=GEOB:application/c2pa, GEOB:application/x-c2pa*, GEO:application/c2pa, GEO:application/x-c2pa*
    program|id3=PRIV:*, UFID:*, UFI:*
    program|xmp=xmp:Thumbnails, xmpGImg:*
    """

  /// A parsed pattern from the table with its kind of private data; nil means that matching keys
  /// are not private.
  private struct Verdict {
    let pattern: String
    let kind: PrivateData.Kind?
  }

  /// The verdicts by key space.
  private static let verdicts: [String: [Verdict]] = {
    var verdicts: [String: [Verdict]] = [:]
    for row in rows.split(separator: "\n") {
      let parts = row.split(separator: "|")
      guard parts.count == 2 else { continue }
      let kind = PrivateData.Kind(rawValue: String(parts[0]))
      for spaces in parts[1].split(separator: ";") {
        let sides = spaces.split(separator: "=", maxSplits: 1)
        guard sides.count == 2 else { continue }
        let patterns = sides[1].split(separator: ",").map {
          Verdict(pattern: trimmed($0), kind: kind)
        }
        verdicts[trimmed(sides[0]), default: []] += patterns
      }
    }
    return verdicts
  }()

  /// Returns the verdict for the first matching pattern; nil if no pattern matches.
  private static func verdict(_ space: String, _ name: String) -> Verdict? {
    let isCaseless = caseless.contains(space)
    let name = isCaseless ? trimmed(name[...]).lowercased() : trimmed(name[...])
    return verdicts[space]?.first { verdict in
      let pattern = isCaseless ? verdict.pattern.lowercased() : verdict.pattern
      return matches(name, pattern)
    }
  }

  /// The key spaces in which users and programs may write keys in upper or lower case.
  private static let caseless: Set<String> = ["id3", "itlk", "ape", "asf"]

  // MARK: Addresses in ratings

  /// Whether the address in a rating belongs to a person, rather than identifying a player.
  static func isPerson(rating address: String) -> Bool {
    address.contains("@") && !players.contains(address.lowercased())
  }

  /// The addresses that players write for all users.
  private static let players: Set<String> = [
    "no@email", "rating@winamp.com", "quodlibet@lists.sacredchao.net", "musicbee@getmusicbee.com",
  ]

  /// Returns the text without spaces at either end.
  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
