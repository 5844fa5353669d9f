/// Reads and removes the settings of a GoPro camera in `udta/GPMF`, which apply to the whole movie;
/// the payload is a list of ``GoProEntry`` values.
///
///     DEVC { DVID DVNM FMWR CASN LINF MINF MUID … }
///
/// Each setting is a metadata item after the item for the whole atom. Settings can be read and
/// removed, but not changed: when a setting is removed, its key becomes `FREE` and its value
/// becomes zeros, so that the atom keeps its size.
enum GoProSettings {
  /// One setting, and the location of its entry in the payload of the atom.
  struct Value: Sendable, Hashable {
    var key: FourCC
    var value: MetadataValue
    /// The range of the key, type, sizes and value in the payload of the atom.
    var range: Range<Int>

    /// The setting's name in ExifTool, if it has one.
    var name: String? { GoProSettings.names.first { $0.key == key }?.name }
  }

  /// The key of an entry whose content is ignored.
  private static let free = FourCC("F", "R", "E", "E")
  /// The size, in bytes, of the key, type and size fields of an entry.
  private static let headerSize = 8
  /// The maximum nesting depth of lists.
  private static let maxDepth = 4
  /// The maximum number of settings that are read.
  private static let maxValues = 1024
  /// The maximum size, in bytes, of an atom that is examined.
  static let maxBytes: Int64 = 1 << 16

  /// Keys of devices and streams that do not describe the camera.
  private static let skipped = [
    free, FourCC("D", "V", "I", "D"), FourCC("S", "C", "A", "L"), FourCC("T", "Y", "P", "E"),
    FourCC("T", "I", "C", "K"), FourCC("T", "O", "C", "K"),
  ]

  /// The names of values (gpmf-parser "GoPro Metadata"; ExifTool "GoPro GPMF Tags").
  ///
  /// This is a list, because creating a dictionary takes longer than reading the atom.
  private static let names: [(key: FourCC, name: String)] = [
    (FourCC("A", "L", "L", "D"), "AutoLowLightDuration"),
    (FourCC("A", "U", "D", "O"), "AudioSetting"),
    (FourCC("C", "A", "S", "N"), "CameraSerialNumber"),
    (FourCC("D", "V", "N", "M"), "DeviceName"),
    (FourCC("D", "Z", "O", "M"), "DigitalZoom"),
    (FourCC("E", "I", "S", "A"), "ElectronicImageStabilization"),
    (FourCC("E", "X", "P", "T"), "MaximumShutterAngle"),
    (FourCC("F", "M", "W", "R"), "FirmwareVersion"),
    (FourCC("L", "I", "N", "F"), "LensSerialNumber"),
    (FourCC("M", "I", "N", "F"), "Model"),
    (FourCC("M", "U", "I", "D"), "MediaUniqueID"),
    (FourCC("O", "R", "E", "N"), "AutoRotation"),
    (FourCC("P", "H", "D", "R"), "HDRSetting"),
    (FourCC("P", "I", "M", "N"), "AutoISOMin"),
    (FourCC("P", "I", "M", "X"), "AutoISOMax"),
    (FourCC("P", "R", "E", "S"), "PhotoResolution"),
    (FourCC("P", "R", "T", "N"), "ProTune"),
    (FourCC("P", "T", "C", "L"), "ColorMode"),
    (FourCC("P", "T", "E", "V"), "ExposureCompensation"),
    (FourCC("P", "T", "S", "H"), "Sharpness"),
    (FourCC("P", "T", "W", "B"), "WhiteBalance"),
    (FourCC("R", "A", "T", "E"), "Rate"),
    (FourCC("R", "M", "R", "K"), "Comments"),
    (FourCC("V", "E", "R", "S"), "MetadataVersion"),
    (FourCC("V", "F", "O", "V"), "FieldOfView"),
  ]

  /// Returns the values in the payload of an atom, in order, including those of nested lists, up to
  /// the limits.
  static func values(of payload: ByteSlice) -> [Value] {
    var values: [Value] = []
    read(payload, at: payload.fileOffset, maxDepth, &values)
    return values
  }

  /// Appends the values of a list and of the lists in it, down to `depth` more levels; `origin` is
  /// the file offset of the payload.
  private static func read(
    _ bytes: ByteSlice, at origin: Int64, _ depth: Int, _ values: inout [Value]
  ) {
    for entry in GoProEntry.list(bytes) where values.count < maxValues {
      if entry.isNested {
        if depth > 0 { read(entry.payload, at: origin, depth - 1, &values) }
        continue
      }
      guard !skipped.contains(entry.key) else { continue }
      let entryValues =
        entry.text.map { $0.isEmpty ? [] : [MetadataValue.string($0)] } ?? entry.values
      guard let first = entryValues.first else { continue }
      let start = Int(clamping: entry.payload.fileOffset - origin)
      values.append(
        Value(
          key: entry.key, value: entryValues.count == 1 ? first : .list(entryValues),
          range: (start - headerSize)..<(start + entry.payload.count)))
    }
  }

  /// Returns the payload `old` without the values that are missing from these items.
  ///
  /// - Throws: `notRepresentable` for an item that is not a value of `old`, or is in a different
  ///   order.
  static func payload(
    _ items: [MetadataItem], changing old: ByteSlice
  ) throws(ParseError) -> [UInt8] {
    var bytes = Array(old.bytes)
    var remaining = items[...]
    for value in values(of: old) {
      if let next = remaining.first, next.key == .text(value.key.description),
        next.value == value.value
      {
        remaining.removeFirst()
        continue
      }
      bytes.replaceSubrange(value.range.prefix(4), with: free.bytes)
      for index in value.range.dropFirst(headerSize) { bytes[index] = 0 }
    }
    if let item = remaining.first {
      throw item.refused("values of `GPMF` can only be removed")
    }
    return bytes
  }
}

extension ItemReader {
  /// Reads `GPMF`: its bytes as one item, as for any vendor-specific atom, then its values.
  mutating func readGoProSettings(_ atom: Atom, _ place: ItemContainer) throws(ParseError) {
    try addRaw(.quickTimeUserData, atom, place.container)
    guard atom.payloadSize <= GoProSettings.maxBytes else { return }
    let payload = try atom.payload(in: window, limit: limits.value)
    for value in GoProSettings.values(of: payload) {
      let isText = if case .string = value.value { true } else { false }
      var typed = TypedValue(value.value, isText ? .latin1 : DataType(name: "record"))
      if let name = value.name { typed.extras = [ExtraAttribute(.name, .string(name))] }
      add(.goPro, .text(value.key.description), typed, in: atom, place.container)
    }
  }
}

extension EntryEncoder {
  /// Encodes the `GPMF` atom with the current values; the result is empty if the item that holds
  /// the atom's raw bytes was removed.
  func goProSettings(
    _ entry: DocumentEdit.Entry, replacing stored: ByteSlice?
  ) throws(ParseError) -> [UInt8] {
    guard let atomItem = entry.items.first(where: { $0.keySpace == .quickTimeUserData }) else {
      guard stored == nil, let first = entry.items.first else { return [] }
      throw first.refused("values of `GPMF` cannot be stored without their atom")
    }
    guard let data = atomItem.value.dataValue else { throw atomItem.refused("`GPMF` takes bytes") }
    let bytes = try data.load(from: source)
    let values = entry.items.filter { $0.keySpace == .goPro }
    let old = stored ?? bytes
    if bytes == old {
      return EntryEncoder.atom(.goProSettings, try GoProSettings.payload(values, changing: bytes))
    }
    // New bytes have their own values, so the values of the old bytes must be unchanged.
    let same = GoProSettings.values(of: old).map { $0.value }
    guard values.map(\.value) == same else {
      throw atomItem.refused("the bytes and the values of `GPMF` cannot both be changed")
    }
    return EntryEncoder.atom(.goProSettings, Array(bytes.bytes))
  }
}

extension FourCC {
  /// GoPro's metadata in user data.
  static let goProSettings = FourCC("G", "P", "M", "F")
}
