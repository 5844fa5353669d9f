import Foundation
import MetaCore
import SystemPackage
import TestSupport
import Testing

@testable import MetaCommands

/// Documents are passed between processes unchanged.
@Suite struct DocumentTransportTests {
  @Test(arguments: Repository.samples) func documentArrivesComplete(sample: String) throws {
    let source = try FileSource(path: FilePath(Repository.sample(sample).path))
    let document = try Inspector.inspect(source)
    let bytes = try DocumentTransport.bytes(of: document)
    var answer = DocumentResponse()
    let isLast = answer.receive(Array(#"{"id":1,"result":"#.utf8) + bytes + [0x7D])
    #expect(!isLast)
    let isEnd = answer.receive(Array(#"{"id":1,"done":{"status":0}}"#.utf8))
    #expect(isEnd)
    let arrived = try answer.document()
    #expect(arrived.items == document.items)
    #expect(arrived.tracks == document.tracks)
    #expect(arrived.chapters == document.chapters)
    #expect(arrived.artwork == document.artwork)
    #expect(arrived.diagnostics == document.diagnostics)
    #expect(rendered(arrived, source) == rendered(document, source))
  }

  @Test func invalidDocumentIsAFailure() {
    for text in [
      #"{"id":1,"result":{}}"#, #"{"id":1,"result":[1,2"#,
      #"{"id":1,"result":{"duration":{"value":1,"timescale":0}}}"#,
    ] {
      var answer = DocumentResponse()
      _ = answer.receive(Array(text.utf8))
      #expect(throws: Failure.self) { try answer.document() }
    }
    var answer = DocumentResponse()
    let isEnd = answer.receive(Array(#"{"id":1,"done":{"status":66}}"#.utf8))
    #expect(isEnd)
    let failure = #expect(throws: Failure.self) { try answer.document() }
    #expect(failure?.status == .noInput)
  }

  private func rendered(_ document: Document, _ source: FileSource) -> [UInt8] {
    var json = JSONWriter(.compact)
    var writer = DocumentJSON(binary: .size, isComplete: true)
    writer.write(document, at: InputPath(text: "a"), from: source, to: &json)
    return json.bytes
  }
}
