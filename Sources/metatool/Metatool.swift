import MetaCommands

/// The program `metatool`, which links no FFmpeg library and starts a helper when it needs one.
@main
enum Main {
  static func main() {
    Metatool.main()
  }
}
