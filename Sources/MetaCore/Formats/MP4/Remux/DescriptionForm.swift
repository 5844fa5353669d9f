/// Converts the sample descriptions (`stsd`) of one track to the QuickTime or MP4 form, for exports
/// that change the form and for new tracks.
///
/// Video and audio descriptions are converted; those of other tracks only get the data reference of
/// the new file. The forms differ in audio descriptions (``AudioSampleEntry``), in `colr` and the
/// codec fields of video, and in the codecs: MP4 supports only registered ones.
struct DescriptionForm {
  /// Whether the new form is QuickTime; otherwise, it is MP4.
  let isQuickTime: Bool
  /// The handler type of the track.
  let handler: FourCC

  /// Converts a table to this form.
  ///
  /// - Throws: `unsupported` when the form does not support a codec.
  func converted(_ table: SampleDescriptionAtom) throws(ParseError) -> SampleDescriptionAtom {
    var table = table
    var version = table.header.version
    for index in table.entries.indices {
      // The `dinf` atom in the new movie has one data reference: the file itself.
      table.entries[index].dataReference = 1
      switch handler {
      case .vide: try convertPictures(&table.entries[index])
      case .soun:
        let converted = try convertAudio(
          &table.entries[index], tableVersion: table.header.version)
        version = max(version, converted ?? 0)
      default: break
      }
    }
    // Entries of version 1 have the MP4 meaning only in a table of version 1.
    if handler == .soun { table.header.version = isQuickTime ? 0 : version }
    return table
  }

  /// Returns the error for a codec that the form does not support.
  private func refuse(_ format: FourCC) -> ParseError {
    ParseError(
      .unsupported, at: 0, "`\(format)` cannot be stored in \(isQuickTime ? "QuickTime" : "MP4")")
  }

  // MARK: Video

  /// Converts a video description; a description that cannot be parsed is unchanged.
  ///
  /// - Throws: `unsupported` when MP4 has no registered code for the codec.
  private func convertPictures(_ entry: inout SampleDescriptionAtom.Entry) throws(ParseError) {
    let objectType = isQuickTime ? nil : DescriptionForm.stills[entry.format]
    guard isQuickTime || objectType != nil || DescriptionForm.pictures.contains(entry.format)
    else { throw refuse(entry.format) }
    guard var description = try? VisualDescription.parse(entry.fields) else { return }
    if !isQuickTime {
      // The version, vendor and quality fields are zero in MP4.
      description.codecFields = ByteSlice([UInt8](repeating: 0, count: 16))
    }
    description.extensions = extensions(description.extensions) { atom in
      atom.type == .colr ? color(atom.payload) : atom.payload
    }
    if let objectType {
      // In MP4, still images are visual streams with an object type.
      entry.format = FourCC("m", "p", "4", "v")
      let stream = ElementaryStreamDescriptor.visual(objectType)
      description.extensions = ByteSlice(
        Array(encoded { $0.atom(.esds) { $0.append(stream) } }.bytes)
          + Array(description.extensions.bytes))
    }
    entry.fields = encoded { description.encode(into: &$0) }
  }

  /// The image codecs that have their own format in QuickTime, and their object types (mp4ra.org,
  /// "Object Types").
  private static let stills: [FourCC: UInt8] = [
    FourCC("j", "p", "e", "g"): 0x6C, FourCC("p", "n", "g", " "): 0x6D,
  ]

  /// Converts the payloads of the atoms in a description, and drops the zeros that QuickTime may
  /// append; an atom is dropped if `convert` returns nil.
  private func extensions(
    _ bytes: ByteSlice, _ convert: (SliceAtom) -> ByteSlice?
  ) -> ByteSlice {
    var writer = ByteWriter()
    var list = SliceAtoms(bytes)
    while let atom = list.next() {
      guard let payload = convert(atom) else { continue }
      writer.atom(atom.type) { $0.append(payload) }
    }
    return ByteSlice(writer.bytes)
  }

  /// Converts `colr`; QuickTime's `nclc` is MP4's `nclx` without the full range flag (ISO/IEC
  /// 14496-12 §12.1.5).
  ///
  /// Full range `nclx` and other types are unchanged.
  private func color(_ payload: ByteSlice) -> ByteSlice {
    var reader = ByteReader(payload)
    guard let kind = try? reader.fourCC(), reader.remaining >= 6 else { return payload }
    let numbers = reader.rest.clamped(from: 0, count: 6)
    switch kind {
    case .nclc where !isQuickTime: return ByteSlice(Array("nclx".utf8) + numbers.bytes + [0])
    case .nclx where isQuickTime && reader.rest[6].map({ $0 & 0x80 == 0 }) ?? true:
      return ByteSlice(Array("nclc".utf8) + numbers.bytes)
    default: return payload
    }
  }

  /// Returns the bytes that `body` writes.
  private func encoded(_ body: (inout ByteWriter) -> Void) -> ByteSlice {
    var writer = ByteWriter()
    body(&writer)
    return ByteSlice(writer.bytes)
  }

  // MARK: Audio

  /// Converts an audio description, and returns the version that it requires of an MP4 table; a
  /// description that cannot be parsed is unchanged, with nil as the version.
  ///
  /// - Throws: `unsupported` when the form does not support the codec.
  private func convertAudio(
    _ entry: inout SampleDescriptionAtom.Entry, tableVersion: UInt8
  ) throws(ParseError) -> UInt8? {
    guard let audio = try? AudioSampleDescription.parse(entry.fields, tableVersion: tableVersion)
    else {
      return nil
    }
    let converted =
      isQuickTime
      ? AudioSampleEntry.quickTime(entry.format, audio) : AudioSampleEntry.mp4(entry.format, audio)
    guard let converted else { throw refuse(entry.format) }
    entry.format = converted.format
    entry.fields = encoded { converted.audio.encode(into: &$0) }
    return converted.audio.version == 1 ? 1 : 0
  }

  /// The video codecs registered for MP4 (mp4ra.org, "Codecs").
  private static let pictures = Set(
    """
    avc1 avc2 avc3 avc4 hvc1 hvc2 hvc3 hev1 hev2 hev3 lhv1 lhe1 dvh1 dvhe dva1 dvav dav1 mp4v av01 vp08 vp09 vp10 vvc1 vvi1 \
    vvcN evc1 apv1 s263 mjp2 drac vc-1 encv resv uncv icpv jxsm encm ovc1 svc1 svc2 mvc1 mvc2 mvc3 mvc4 avcp avs3
    """.split(separator: " ").map { name in
      name.utf8.reduce(FourCC(rawValue: 0)) { FourCC(rawValue: $0.rawValue << 8 | UInt32($1)) }
    })
}

extension FourCC {
  fileprivate static let nclc = FourCC("n", "c", "l", "c")
  fileprivate static let nclx = FourCC("n", "c", "l", "x")
}
