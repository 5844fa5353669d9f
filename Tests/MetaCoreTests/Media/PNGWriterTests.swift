import Foundation
import TestSupport
import Testing

@testable import MetaCore

@Suite("PNG images")
struct PNGWriterTests {
  @Test("ffmpeg reads the pixels that were written", arguments: PNGWriter.Pixels.allCases)
  func pixels(_ pixels: PNGWriter.Pixels) throws {
    var random = SeededGenerator(seed: UInt64(pixels.rawValue))
    let (width, height) = (37, 23)
    let size = width * pixels.bytesPerPixel
    var rows = (0..<(size * height)).map { _ in UInt8.random(in: 0...255, using: &random) }
    // Rows for every filter: the same as above, and a gradient.
    rows.replaceSubrange((5 * size)..<(6 * size), with: rows[(4 * size)..<(5 * size)])
    for index in 0..<size { rows[7 * size + index] = UInt8(truncatingIfNeeded: index) }
    let scratch = try Scratch()
    let file = scratch.file("image.png")
    try Data(try PNGWriter.image(width: width, height: height, pixels, rows: rows)).write(to: file)
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let format = ["gray", "?", "rgb24", "rgba"][pixels.bytesPerPixel - 1]
    let read = try Program.run(
      ffmpeg, ["-v", "error", "-i", file.path, "-f", "rawvideo", "-pix_fmt", format, "-"])
    #expect(read.errors == "")
    let isEqual = [UInt8](read.output) == rows
    #expect(isEqual)
  }

  @Test("Impossible sizes are errors")
  func sizes() {
    for (width, height, count) in [(0, 1, 0), (1, 0, 0), (1 << 21, 1, 1 << 21), (2, 2, 3)] {
      #expect(throws: MetaError.self) {
        try PNGWriter.image(
          width: width, height: height, .grey, rows: [UInt8](repeating: 0, count: count))
      }
    }
  }

  @Test("Colours are parsed in CSS notation")
  func colors() {
    #expect(DrawingColor(css: "#f80") == DrawingColor(red: 255, green: 0x88, blue: 0))
    #expect(DrawingColor(css: "#FF8800") == DrawingColor(css: "#f80"))
    #expect(
      DrawingColor(css: "#12345678")
        == DrawingColor(red: 0x12, green: 0x34, blue: 0x56, alpha: 0x78))
    #expect(DrawingColor(css: "Teal") == DrawingColor(red: 0, green: 128, blue: 128))
    #expect(DrawingColor(css: "#12345678")?.css == "#12345678")
    #expect(DrawingColor(css: "navy")?.css == "#000080")
    for text in [
      "", "#", "#12", "#12345", "#ggg", "#1234567890", "rebeccapurple", "red\"/>", "#+12",
    ] {
      #expect(DrawingColor(css: text) == nil, "\(text)")
    }
  }
}
