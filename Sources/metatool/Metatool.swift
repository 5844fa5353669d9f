@main
enum Metatool {
  static func main() {}
}
