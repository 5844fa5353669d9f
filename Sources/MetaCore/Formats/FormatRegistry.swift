/// The formats that are known, in the order in which they are asked; the only file that names them all.
struct FormatRegistry: Sendable {
  let formats: [any MediaFormat]

  static let standard = FormatRegistry(formats: [MP4Format(), ID3Format()])
}
