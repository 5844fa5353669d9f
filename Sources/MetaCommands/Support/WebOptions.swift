internal import ArgumentParser
internal import MetaCore
internal import Synchronization

/// How servers of the web are believed; the same for every verb that reads addresses.
struct WebOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Trust the authorities whose certificates (PEM) are in this file instead of those of the system; for https addresses.",
      valueName: "file"), completion: .file())
  var caFile: String?

  /// What is parsed runs next: from here on this request of `serve`, or else this process, has the option.
  func validate() throws {
    guard let caFile else { return }
    if let answer = Answer.current {
      answer.trust(caFile)
    } else {
      WebOptions.ofProcess.withLock { $0 = caFile }
    }
  }

  private static let ofProcess = Mutex<String?>(nil)

  /// The file of what runs here; nil for that of the system.
  static var caFile: String? {
    if let answer = Answer.current { return answer.caFile }
    return ofProcess.withLock { $0 }
  }
}
