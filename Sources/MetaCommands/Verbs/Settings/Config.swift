internal import ArgumentParser
internal import MetaCore

/// The verb `config`, which prints the user settings in effect, and the source of each setting.
struct Config: Verb {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Print the settings in effect and the origin of each.",
    discussion: """
      Settings are read from the TOML file $XDG_CONFIG_HOME/metatool/config.toml (by default \
      ~/.config/metatool/config.toml). The variable METATOOL_CONFIG names another file; when it is empty, no file is \
      read. Options take precedence.

        id3 = "2.3"             ID3 version to write: "keep", "2.3" or "2.4"
        padding = 4096          free space in bytes for metadata that has to move
        format = "text"         output of dump without --format
        undo = true             whether old bytes are kept
        undo-limit = "1 GiB"    size of all undo data; a quarter of it for one edit
        keep-mtime = false      whether files keep their modification time
        verify = false          whether media is compared after each edit
        jobs = 4                files at a time, for dump and verbs that edit

      An invalid name or value stops commands that write before they write anything; commands that read print a warning \
      and continue. serve and the library read no settings.

        metatool config
        metatool config --format json
        metatool config --path
      """)

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @Flag(help: "Print only the path of the settings file.")
  var path = false

  func run(in environment: Environment) throws {
    let file = environment.settingsFile
    if path {
      guard let file else {
        throw Failure(
          .noInput, "notReadable",
          "no settings file is read, because METATOOL_CONFIG is empty or HOME is not set")
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
