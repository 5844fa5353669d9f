internal import ArgumentParser
internal import MetaCore

/// The verb `presets`, which lists the presets of `transcode`, and whether encoders for them are
/// available.
///
/// The verb runs in the helper if it is installed, because the helper contains the encoders.
struct Presets: CodecVerb {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract:
      "List the presets for transcoding, with their settings and whether an encoder is available.",
    discussion: """
      Names are those of AVFoundation without the prefix and in lower case; both forms are accepted. Sizes are \
      maximum sizes: video is never enlarged. Encoders are those of metatool-foreign; without it, none is available.

        metatool presets
        metatool presets --json
      """)

  @Flag(help: "Print the presets as JSON.")
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
