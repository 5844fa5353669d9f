internal import LibAV
internal import LibAVDevice
internal import MetaCore
internal import MetaForeign
internal import Synchronization

/// A libavfilter graph, such as `hflip,eq=contrast=1.2`, as a video filter for a capture
/// (`--filter-graph`): each frame goes through the graph and must come out immediately, so a graph
/// that delays frames causes an error.
final class GraphFilter: VideoFilter {
  let pixelFormats: [PixelFormat] = []
  private let state: Mutex<State>

  /// The libavfilter graph; the lock gives it to one thread at a time.
  private struct State: @unchecked Sendable {
    let graph: FilterGraph
  }

  /// The units per second in which the graph receives frame times.
  private static let timescale: Int32 = 1_000_000

  /// Creates the filter for a graph in the syntax of ffmpeg's option `-vf`.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` if the graph cannot be parsed or created.
  init(_ description: String) throws(MetaError) {
    do throws(LibAVError) {
      state = Mutex(
        State(graph: try FilterGraph(description, timescale: GraphFilter.timescale)))
    } catch { throw MetaError(.invalidAttributes, reason: error.description) }
  }

  func apply(to picture: PixelBuffer, at time: MediaTime) throws(MetaError) -> PixelBuffer {
    let units = time.converted(toTimescale: UInt32(GraphFilter.timescale)).value
    let filtered: PixelBuffer?
    do throws(LibAVError) {
      filtered = try state.withLock { (state) throws(LibAVError) in
        let frame = try state.graph.apply(to: picture.frame(), at: units)
        return frame.flatMap { PixelBuffer($0) }
      }
    } catch { throw MetaError(.unsupported, reason: error.description) }
    // A graph that delays frames returns no frame for this time.
    guard let filtered else {
      throw MetaError(.unsupported, reason: "the filter graph delays frames")
    }
    return filtered
  }
}
