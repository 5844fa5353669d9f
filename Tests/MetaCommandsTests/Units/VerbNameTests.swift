import ArgumentParser
import Testing

@testable import MetaCommands

@Suite struct VerbNameTests {
  /// Without a name of its own, a verb is called as its type is, which the runtime finds out more
  /// slowly than most verbs take.
  @Test func everyVerbHasAName() {
    func check(_ command: any ParsableCommand.Type) {
      #expect(command.configuration.commandName != nil, "\(command)")
      command.configuration.subcommands.forEach(check)
    }
    check(Root.self)
  }
}
