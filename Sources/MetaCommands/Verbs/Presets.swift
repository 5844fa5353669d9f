internal import ArgumentParser
internal import MetaCore

struct Presets: CodecVerb {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List the presets of encoded movies: what each makes, and whether it has an encoder.",
    discussion: """
      The names are those of AVFoundation, without their beginning and in lower case; both are understood. Video is not enlarged: the size is the largest. \
      Encoders are those of metatool-foreign; without it, no preset has one.

        metatool presets
        metatool presets --json
      """)

  @Flag(help: "Print them as JSON.")
  var json = false

  @OptionGroup(title: "Web addresses") var web: WebOptions

  var helperFiles: [InputPath] { [InputPath(text: "")] }

  func helperNeeds(in environment: Environment) -> HelperNeeds? {
    environment.helper.isInstalled ? HelperNeeds() : nil
  }

  func run(in environment: Environment) throws {
    let report = PresetReport(codecs: environment.codecs)
    try environment.print(json ? .values(depth: 1) : .text()) { (results) throws(Failure) in
      if json {
        try results.value { report.write(to: &$0) }
      } else {
        try results.text(report.text)
      }
    }
  }
}
