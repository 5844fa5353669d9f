internal import Foundation
internal import MetaCore
internal import TestSupport

/// The code that libFuzzer runs for each input: reads, edits or exports the bytes as a media file,
/// or parses them as a different kind of input to the tool, and aborts if an invariant is violated.
enum FuzzTarget {
  /// The target selected by `META_FUZZ_TARGET`; by default, the input is read as a media file.
  private static let target: @Sendable ([UInt8]) -> Void =
    switch ProcessInfo.processInfo.environment["META_FUZZ_TARGET"] {
    case "edit": edit
    case "copy": copy
    case "media": checkMedia
    case "samples": { keep(FuzzedMedia.samples($0)) }
    case "waveforms": { keep(FuzzedMedia.waveform($0)) }
    case "images": { keep(FuzzedMedia.image($0)) }
    case "capture": { keep(FuzzedCapture.read($0)) }
    case "remux": { export($0, withEdits: false) }
    case "export": { export($0, withEdits: true) }
    case "apply": apply
    case "chapters": chapters
    case "serve": serve
    default: read
    }

  static func run(_ bytes: [UInt8]) { target(bytes) }

  /// Aborts with the violations found, if any.
  private static func keep(_ broken: [String]) {
    guard !broken.isEmpty else { return }
    FileHandle.standardError.write(Data("broken: \(broken.joined(separator: "; "))\n".utf8))
    preconditionFailure("the reading of media broke its promises")
  }

  /// Copies metadata; every resulting picture must come from one of the two files.
  private static func copy(_ input: [UInt8]) {
    guard case .done(let broken) = FuzzedCopy(input)?.outcome(), !broken.isEmpty else { return }
    FileHandle.standardError.write(Data("broken: \(broken.joined(separator: "; "))\n".utf8))
    preconditionFailure("a copy broke its promises")
  }

  /// Reads a file completely: its metadata, up to the converted view, its artwork, and its
  /// structure.
  private static func read(_ bytes: [UInt8]) {
    let source = DataSource(bytes)
    if let document = try? Inspector.inspect(source) {
      let view = MetadataView(document)
      precondition(view.entries.count <= Field.all.count)
      for artwork in document.artwork { _ = try? artwork.data.load(from: source) }
    }
    _ = try? Inspector.structure(of: source)
  }

  /// Plans and applies an edit and checks its invariants.
  private static func edit(_ input: [UInt8]) {
    guard case .done(let broken) = FuzzedEdit(input)?.outcome() else { return }
    guard !broken.isEmpty else { return }
    FileHandle.standardError.write(Data("broken: \(broken.joined(separator: "; "))\n".utf8))
    preconditionFailure("an edit broke its promises")
  }
}
