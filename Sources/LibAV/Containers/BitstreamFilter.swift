internal import CLibAV

/// A libavcodec bitstream filter: takes the packets of one stream, and returns them in the form
/// that a different container requires, without decoding them.
///
/// The numbers of packets that go in and come out may differ; after ``end()``, the rest come out.
@safe struct BitstreamFilter: ~Copyable {
  private let context: UnsafeMutablePointer<AVBSFContext>

  /// Returns the filter needed to copy a stream from one container to another; nil if none is
  /// needed.
  ///
  /// libavformat inserts most filters itself (`aac_adtstoasc` for MP4, `h264_mp4toannexb` for
  /// MPEG-TS); this returns the ones that it leaves to its callers.
  static func name(codec: String, from demuxer: String, to muxer: String) -> String? {
    // AVI and MPEG program streams cannot store the H.264 configuration of MP4 and Matroska, nor
    // program streams that of HEVC.
    let isProgramStream = ["mpeg", "vob", "svcd", "vcd", "dvd"].contains(muxer)
    switch codec {
    case "h264" where isProgramStream || muxer == "avi": return "h264_mp4toannexb"
    case "hevc" where isProgramStream: return "hevc_mp4toannexb"
    // AVI packs a B-frame into the preceding packet; no other container supports that.
    case "mpeg4" where demuxer == "avi" && muxer != "avi": return "mpeg4_unpack_bframes"
    default: return nil
    }
  }

  /// Opens a filter for packets of a stream.
  init(_ name: String, for stream: UnsafeMutablePointer<AVStream>) throws(LibAVError) {
    guard let filter = unsafe av_bsf_get_by_name(name) else {
      throw LibAVError(LibAVError.noFilter, "changing packets with \(name)")
    }
    var allocated: UnsafeMutablePointer<AVBSFContext>?
    try LibAVError.check(unsafe av_bsf_alloc(filter, &allocated), "opening \(name)")
    guard let context = unsafe allocated else {
      throw LibAVError(LibAVError.noMemory, "opening \(name)")
    }
    unsafe context.pointee.time_base_in = unsafe stream.pointee.time_base
    var code = unsafe avcodec_parameters_copy(context.pointee.par_in, stream.pointee.codecpar)
    if code >= 0 { code = unsafe av_bsf_init(context) }
    guard code >= 0 else {
      unsafe av_bsf_free(&allocated)
      throw LibAVError(code, "opening \(name)")
    }
    unsafe self.context = unsafe context
  }

  deinit {
    var context: UnsafeMutablePointer<AVBSFContext>? = unsafe self.context
    unsafe av_bsf_free(&context)
  }

  /// The codec parameters after the filter.
  var parameters: UnsafePointer<AVCodecParameters> {
    unsafe UnsafePointer(context.pointee.par_out)
  }

  /// The time base after the filter.
  var timeBase: AVRational { unsafe context.pointee.time_base_out }

  /// Sends a packet to the filter; the packet is empty afterwards.
  func send(_ packet: borrowing Packet) throws(LibAVError) {
    try LibAVError.check(unsafe av_bsf_send_packet(context, packet.pointer), "changing a packet")
  }

  /// Signals the end of the stream to the filter.
  func end() throws(LibAVError) {
    try LibAVError.check(unsafe av_bsf_send_packet(context, nil), "changing a packet")
  }

  /// Receives the next packet; returns false if more input is required or there are no more
  /// packets.
  func receive(into packet: borrowing Packet) throws(LibAVError) -> Bool {
    let code = unsafe av_bsf_receive_packet(context, packet.pointer)
    guard code != LibAVError.again, code != LibAVError.endOfFile else { return false }
    try LibAVError.check(code, "changing a packet")
    return true
  }
}
