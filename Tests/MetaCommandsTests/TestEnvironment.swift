import MetaCore

@testable import MetaCommands

extension Environment {
  /// The environment of a command line, with standard output and no formats but MetaCore's.
  static func test(_ words: [String] = []) -> Environment {
    Environment(sink: TerminalSink(), words: words, backend: nil, helper: ForeignHelper.shared)
  }
}
