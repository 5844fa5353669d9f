package import MetaCore

/// The formats that libavformat reads for us, one for each kind of container.
///
/// They plug into MetaCore with `FormatRegistry.standard.adding(ForeignFormats.all)`.
package enum ForeignFormats {
  /// All of them.
  package static let all: [any MediaFormat] = ContainerKind.all.map(LibAVContainer.init)

  /// The formats of MetaCore and these.
  package static let registry = FormatRegistry.standard.adding(all)
}
