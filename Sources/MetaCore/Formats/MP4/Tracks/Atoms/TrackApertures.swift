/// `tapt`: the display sizes of one video track in QuickTime's three aperture modes, computed from
/// its sample description (QTFF "Track Aperture Mode Dimensions Atoms").
///
/// It is written when the samples of a track with this atom are replaced; the atom in a file is not
/// parsed.
///
///     clef, prof, enof            each an atom with u32 version and flags, u32 width, u32 height: 16.16
struct TrackApertures: Sendable, Hashable {
  /// Width and height of the clean aperture in square pixels.
  var clean: [Double]
  /// Width and height of the whole frame in square pixels.
  var production: [Double]
  /// The coded width and height.
  var encoded: [Double]

  /// Creates the sizes from a sample description; nil if it is damaged.
  init?(_ fields: ByteSlice) {
    guard let description = try? VisualDescription.parse(fields) else { return nil }
    var aspect = 1.0
    let (width, height) = (Double(description.width), Double(description.height))
    var clean = [width, height]
    var list = SliceAtoms(description.extensions)
    while let atom = list.next() {
      if atom.type == .pasp, let pixel = try? PixelAspectAtom.parse(atom.payload),
        pixel.horizontal > 0, pixel.vertical > 0
      {
        aspect = Double(pixel.horizontal) / Double(pixel.vertical)
      }
      if atom.type == .clap, let aperture = try? CleanApertureAtom.parse(atom.payload) {
        clean = [aperture.width.value, aperture.height.value]
      }
    }
    self.clean = [clean[0] * aspect, clean[1]]
    production = [width * aspect, height]
    encoded = [width, height]
  }

  func encode(into writer: inout ByteWriter) {
    let atoms = [
      (FourCC("c", "l", "e", "f"), clean), (FourCC("p", "r", "o", "f"), production),
      (FourCC("e", "n", "o", "f"), encoded),
    ]
    for (type, size) in atoms {
      writer.atom(type) { writer in
        FullAtomHeader().encode(into: &writer)
        for length in size { writer.u32(FixedPoint.number(length)) }
      }
    }
  }
}
