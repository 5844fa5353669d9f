internal import ArgumentParser
internal import MetaCore

extension PlainText {
  /// Reads the text of an option or argument for the parser.
  static func read(_ spelling: String) throws -> String {
    do throws(Failure) {
      return try read(spelling, for: "the text")
    } catch {
      throw ValidationError(error.message)
    }
  }
}
