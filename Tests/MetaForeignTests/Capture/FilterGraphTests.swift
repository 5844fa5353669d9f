import MetaCapture
import Testing

@testable import MetaCore

/// Filter graphs in the process of the test; `CaptureDeviceTests` runs them in `metatool-capture`.
@Suite("Filter graphs")
struct FilterGraphTests {
  @Test("A graph works again after a size that it does not support")
  func unsupportedSize() throws {
    let filter = try SystemCapture().filter(graph: "crop=64:48")
    func width(of width: Int, _ height: Int) throws -> Int {
      let picture = try MutablePixelBuffer(
        PixelBufferAttributes(format: .yCbCr420Planar, width: width, height: height))
      return try filter.apply(to: picture.finished(), at: .zero).width
    }
    #expect(try width(of: 80, 60) == 64)
    #expect(throws: MetaError.self) { try width(of: 32, 24) }
    #expect(try width(of: 80, 60) == 64)
  }
}
