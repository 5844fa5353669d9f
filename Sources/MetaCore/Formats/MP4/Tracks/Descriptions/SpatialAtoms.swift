/// Collects the stereoscopy and projection (spherical video) properties of one video track from the
/// atoms in its sample description, as parts of a metadata record.
///
/// There are two families of atoms in sample descriptions: the family defined by Google's Spherical
/// Video V2 RFC, and the family defined by Apple's "QuickTime and ISO Base Media File Formats and
/// Spatial and Immersive Media". Full atoms are marked by `f`.
///
///     st3d f  u8 packing: 0 mono, 1 top-bottom, 2 left-right, 3 custom mesh, 4 right-left
///     sv3d    svhd f  zero-terminated text: the writer
///             proj    prhd f  i32 yaw, pitch, roll: 16.16 degrees
///                     equi f  u32 top, bottom, left, right: the cropped part at each edge, in units of 2⁻³²
///                     cbmp f, mshp f  a cube, a mesh
///     vexu    eyes    stri f  u8 bits: 0 left eye, 1 right eye, 2 extra views, 3 the order is reversed
///                     hero f  u8: 0 none, 1 left, 2 right
///                     cams    blin f  u32 distance of the lenses in micrometres
///                     cmfy    dadj f  i32 horizontal disparity, parts of 10,000 of the width
///             proj    prji f  projection code
///             pack    pkin f  packing code
///     hfov    u32 horizontal field of view in thousandths of a degree
struct SpatialAtoms: Sendable, Hashable {
  /// The properties in the order of their atoms; names are unique.
  private(set) var parts: [MetadataValue.Part]

  /// Creates a collection that begins with the parts from other atoms.
  init(_ parts: [MetadataValue.Part]) { self.parts = parts }

  /// Reads an atom of a sample description; returns false if its type is not one of those above.
  mutating func read(_ atom: SliceAtom) throws(ParseError) -> Bool {
    switch atom.type {
    case .st3d: try readPacking(try SpatialAtoms.body(of: atom))
    case .sv3d, .vexu: try readChildren(of: atom, depth: 0)
    case .hfov:
      var reader = ByteReader(atom.payload)
      set("fieldOfView", .real(Double(try reader.u32()) / 1000))
    default: return false
    }
    return true
  }

  /// The maximum depth of supported atoms.
  private static let maxDepth = 2

  /// Reads the children of an atom down to the supported depth; an error names the child.
  private mutating func readChildren(of atom: SliceAtom, depth: Int) throws(ParseError) {
    guard depth <= SpatialAtoms.maxDepth else { return }
    var children = SliceAtoms(atom.payload)
    while let child = children.next() {
      do throws(ParseError) {
        switch child.type {
        case .proj, .eyes, .cams, .cmfy, .pack: try readChildren(of: child, depth: depth + 1)
        default: try readLeaf(child.type, SpatialAtoms.body(of: child))
        }
      } catch { throw error.inside(child.type) }
    }
  }

  /// Reads the fields of an atom without children; atoms of unknown types are ignored.
  private mutating func readLeaf(_ type: FourCC, _ body: ByteReader) throws(ParseError) {
    var reader = body
    switch type {
    case .svhd: readSource(reader)
    case .prhd: try readPose(reader)
    case .equi:
      set("projection", .string("equirectangular"))
      try readBounds(reader)
    case .cbmp: set("projection", .string("cubemap"))
    case .mshp: set("projection", .string("mesh"))
    case .prji:
      set(
        "projection", .string(SpatialAtoms.name(try reader.fourCC(), in: SpatialAtoms.projections)))
    case .pkin:
      set("packing", .string(SpatialAtoms.name(try reader.fourCC(), in: SpatialAtoms.packings)))
    case .stri: readEyes(try reader.u8())
    case .hero: setName("heroEye", ["none", "left", "right"], try reader.u8())
    case .blin: set("baseline", .real(Double(try reader.u32()) / 1000))
    case .dadj: set("disparityAdjustment", .real(Double(try reader.i32()) / 10000))
    default: break
    }
  }

  // MARK: Values

  private mutating func readPacking(_ body: ByteReader) throws(ParseError) {
    var reader = body
    setName(
      "packing", ["mono", "topBottom", "leftRight", "mesh", "rightLeft"], try reader.u8())
  }

  private mutating func readEyes(_ bits: UInt8) {
    let names = ["none", "left", "right", "both"]
    set("eyes", .string(names[Int(bits & 3)]))
    if bits & 8 != 0 { set("areEyesReversed", .boolean(true)) }
  }

  private mutating func readSource(_ body: ByteReader) {
    var reader = body
    let text = TextEncoding.utf8.decode(reader.takeRest().withoutTrailingZeros)
    if !text.isEmpty { set("source", .string(text)) }
  }

  private mutating func readPose(_ body: ByteReader) throws(ParseError) {
    var reader = body
    for name in ["yaw", "pitch", "roll"] {
      let degrees = Double(try reader.i32()) / 65536
      if degrees != 0 { set(name, .real(degrees)) }
    }
  }

  private mutating func readBounds(_ body: ByteReader) throws(ParseError) {
    var reader = body
    let bounds = try (0..<4).map { (_) throws(ParseError) in
      Double(try reader.u32()) / 4_294_967_296
    }
    if bounds.contains(where: { $0 != 0 }) { set("bounds", .list(bounds.map { .real($0) })) }
  }

  private mutating func setName(_ key: String, _ names: [String], _ number: UInt8) {
    let isKnown = names.indices.contains(Int(number))
    set(key, .string(isKnown ? names[Int(number)] : "\(number)"))
  }

  /// Adds a part; if two atoms have the same property, the first has priority.
  private mutating func set(_ key: String, _ value: MetadataValue) {
    guard !parts.contains(where: { $0.name == key }) else { return }
    parts.append(MetadataValue.Part(key, value))
  }

  // MARK: Codes

  /// A table of four-character codes and the model's names for them.
  private typealias Names = [(code: FourCC, name: String)]

  private static let projections: Names = [
    (FourCC("r", "e", "c", "t"), "rectilinear"), (.equi, "equirectangular"),
    (FourCC("h", "e", "q", "u"), "halfEquirectangular"), (FourCC("f", "i", "s", "h"), "fisheye"),
    (FourCC("p", "r", "i", "m"), "parametricImmersive"),
  ]

  private static let packings: Names = [
    (FourCC("s", "i", "d", "e"), "leftRight"), (FourCC("o", "v", "e", "r"), "topBottom"),
  ]

  /// Returns the name of a code; the code itself if it is unknown.
  private static func name(_ code: FourCC, in names: Names) -> String {
    names.first { $0.code == code }?.name ?? code.description
  }

  /// Returns a reader for the fields after version and flags.
  private static func body(of atom: SliceAtom) throws(ParseError) -> ByteReader {
    var reader = ByteReader(atom.payload)
    _ = try FullAtomHeader(parsing: &reader)
    return reader
  }
}

extension FourCC {
  fileprivate static let st3d = FourCC("s", "t", "3", "d")
  fileprivate static let sv3d = FourCC("s", "v", "3", "d")
  fileprivate static let svhd = FourCC("s", "v", "h", "d")
  fileprivate static let proj = FourCC("p", "r", "o", "j")
  fileprivate static let prhd = FourCC("p", "r", "h", "d")
  fileprivate static let equi = FourCC("e", "q", "u", "i")
  fileprivate static let cbmp = FourCC("c", "b", "m", "p")
  fileprivate static let mshp = FourCC("m", "s", "h", "p")
  fileprivate static let vexu = FourCC("v", "e", "x", "u")
  fileprivate static let eyes = FourCC("e", "y", "e", "s")
  fileprivate static let stri = FourCC("s", "t", "r", "i")
  fileprivate static let hero = FourCC("h", "e", "r", "o")
  fileprivate static let cams = FourCC("c", "a", "m", "s")
  fileprivate static let blin = FourCC("b", "l", "i", "n")
  fileprivate static let cmfy = FourCC("c", "m", "f", "y")
  fileprivate static let dadj = FourCC("d", "a", "d", "j")
  fileprivate static let prji = FourCC("p", "r", "j", "i")
  fileprivate static let pack = FourCC("p", "a", "c", "k")
  fileprivate static let pkin = FourCC("p", "k", "i", "n")
  fileprivate static let hfov = FourCC("h", "f", "o", "v")
}
