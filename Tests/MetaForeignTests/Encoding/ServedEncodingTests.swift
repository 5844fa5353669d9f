import Foundation
import TestSupport
import Testing

/// Verbs that encode, as requests of `serve`.
@Suite("Encoding in serve", .enabled(if: Program.find("ffmpeg") != nil))
struct ServedEncodingTests {
  private let files: MadeFiles

  init() throws { files = try MadeFiles() }

  @Test("A slideshow reports progress, and leaves nothing when it is cancelled")
  func slideshow() throws {
    let image = try files.create(
      "one.png", ["-f", "lavfi", "-i", "testsrc2=size=640x480", "-frames:v", "1"], plain: false)
    try check(
      ["slideshow", image.path, "--each", "600", "--no-repeat"], ["slideshow", image.path])
  }

  @Test("A transcode reports progress, and leaves nothing when it is cancelled")
  func transcode() throws {
    let film = try files.film("film.mov", seconds: 30)
    let words = ["transcode", film.path, "--audio", "copy", "--video"]
    try check(
      words + ["codec=hevc,width=1280,speed=slower"],
      ["transcode", film.path, "--end", "1", "--video", "codec=h264"])
  }

  /// Cancels a command of `sys.argv` when it reports progress, then runs the other.
  private static let script = """
    import os, sys
    sys.path.insert(0, "examples/serve")
    import client
    serve = client.Serve(os.environ["METATOOL"])
    mark = sys.argv.index("then")
    work = serve.start(*sys.argv[1:mark], progress=True)
    lines = []
    for line in serve.lines(work):
        if "progress" in line and not any("progress" in other for other in lines):
            serve.cancel(work)
        lines.append(line)
    print(lines[-1]["done"]["status"], any("progress" in line for line in lines), any("result" in line for line in lines))
    print(os.path.exists(os.environ["OUTPUT"]))
    serve.run(*sys.argv[mark + 1:])
    assert serve.close() == 0
    """

  private func check(_ long: [String], _ short: [String]) throws {
    let python = try #require(Program.find("python3"))
    let output = files.file("new.mp4")
    let options = ["-o", output.path]
    func whole(_ words: [String]) -> [String] {
      words[0] == "slideshow" ? words + options : [words[0], words[1], output.path] + words[2...]
    }
    let used = try Program.run(
      python, ["-c", ServedEncodingTests.script] + whole(long) + ["then"] + whole(short),
      environment: ["METATOOL": Program.metatool.path, "OUTPUT": output.path])
    #expect(used.errors == "")
    #expect(used.text == "130 True False\nFalse\n")
    #expect(try files.seconds(output) > 0)
  }
}
