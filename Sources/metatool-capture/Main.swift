internal import MetaCapture
internal import MetaCommands
internal import MetaForeign

@main
enum Main {
  static func main() {
    Metatool.main(with: LibAVBackend(capture: SystemCapture()))
  }
}
