import MetaCommands

@main
enum Main {
  static func main() {
    Metatool.main()
  }
}
