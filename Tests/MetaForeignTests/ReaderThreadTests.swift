import Foundation
import MetaCore
import SystemPackage
import Synchronization
import TestSupport
import Testing

@testable import MetaForeign

/// Readers used by several threads at a time; `Scripts/test-threads` runs it with the thread
/// sanitizer.
@Suite("Readers and threads")
struct ReaderThreadTests {
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)
  private let film: URL
  private let files: MadeFiles

  init() throws {
    files = try MadeFiles()
    film = try files.film("film.mp4", seconds: 2)
  }

  /// A provider that one thread reads.
  private final class Held: Sendable {
    private let provider: Mutex<SampleProvider?>
    init(_ provider: consuming sending SampleProvider) { self.provider = Mutex(provider) }
    func next() -> SampleBuffer? {
      provider.withLock { provider in try? provider?.copyNextSampleBuffer() }
    }
  }

  /// A number that several tasks change.
  private final class Counter: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func count() { number.withLock { $0 += 1 } }
  }

  private var asset: Asset { Asset(foreign: FilePath(film.path)) }

  @Test("A reader is cancelled while its outputs are read on other threads", arguments: 0..<8)
  func cancelling(delay: Int) throws {
    let reader = AssetReader(asset: asset, codecs: codecs)
    let outputs: [FirstTrackOutput] = [
      FirstTrackOutput(.audio, track: nil, settings: .decoded),
      FirstTrackOutput(.video, track: nil, settings: .decoded),
      FirstTrackOutput(.audio, track: nil, settings: nil),
      FirstTrackOutput(.video, track: nil, settings: .pixels(.rgba)),
    ]
    let providers = try outputs.map { Held(try reader.outputProvider(for: $0)) }
    try reader.start()
    let ended = Counter()
    DispatchQueue.concurrentPerform(iterations: providers.count + 1) { index in
      guard index < providers.count else {
        Thread.sleep(forTimeInterval: Double(delay) * 0.002)
        _ = (reader.status, reader.findings.count)
        return reader.cancelReading()
      }
      while providers[index].next() != nil {}
      ended.count()
    }
    #expect(ended.value == providers.count)
    #expect(reader.status == .cancelled || reader.status == .completed)
  }

  @Test func tasksReadWaveformsAndImagesOfOneAsset() async throws {
    let (asset, codecs) = (asset, codecs)
    let generator = ImageGenerator(asset: asset, codecs: codecs)
    let times = (0..<6).compactMap { MediaTime(value: $0, timescale: 4) }
    let found = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<3 {
        group.addTask {
          try await WaveformData(asset: asset, bins: 100, codecs: codecs).length
        }
        group.addTask {
          generator.maximumSize = (64, 64)
          var count = 0
          for await image in generator.images(for: times) where (try? image.result.get()) != nil {
            count += 1
          }
          return count
        }
      }
      var sums: [Int] = []
      for try await count in group { sums.append(count) }
      return sums.sorted()
    }
    #expect(found == [6, 6, 6, 100, 100, 100])
  }

  @Test func aCancelledTaskCancelsItsReader() async throws {
    let reader = AssetReader(asset: asset, codecs: codecs)
    let counter = Counter()
    let reading = Task.detached { () -> MetaError.Code? in
      do throws(MetaError) {
        let output = FirstTrackOutput(.video, track: nil, settings: .decoded)
        let provider = try reader.outputProvider(for: output)
        try reader.start()
        while try await provider.next() != nil {
          counter.count()
          while !Task.isCancelled { await Task.yield() }
        }
        return nil
      } catch {
        return error.code
      }
    }
    while counter.value == 0 { await Task.yield() }
    reading.cancel()
    #expect(await reading.value == .cancelled)
    #expect(reader.status == .cancelled)
    #expect(counter.value == 1)
  }
}
