import MetaCore
import SystemPackage

/// export INPUT OUTPUT [START END]: copies the media of a file, or a part of it, to another
/// container, without private metadata.
@main
enum Export {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { return print("export INPUT OUTPUT [START END]") }
    let session = ExportSession(asset: Asset(path: FilePath(arguments[0])))
    session.options.filter = .forSharing
    if arguments.count == 4, let start = MediaTime(clock: arguments[2]),
      let end = MediaTime(clock: arguments[3])
    {
      session.options.timeRange = MediaTimeRange(start: start, end: end)
    }
    async let progress: Void = show(session.states())
    let result = try await session.export(to: FilePath(arguments[1]))
    await progress
    print("\(arguments[1]): \(result.bytesWritten) bytes written")
  }

  private static func show(_ states: AsyncStream<ExportSession.State>) async {
    var last = 0.0
    for await state in states {
      if case .exporting(let progress) = state { last = progress }
    }
    print("copied: \(Int(last * 100)) %")
  }
}
