internal import MetaCapture
internal import MetaCommands
internal import MetaForeign

/// The program `metatool-capture`, which `metatool` starts for `capture` when it needs devices or
/// filter graphs; it runs the commands of metatool with FFmpeg's formats, codecs, devices and
/// filters.
@main
enum Main {
  static func main() {
    Metatool.main(with: LibAVBackend(capture: SystemCapture()))
  }
}
