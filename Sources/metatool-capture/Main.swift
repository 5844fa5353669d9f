internal import MetaCapture
internal import MetaCommands
internal import MetaForeign

/// The program `metatool-capture`, which runs the commands of metatool with the codecs of FFmpeg,
/// devices and filter graphs.
@main
enum Main {
  static func main() {
    Metatool.main(with: LibAVBackend(capture: SystemCapture()))
  }
}
