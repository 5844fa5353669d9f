import ArgumentParser
import Testing

@testable import MetaCommands

@Suite struct VerbNameTests {
  /// Without an explicit name, a verb is named after its type, which takes the runtime longer to
  /// determine than most verbs take.
  @Test func everyVerbHasAName() {
    func check(_ command: any ParsableCommand.Type) {
      #expect(command.configuration.commandName != nil, "\(command)")
      command.configuration.subcommands.forEach(check)
    }
    check(Root.self)
  }
}
