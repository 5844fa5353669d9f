/// `hdlr` in `mdia`: the media type of one track, as a four-character handler code, parsed or to be
/// written (ISO/IEC 14496-12 §8.4.3, QTFF "Handler Reference Atoms").
///
///     u8 version, u24 flags
///     u32 component type          `mhlr` in QuickTime, zero in MP4
///     u32 handler                 `vide`, `soun`, `text`, …
///     u32 manufacturer, flags, flag mask; zero in MP4
///     name                        QuickTime: length byte and text; MP4: zero-terminated text
struct MediaHandlerAtom: Sendable, Hashable {
  var header = FullAtomHeader()
  var componentType = FourCC(rawValue: 0)
  var handler: FourCC
  var manufacturer: UInt32 = 0
  var componentFlags: UInt32 = 0
  var componentMask: UInt32 = 0
  /// The name in stored form.
  var nameBytes = ByteSlice.empty

  init(handler: FourCC) { self.handler = handler }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> MediaHandlerAtom {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    let componentType = try reader.fourCC()
    var atom = MediaHandlerAtom(handler: try reader.fourCC())
    atom.header = header
    atom.componentType = componentType
    atom.manufacturer = try reader.u32()
    atom.componentFlags = try reader.u32()
    atom.componentMask = try reader.u32()
    atom.nameBytes = reader.rest
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    writer.fourCC(componentType)
    writer.fourCC(handler)
    writer.u32(manufacturer)
    writer.u32(componentFlags)
    writer.u32(componentMask)
    writer.append(nameBytes)
  }

  /// The name of the handler.
  ///
  /// Writers put their own name here, so it is not the name of the track.
  var name: String {
    if componentType.rawValue != 0, let length = nameBytes[0], Int(length) < nameBytes.count {
      return TextEncoding.utf8.decode(nameBytes.clamped(from: 1, count: Int(length)))
    }
    let end = nameBytes.firstIndex(of: 0) ?? nameBytes.count
    return TextEncoding.utf8.decode(nameBytes.clamped(from: 0, count: end))
  }
}
