internal import MetaCommands
internal import MetaForeign

/// The program `metatool-foreign`, which `metatool` starts as its helper; it runs the commands of
/// metatool with the formats and codecs of FFmpeg.
@main
enum Main {
  static func main() {
    Metatool.main(with: LibAVBackend())
  }
}
