internal import MetaCommands
internal import MetaForeign

/// The program `metatool-foreign`: the commands of metatool with the formats and codecs of FFmpeg,
/// which `metatool` starts as its helper.
@main
enum Main {
  static func main() {
    Metatool.main(with: LibAVBackend())
  }
}
