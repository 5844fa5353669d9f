internal import LibAV
internal import LibAVDevice
internal import MetaCore
internal import MetaForeign
internal import Synchronization

/// A libavfilter graph as a video filter.
final class GraphFilter: VideoFilter {
  let pixelFormats: [PixelFormat] = []
  private let state: Mutex<State>

  /// Used by one thread at a time.
  private struct State: @unchecked Sendable {
    let graph: FilterGraph
  }

  private static let timescale: Int32 = 1_000_000

  /// - Throws: ``MetaError`` with `invalidAttributes` for a graph that does not parse.
  init(_ description: String) throws(MetaError) {
    do throws(LibAVError) {
      state = Mutex(
        State(graph: try FilterGraph(description, timescale: GraphFilter.timescale)))
    } catch { throw MetaError(.invalidAttributes, reason: error.description) }
  }

  func apply(to picture: PixelBuffer, at time: MediaTime) throws(MetaError) -> PixelBuffer {
    let units = time.converted(toTimescale: UInt32(GraphFilter.timescale)).value
    let made: PixelBuffer?
    do throws(LibAVError) {
      made = try state.withLock { (state) throws(LibAVError) in
        let frame = try state.graph.apply(to: picture.frame(), at: units)
        return frame.flatMap { PixelBuffer($0) }
      }
    } catch { throw MetaError(.unsupported, reason: error.description) }
    guard let made else {
      throw MetaError(.unsupported, reason: "the filter graph delays frames")
    }
    return made
  }
}
