public import MetaCore
public import SystemPackage

/// The formats that libavformat reads for us, one for each kind of container.
///
/// They plug into MetaCore with `FormatRegistry.standard.adding(ForeignFormats.all)`.
package enum ForeignFormats {
  /// All of them.
  package static let all: [any MediaFormat] = ContainerKind.all.map(LibAVContainer.init)

  /// The formats of MetaCore and these.
  package static let registry = FormatRegistry.standard.adding(all)
}

extension Asset {
  /// An asset of a file of any format that MetaCore or libavformat reads: Matroska, AVI, MPEG-TS, Ogg, FLAC and others.
  public convenience init(foreign path: FilePath, options: ReadOptions = ReadOptions()) {
    self.init(path: path, options: options, formats: ForeignFormats.registry)
  }
}
