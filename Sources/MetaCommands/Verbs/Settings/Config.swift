internal import ArgumentParser
internal import MetaCore

struct Config: Verb {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Print the settings in force, and where each comes from.",
    discussion: """
      Settings are read from $XDG_CONFIG_HOME/metatool/config.toml (~/.config without that), a file in TOML. The \
      variable METATOOL_CONFIG names another file; when it is empty, no file is read. Options have priority.

        id3 = "2.3"             ID3 tags that are written: "keep", "2.3" or "2.4"
        padding = 4096          bytes of room next to metadata that move anyway
        format = "text"         what dump prints without --format
        undo = true             whether old bytes are kept
        undo-limit = "1 GiB"    how many in all; a quarter of it for a single edit
        keep-mtime = false      whether files keep the time of their last change
        verify = false          whether media are compared after each edit
        jobs = 4                files at a time, for dump and verbs that edit

      A wrong name or value ends commands that write, before they write anything; commands that read print a warning \
      and go on. serve and the library read no settings.

        metatool config
        metatool config --format json
        metatool config --path
      """)

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @Flag(help: "Print the path of the file alone.")
  var path = false

  func run(in environment: Environment) throws {
    let file = environment.settingsFile
    if path {
      guard let file else {
        throw Failure(
          .noInput, "notReadable",
          "no file of settings is read: METATOOL_CONFIG is empty, or there is no HOME")
      }
      return try environment.print(.text()) { (results) throws(Failure) in
        try results.text(file.display + "\n")
      }
    }
    let report = SettingsReport(file: file, settings: try environment.settings())
    try environment.print(format.form(.values(depth: 1))) { (results) throws(Failure) in
      if format == .json {
        try results.value { report.write(to: &$0) }
      } else {
        try results.text(report.text)
      }
    }
  }
}
