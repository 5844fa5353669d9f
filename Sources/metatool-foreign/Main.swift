internal import MetaCommands
internal import MetaForeign

/// The program `metatool-foreign`, which `metatool` and the library start as a helper; it runs the
/// commands of metatool with the formats and codecs of FFmpeg.
@main
enum Main {
  static func main() {
    Metatool.main(with: LibAVBackend())
  }
}
