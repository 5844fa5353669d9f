internal import LibAV
internal import MetaCore
internal import TagLib

/// Reads the metadata of a file as other programs would, with TagLib and libavformat, for
/// `readers`, `verify --readers` and `--check-readers`, which compare it with MetaCore's result.
enum LibraryReaders {
  /// Returns the metadata that TagLib reads; `name` has the extension by which it recognises the
  /// format.
  static func tagLib(_ source: any ByteSource, _ name: String) -> ForeignReading {
    var reading = ForeignReading(.tagLib)
    do throws(TagLibFile.Refusal) {
      let file = try TagLibFile(name: name, length: source.length) { offset, count in
        try? source.read(at: offset, count: count)
      }
      reading.properties = file.properties.map { .init(name: $0.name, value: $0.value) }
      reading.pictures = file.pictureCount
    } catch {
      reading.refusal =
        switch error {
        case .notOpened: "TagLib cannot read it"
        case .exception: "TagLib failed with an exception"
        }
    }
    return reading
  }

  /// Returns the metadata that libavformat reads from a container of the given kind: that of the
  /// file and of its first audio stream, or else of its first video stream; in Ogg, of all these
  /// streams.
  static func libavformat(_ source: any ByteSource, _ kind: String) -> ForeignReading {
    var reading = ForeignReading(.libavformat)
    var log: [LogLine] = []
    do throws(ParseError) {
      try LogCapture.collect(into: &log) { () throws(ParseError) in
        let demuxer = try Demuxers.name(for: kind, source)
        let input = try LibAVContainer.open(source, demuxer, readAhead: .ifNeeded)
        reading.addMissing(input.entries)
        // Ogg stores tags per stream; players show those of the first audio stream.
        let streams = input.streams.filter { !$0.disposition.contains(.attachedPicture) }
        let first = streams.filter { $0.media == .audio } + streams.filter { $0.media == .video }
        for stream in first.prefix(kind == "ogg" ? first.count : 1) {
          reading.addMissing(stream.entries)
        }
        reading.pictures = input.streams.count {
          // Chapter pictures are not counted.
          $0.disposition.intersection([.attachedPicture, .timedThumbnails]) == .attachedPicture
        }
      }
    } catch {
      reading.refusal = "libavformat cannot read it: \(error.reason)"
    }
    return reading
  }
}

extension ForeignReading {
  /// Adds the entries whose names are not present yet.
  fileprivate mutating func addMissing(_ entries: [MediaEntry]) {
    for entry in entries where values(named: entry.key).isEmpty {
      properties.append(Property(name: entry.key, value: entry.value))
    }
  }
}
