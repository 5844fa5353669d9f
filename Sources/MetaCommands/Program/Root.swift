internal import ArgumentParser

/// The command `metatool` for the argument parser, with all verbs; `dump` is the default verb.
struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metatool",
    abstract: "View, edit, convert and copy the metadata of media files.",
    discussion: "Values, templates, tables and conditions: metatool help expressions.",
    version: Version.current,
    subcommands: [
      Dump.self, Get.self, Art.self, Chapters.self, Diff.self, Tree.self, Fields.self,
      Verify.self, Check.self, Readers.self, Read.self, Waveform.self, Frame.self, Serve.self,
      SetFields.self, EditFields.self, Clear.self, Copy.self, Apply.self, Rename.self, Gain.self,
      Export.self, Transcode.self, Undo.self,
      Recover.self,
      MakeSlideshow.self, Capture.self, Presets.self, Timed.self, Config.self,
    ],
    defaultSubcommand: Dump.self)
}
