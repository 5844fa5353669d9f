import Foundation
import TestSupport
import Testing

@testable import MetaCore

@Suite("Pixel buffers")
struct PixelBufferTests {
  @Test("Every row of facts/pixel_formats.tsv is known by code and name")
  func factsAreKnown() throws {
    guard let facts = Repository.facts else { return }
    let table = try String(contentsOf: facts.appending(path: "pixel_formats.tsv"), encoding: .utf8)
    let rows = table.split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
    #expect(rows.count == 67)
    for row in rows {
      let code = try #require(UInt32(row[1].dropFirst(2), radix: 16))
      let format = PixelFormat(rawValue: code)
      #expect(format.name == String(row[0]))
      #expect(format.planeCount > 0, "\(format)")
      #expect((format.bitsPerComponent ?? 0) > 0, "\(format)")
    }
  }

  @Test("Codes are distinct, and every name of libavutil leads back to a layout of the same planes")
  func codesAreDistinct() throws {
    #expect(Set(PixelFormat.all).count == PixelFormat.all.count)
    // A row that is not read as one would be missing.
    #expect(PixelFormat.all.count == PixelFormat.rows.split(separator: "\n").count)
    for format in PixelFormat.all {
      #expect(format.planeCount > 0 && (format.bitsPerComponent ?? 0) > 0, "\(format)")
      guard let name = format.libavName else { continue }
      let found = try #require(PixelFormat(libavName: name))
      #expect(found.row?.planes == format.row?.planes)
    }
    #expect(PixelFormat(named: "BGRA") == .bgra)
    #expect(PixelFormat(named: "nv12") == .yCbCr420VideoRange)
    #expect(PixelFormat(named: "32BGRA") == .bgra)
    #expect(PixelFormat(named: "none") == nil)
  }

  @Test(
    "Planes have the same sizes as in CoreVideo",
    arguments: [
      (PixelFormat.bgra, 3, 2, [12], [2]), (.yCbCr420VideoRange, 5, 3, [5, 6], [3, 2]),
      (.yCbCr420Planar, 5, 3, [5, 3, 3], [3, 2, 2]),
      (.yCbCr420VideoRange10, 4, 4, [8, 8], [4, 2]),
      (PixelFormat(rawValue: 0x3276_7579), 3, 1, [8], [1]),
      (PixelFormat(rawValue: 0x7632_3130), 50, 1, [256], [1]),
      (PixelFormat(rawValue: 1), 9, 1, [2], [1]),
    ])
  func sizes(
    format: PixelFormat, width: Int, height: Int, bytesPerRow: [Int], rows: [Int]
  ) throws {
    let buffer = try MutablePixelBuffer(
      PixelBufferAttributes(format: format, width: width, height: height)
    ).finished()
    #expect((0..<buffer.planeCount).map(buffer.bytesPerRow(ofPlane:)) == bytesPerRow)
    #expect((0..<buffer.planeCount).map(buffer.rows(ofPlane:)) == rows)
    #expect(buffer.packedBytes().count == zip(bytesPerRow, rows).reduce(0) { $0 + $1.0 * $1.1 })
  }

  @Test("Bytes written to a plane are read only from that plane")
  func bytesAreKept() throws {
    var buffer = try MutablePixelBuffer(
      PixelBufferAttributes(format: .yCbCr420Planar, width: 4, height: 2))
    buffer.withMutableBytes(ofPlane: 1) { span in
      for index in 0..<span.byteCount {
        span.storeBytes(of: 7, toByteOffset: index, as: UInt8.self)
      }
    }
    let finished = buffer.finished()
    let copy = finished
    #expect(finished.packedBytes() == [UInt8](repeating: 0, count: 8) + [7, 7, 0, 0])
    #expect(copy.withBytes(ofPlane: 1) { $0.byteCount } == 2)
    #expect(copy.withBytes(ofPlane: 9) { $0.byteCount } == 0)
  }

  @Test("Wrong sizes, layouts and attributes have distinct errors")
  func errors() throws {
    func code(_ format: PixelFormat, _ width: Int, _ height: Int) -> MetaError.Code? {
      do throws(MetaError) {
        _ = try MutablePixelBuffer(
          PixelBufferAttributes(format: format, width: width, height: height)
        ).finished()
        return nil
      } catch {
        return error.code
      }
    }
    for (width, height) in [(0, 1), (1, 0), (-1, 1), (.max, 1), (.max, .max), (1 << 20, 1 << 20)] {
      #expect(code(.bgra, width, height) == .invalidSize)
    }
    #expect(code(PixelFormat(rawValue: 0x1234), 1, 1) == .invalidPixelFormat)
    #expect(code(.bgra, 1, 1) == nil)
    #expect(throws: MetaError.self) {
      try PixelBufferPool(PixelBufferAttributes(format: .bgra, width: 1, height: 1), limit: 0)
    }
  }

  @Test(
    "A pool returns no more buffers than its limit, and reuses each when its last copy is released")
  func poolsAreBounded() throws {
    let pool = try PixelBufferPool(
      PixelBufferAttributes(format: .bgra, width: 16, height: 16), limit: 2)
    var first: PixelBuffer? = try pool.makeBuffer().finished()
    let second = try pool.makeBuffer().finished()
    func isExhausted() -> Bool {
      do throws(MetaError) {
        _ = try pool.makeBuffer().finished()
        return false
      } catch {
        return error.code == .poolExhausted
      }
    }
    #expect(isExhausted())
    let copy = first
    first = nil
    #expect(isExhausted())
    _ = copy?.width
    first = second
    #expect(first?.width == 16)
  }

  @Test("An unfinished buffer is returned to the pool")
  func unfinishedPicturesAreFree() throws {
    let pool = try PixelBufferPool(
      PixelBufferAttributes(format: .bgra, width: 2, height: 2), limit: 1)
    for _ in 0..<3 {
      do {
        let buffer = try pool.makeBuffer()
        #expect(buffer.planeCount == 1)
      }
    }
    let last = try pool.makeBuffer().finished()
    #expect(last.width == 2)
  }
}
