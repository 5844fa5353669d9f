internal import MetaCore

/// A kind of file that libavformat reads and MetaCore does not, as a row of a table: the demuxer,
/// the file extensions, and the key space of the metadata.
///
/// ``LibAVContainer`` reads such files.
struct ContainerKind: Sendable {
  /// The value of `container.kind` in dumps.
  let kind: String
  /// The names under which MetaCore recognises the container (`UnsupportedFormats`).
  let names: [String]
  /// The name of libavformat's demuxer.
  let demuxer: String
  /// The file name extensions.
  let extensions: [String]
  /// The uniform type identifier of the files.
  let fileType: String
  /// The key space of the items.
  let keySpace: KeySpace
  /// The location of items in the file, in the format's own terms.
  let place: String

  /// The container's name for display.
  var name: String { names[0] }

  /// All kinds.
  static let all: [ContainerKind] = table.split(separator: "\n").compactMap { line in
    let columns = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard columns.count == 7 else { return nil }
    return ContainerKind(
      kind: columns[0], names: columns[6].split(separator: ";").map(String.init),
      demuxer: columns[1], extensions: columns[2].split(separator: " ").map(String.init),
      fileType: columns[3], keySpace: KeySpace(rawValue: columns[4]), place: columns[5])
  }

  /// The columns are kind, demuxer, extensions, type, key space, location of the items, and
  /// MetaCore's names.
  private static let table = """
    matroska|matroska|mkv webm mka mks mk3d|org.matroska.mkv|mkv|Segment|Matroska or WebM
    avi|avi|avi divx|public.avi|riff|LIST/INFO|AVI
    mpegts|mpegts|ts m2ts mts|public.mpeg-2-transport-stream|mpts|SDT|MPEG transport stream;MPEG transport stream (M2TS)
    mpegps|mpeg|mpg mpeg vob|public.mpeg|lavf||MPEG program stream
    flv|flv|flv|com.adobe.flash.video|flv|onMetaData|Flash video
    caf|caf|caf|com.apple.coreaudio-format|caaf|info|Core Audio Format
    au|au|au snd|public.au-audio|lavf||AU audio
    amr|amr|amr|org.3gpp.adaptive-multi-rate-audio|lavf||AMR audio
    ac3|ac3|ac3|public.ac3-audio|lavf||AC-3 audio
    eac3|eac3|eac3 ec3|public.enhanced-ac3-audio|lavf||E-AC-3 audio
    w64|w64|w64|com.sony.wave64|riff||Wave64
    mxf|mxf|mxf|org.smpte.mxf|lavf|Preface|MXF
    rm|rm|rm rmvb ra|com.real.realmedia|lavf|CONT|RealMedia;RealAudio
    dv|dv|dv dif|public.dv-movie|lavf||DV video
    mpegvideo|mpegvideo|m1v m2v|public.video|lavf||MPEG video
    h264|h264|h264 264 avc|public.video|lavf||H.264 video without a container
    hevc|hevc|hevc 265 h265|public.video|lavf||HEVC video without a container
    ivf|ivf|ivf|public.video|lavf||IVF video
    yuv4mpeg|yuv4mpegpipe|y4m|public.video|lavf||YUV4MPEG video
    shorten|shn|shn|public.audio|lavf||Shorten audio
    dts|dts|dts|public.audio|lavf||DTS audio
    truehd|truehd|thd|public.audio|lavf||Dolby TrueHD audio
    mlp|mlp|mlp|public.audio|lavf||Meridian lossless audio
    loas|loas|latm loas|public.audio|lavf||AAC in LATM
    """
}
