internal import CLibAV
package import LibAV

/// A libavfilter graph with one video input and one video output, for the pictures of a capture:
/// each picture goes in with its time, and the newest filtered one comes out.
///
/// If the size or pixel format changes, the graph is rebuilt. It is not thread-safe.
@safe package final class FilterGraph {
  private let description: String
  private let timeBase: Fraction
  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private var source: UnsafeMutablePointer<AVFilterContext>?
  private var sink: UnsafeMutablePointer<AVFilterContext>?
  private let frame: UnsafeMutablePointer<AVFrame>
  /// The width, height and pixel format for which the graph was configured.
  private var input = ""

  /// Creates a graph from its description, such as `hflip,eq=contrast=1.2`; `timescale` is the
  /// number of time units per second.
  ///
  /// - Throws: ``LibAVError`` if the description is invalid or names unknown filters.
  package init(_ description: String, timescale: Int32) throws(LibAVError) {
    guard let frame = unsafe av_frame_alloc() else {
      throw LibAVError(LibAVError.noMemory, "creating a filter graph")
    }
    unsafe self.frame = unsafe frame
    self.description = description
    timeBase = Fraction(1, Int(timescale))
    // This only detects errors in the description early; the first picture reconfigures the graph.
    try configure(width: 64, height: 64, layout: "yuv420p")
  }

  deinit {
    unsafe avfilter_graph_free(&graph)
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe self.frame
    unsafe av_frame_free(&frame)
  }

  /// Filters a picture; returns nil if the graph has no output yet.
  ///
  /// - Throws: ``LibAVError`` if a filter fails, or the graph does not support the size or pixel
  ///   format of the picture.
  package func apply(to picture: MediaFrame, at time: Int64) throws(LibAVError) -> MediaFrame? {
    let layout = picture.pixelFormat ?? ""
    if input != FilterGraph.key(picture.width, picture.height, layout) {
      try configure(width: picture.width, height: picture.height, layout: layout)
    }
    let action = "filtering a picture"
    let code = unsafe picture.withFrame { pointer in
      unsafe av_frame_unref(frame)
      let code = unsafe av_frame_ref(frame, pointer)
      guard code >= 0 else { return code }
      unsafe frame.pointee.pts = time
      return unsafe av_buffersrc_add_frame_flags(source, frame, 0)
    }
    try LibAVError.check(code, action)
    var newest: MediaFrame?
    while true {
      let code = unsafe av_buffersink_get_frame(sink, frame)
      // There is no more output, either for now or at all.
      if code == LibAVError.again || code == LibAVError.endOfFile { return newest }
      try LibAVError.check(code, action)
      newest = try unsafe MediaFrame(taking: frame, timeBase: timeBase)
    }
  }

  private static func key(_ width: Int, _ height: Int, _ layout: String) -> String {
    "\(width)x\(height) \(layout)"
  }

  /// Creates the graph; an error contains the first message that libavfilter logged, if any, which
  /// names the filter.
  private func configure(width: Int, height: Int, layout: String) throws(LibAVError) {
    var log: [LogLine] = []
    do throws(LibAVError) {
      try LogCapture.collect(into: &log) { () throws(LibAVError) in
        try build(width: width, height: height, layout: layout)
      }
    } catch { throw LibAVError(error.code, error.action, reason: log.first?.text) }
  }

  /// Creates the graph for pictures with the given size and pixel format; after a failure, there is
  /// no configured graph.
  private func build(width: Int, height: Int, layout: String) throws(LibAVError) {
    input = ""
    unsafe avfilter_graph_free(&graph)
    unsafe (source, sink) = (nil, nil)
    unsafe graph = avfilter_graph_alloc()
    guard let graph = unsafe graph else {
      throw LibAVError(LibAVError.noMemory, "creating a filter graph")
    }
    let action = "the filter graph “\(description)”"
    let arguments =
      "video_size=\(width)x\(height):pix_fmt=\(layout):time_base=1/\(timeBase.denominator):pixel_aspect=1/1"
    try LibAVError.check(
      unsafe avfilter_graph_create_filter(
        &source, avfilter_get_by_name("buffer"), "in", arguments, nil, graph), action)
    try LibAVError.check(
      unsafe avfilter_graph_create_filter(
        &sink, avfilter_get_by_name("buffersink"), "out", nil, nil, graph), action)
    try unsafe parse(graph, action)
    try LibAVError.check(unsafe avfilter_graph_config(graph, nil), action)
    input = FilterGraph.key(width, height, layout)
  }

  /// Adds the filters in the description between the source and the sink.
  private func parse(
    _ graph: UnsafeMutablePointer<AVFilterGraph>, _ action: String
  ) throws(LibAVError) {
    var (outputs, inputs) = unsafe (avfilter_inout_alloc(), avfilter_inout_alloc())
    defer {
      unsafe avfilter_inout_free(&outputs)
      unsafe avfilter_inout_free(&inputs)
    }
    guard let from = unsafe outputs, let to = unsafe inputs else {
      throw LibAVError(LibAVError.noMemory, action)
    }
    unsafe from.pointee.name = av_strdup("in")
    unsafe from.pointee.filter_ctx = unsafe source
    unsafe to.pointee.name = av_strdup("out")
    unsafe to.pointee.filter_ctx = unsafe sink
    try LibAVError.check(
      unsafe avfilter_graph_parse_ptr(graph, description, &inputs, &outputs, nil), action)
  }
}
