package import MetaCore

/// The formats that are read with libavformat, one for each row of ``ContainerKind``, as
/// implementations of MetaCore's protocol for formats.
///
/// Register them with `FormatRegistry.standard.adding(ForeignFormats.all)`.
package enum ForeignFormats {
  /// All formats that are read with libavformat.
  package static let all: [any MediaFormat] = ContainerKind.all.map(LibAVContainer.init)

  /// MetaCore's own formats and those read with libavformat.
  package static let registry = FormatRegistry.standard.adding(all)
}
