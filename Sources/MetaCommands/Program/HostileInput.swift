internal import ArgumentParser
package import MetaCore

/// The parsers of untrusted input other than media files, for fuzzers and tests, which pass
/// arbitrary bytes: changes for `apply`, chapters, and `serve` requests.
///
/// Nothing is written, and no command is run.
package enum HostileInput {
  /// Parses chapters in each format, writes the results in every format, and returns them.
  package static func chapters(_ bytes: [UInt8]) -> [[Chapter]] {
    let forms: [ChapterForm?] = [nil, .json, .ffmetadata, .mp4chaps, .webvtt]
    return forms.compactMap { form in
      guard let chapters = try? ChapterText.chapters(bytes, form: form) else { return nil }
      for form in [ChapterForm.list, .json, .ffmetadata, .mp4chaps, .webvtt] {
        _ = form.text(chapters, duration: chapters.last?.start)
      }
      return chapters
    }
  }

  /// Applies at most eight of the changes in a file to a media file in memory; nothing is written.
  package static func apply(_ bytes: [UInt8], to source: any ByteSource) {
    guard let input = try? EditInput(source), let nodes = try? JSONReader.readSeveral(bytes) else {
      return
    }
    for node in nodes.flatMap({ $0.array ?? [$0] }).prefix(8) {
      guard let change = try? DumpPatch(node, root: nil) else { continue }
      var resolution = PatchResolution(change, input)
      if let edits = try? resolution.edits() { _ = try? input.preview(edits) }
    }
  }

  /// Parses a line of `serve`, up to the command that would run.
  package static func request(_ line: [UInt8]) {
    guard case .request(let request)? = try? Message(line: line) else { return }
    _ = DumpShortcut.match(request.words)
    let environment = Environment(
      sink: TerminalSink(), words: request.words, backend: nil, helper: ForeignHelper.shared)
    _ = ExportShortcut.match(environment)
    _ = SetShortcut.match(environment)
    _ = try? Root.parseAsRoot(request.words)
  }
}
