extension NewTrack {
  /// Returns the handler for a media type with samples in the given format (ISO/IEC 14496-12 §12,
  /// QTFF "Handler Reference Atoms"); nil for another media type that is not a four-character code.
  static func handler(of mediaType: MediaType, format: FourCC?) -> FourCC? {
    switch mediaType {
    case .audio: .soun
    case .video: .vide
    case .text: .text
    case .subtitle: format.map(timed.contains) == true ? .subt : FourCC("s", "b", "t", "l")
    case .closedCaption: FourCC("c", "l", "c", "p")
    case .timecode: .tmcd
    case .metadata: .meta
    default: FourCC(mediaType.rawValue)
    }
  }

  /// The subtitle formats in ISO/IEC 14496-30 and ISO/IEC 14496-12 §12.6: XML and text streams.
  private static let timed: Set<FourCC> = [FourCC("s", "t", "p", "p"), FourCC("s", "b", "t", "t")]

  /// Adds a sample description, converted to the form of the target, and returns its number, from
  /// 1.
  ///
  /// - Throws: `unsupported` when the target does not support the format.
  mutating func add(
    _ entry: StoredSampleEntry, for target: MovieTarget
  ) throws(ParseError) -> UInt32 {
    var table = SampleDescriptionAtom([.init(format: entry.format, fields: entry.fields)])
    table.header.version = entry.tableVersion
    let form = DescriptionForm(isQuickTime: target.isQuickTime, handler: handler)
    let converted = try form.converted(table)
    descriptions.entries += converted.entries
    descriptions.header.version = max(descriptions.header.version, converted.header.version)
    descriptions.count = UInt32(clamping: descriptions.entries.count)
    return descriptions.count
  }
}
