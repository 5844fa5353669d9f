import TestSupport
import Testing

@testable import MetaCore

@Suite("Headers of rewritten movies")
struct HeaderEditTests {
  private func applied(_ edit: DocumentEdit, to name: String) throws -> (Document, [UInt8], [UInt8])
  {
    let old = try Repository.bytes(of: name)
    let new = try #require(try EditCheck(old).apply(edit, LayoutConstraints(movement: .free)))
    return (try Inspector.inspect(DataSource(new)), old, new)
  }

  @Test(
    "The creation date is set in every header, and nothing else changes",
    arguments: ["moov-first.mp4", "moov-last.mp4"])
  func dates(name: String) throws {
    var edit = DocumentEdit()
    edit.headerDate = MetadataDate(
      year: 2020, month: 1, day: 2, hour: 4, minute: 4, second: 5, zone: .offset(minutes: 60))
    let old = try Repository.bytes(of: name)
    let check = try EditCheck(old)
    let plan = try #require(try check.plan(edit, LayoutConstraints(movement: .none)))
    let new = RewritePlanTests.result(of: plan, on: old)
    let document = try Inspector.inspect(DataSource(new))
    let expected = MetadataDate(
      year: 2020, month: 1, day: 2, hour: 3, minute: 4, second: 5, zone: .utc)
    #expect(document.tracks.allSatisfy { $0.creationDate == expected })
    #expect(
      document.container.details.first { $0.name == "creationDate" }?.value
        == .string("2020-01-02T03:04:05Z"))
    #expect(
      document.tracks.map(\.modificationDate) == check.document.tracks.map(\.modificationDate))
    #expect(new.count == old.count)
    // Movie, and track and media of each track.
    let width = name == "moov-last.mp4" ? 8 : 4
    let changed = zip(new, old).filter { $0 != $1 }.count
    #expect(changed <= (1 + 2 * document.tracks.count) * width)
  }

  @Test(
    "Clearing the creation date clears every header, and undo restores them",
    arguments: ["moov-first.mp4", "moov-last.mp4", "camera-keys.mov"])
  func clearedDates(name: String) throws {
    let field = try #require(Field.named("creationDate"))
    var scene = try PrivateScene(try Repository.bytes(of: name))
    scene.options.keepsUndo = true
    let before = try Inspector.inspect(DataSource(scene.old))
    #expect(before.tracks.contains { $0.creationDate != nil })
    let outcome = try scene.edit([.set(.field(field), [])])
    #expect(outcome.result.strategy == .inPlace)
    let document = try Inspector.inspect(DataSource(scene.content))
    #expect(
      document.tracks.allSatisfy { $0.creationDate == nil && $0.modificationDate == nil })
    #expect(!document.container.details.contains { $0.name.hasSuffix("Date") })
    #expect(MetadataView(document)[field] == nil)
    #expect(try ListedSamples(DataSource(scene.content)) == ListedSamples(DataSource(scene.old)))
    #expect(try scene.edit([.set(.field(field), [])]).result == .unchanged)
    let undo = try #require(scene.options.state?.undo)
    _ = try undo.undo(scene.path, options: scene.options)
    #expect(try scene.content == scene.old)
  }

  @Test func datesUnsupportedByHeaders() throws {
    let check = try EditCheck(Repository.bytes(of: "moov-first.mp4"))
    var edit = DocumentEdit()
    for date in [
      MetadataDate(year: 2050, month: 1, day: 1, hour: 0, minute: 0, zone: .utc),
      MetadataDate(year: 2020),
    ] {
      edit.headerDate = date
      #expect(throws: ParseError.self) { try check.plan(edit, LayoutConstraints(movement: .free)) }
    }
  }

  @Test(arguments: [("de", "de"), ("de-CH", "de-CH"), ("zh-Hant", "zh-Hant"), ("und", "und")])
  func languages(tag: String, expected: String) throws {
    for name in ["moov-first.mp4", "plain.m4a"] {
      var track = TrackEdit(
        trackID: try #require(try EditCheck(Repository.bytes(of: name)).document.tracks.last?.id))
      track.language = LanguageTag(rawValue: tag)
      var edit = DocumentEdit()
      edit.tracks = [track]
      let old = try Repository.bytes(of: name)
      let plan = try #require(try EditCheck(old).plan(edit, LayoutConstraints(movement: .free)))
      let new = RewritePlanTests.result(of: plan, on: old)
      let document = try Inspector.inspect(DataSource(new))
      #expect(document.tracks.last?.language == LanguageTag(rawValue: expected))
      #expect(try ListedSamples(DataSource(new)) == ListedSamples(DataSource(old)))
    }
  }

  @Test func names() throws {
    for (name, title) in [
      ("track-names.mov", "Another"), ("track-names.mov", ""), ("moov-first.mp4", "Zürich"),
      ("plain.m4a", "Sound"),
    ] {
      let old = try Repository.bytes(of: name)
      let check = try EditCheck(old)
      var track = TrackEdit(trackID: try #require(check.document.tracks.first?.id))
      track.name = title
      var edit = DocumentEdit()
      edit.tracks = [track]
      let plan = try #require(try check.plan(edit, LayoutConstraints(movement: .free)))
      let new = RewritePlanTests.result(of: plan, on: old)
      let document = try Inspector.inspect(DataSource(new))
      #expect(document.tracks.first?.name == (title.isEmpty ? nil : title))
      #expect(document.diagnostics == check.document.diagnostics)
      #expect(try ListedSamples(DataSource(new)) == ListedSamples(DataSource(old)))
    }
  }

  @Test func enabledAndRotation() throws {
    for name in ["moov-first.mp4", "camera-keys.mov"] {
      let old = try Repository.bytes(of: name)
      let check = try EditCheck(old)
      let video = try #require(check.document.tracks.first { $0.mediaType == .video })
      for rotation in [0, 90, 180, 270] {
        var track = TrackEdit(trackID: video.id)
        track.isEnabled = false
        track.rotation = rotation
        var edit = DocumentEdit()
        edit.tracks = [track]
        let plan = try #require(try check.plan(edit, LayoutConstraints(movement: .none)))
        let document = try Inspector.inspect(DataSource(RewritePlanTests.result(of: plan, on: old)))
        let new = try #require(document.tracks.first { $0.id == video.id })
        #expect(new.isEnabled == false)
        #expect(new.video?.rotation == rotation)
      }
      var same = TrackEdit(trackID: video.id)
      same.rotation = video.video?.rotation
      var edit = DocumentEdit()
      edit.tracks = [same]
      #expect(try check.plan(edit, LayoutConstraints(movement: .none))?.isUnchanged == true)
    }
  }

  @Test func matricesRotateAroundThePicture() {
    let size = (width: UInt32(640 << 16), height: UInt32(480 << 16))
    let right = TransformationMatrix.identity.rotated(
      to: 90, width: size.width, height: size.height)
    #expect(right?.x == 480 << 16)
    #expect(right?.y == 0)
    let half = TransformationMatrix.identity.rotated(
      to: 180, width: size.width, height: size.height)
    #expect(half?.x == 640 << 16)
    #expect(half?.y == 480 << 16)
    let left = TransformationMatrix.identity.rotated(
      to: 270, width: size.width, height: size.height)
    #expect(left?.x == 0)
    #expect(left?.y == 640 << 16)
    #expect(left?.rotated(to: 0, width: size.width, height: size.height) == .identity)
  }
}
