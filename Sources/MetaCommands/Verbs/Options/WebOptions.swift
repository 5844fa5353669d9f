internal import ArgumentParser

/// How web servers are trusted; the same for every verb that reads addresses.
struct WebOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Trust the authorities whose certificates (PEM) are in this file instead of those of the system; for https addresses.",
      valueName: "file"), completion: .file())
  var caFile: String?
}
