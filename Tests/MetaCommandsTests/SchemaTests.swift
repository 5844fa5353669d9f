import Foundation
import TestSupport
import Testing

/// Every dump is what `docs/schema/dump.schema.json` says; Debian's python3-jsonschema is the judge.
@Suite struct SchemaTests {
  private let validate = """
    import json, sys, jsonschema
    schema = json.load(open(sys.argv[1]))
    validator = jsonschema.Draft202012Validator(schema)
    for error in validator.iter_errors(json.load(sys.stdin)):
        print(list(error.absolute_path)[:6], error.message[:200])
    """

  @Test(arguments: [[], ["--complete"], ["--binary", "digest"]])
  func dumpsOfAllSamplesFollowIt(options: [String]) throws {
    let dump = try Program.run(Program.metatool, ["dump", "-r", "Samples", "README.md"] + options)
    #expect(try problems(in: dump.output) == "")
  }

  @Test(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
  func dumpsOfTheCorpusFollowIt() throws {
    let corpus = try #require(Repository.corpus)
    let dump = try Program.metatool("dump", "-r", corpus.appending(path: "files").path)
    #expect(try problems(in: dump.output) == "")
  }

  private func problems(in dump: Data) throws -> String {
    let python = try #require(Program.find("python3"))
    let schema = Repository.root.appending(path: "docs/schema/dump.schema.json")
    let result = try Program.run(python, ["-c", validate, schema.path], input: dump)
    return result.text + result.errors
  }
}
