internal import ArgumentParser

/// The certificate authorities that are trusted for https, an option shared by all verbs that read
/// web addresses.
struct WebOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For https, trust the certificate authorities in this PEM file instead of those of the system.",
      valueName: "file"), completion: .file())
  var caFile: String?
}
