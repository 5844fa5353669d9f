internal import LibAV
internal import MetaCore
internal import TagLib

/// Reads a file with the libraries that other programs use.
enum OtherReaders {
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
        case .notOpened: "TagLib does not read it"
        case .exception: "TagLib failed over it"
        }
    }
    return reading
  }

  static func libavformat(_ source: any ByteSource, _ kind: String) -> ForeignReading {
    var reading = ForeignReading(.libavformat)
    var log: [LogLine] = []
    do throws(ParseError) {
      try LogCapture.collect(into: &log) { () throws(ParseError) in
        let demuxer = try Demuxers.name(for: kind, source)
        let input = try LibAVContainer.open(source, demuxer, readAhead: .ifNeeded)
        reading.take(input.entries)
        // Ogg has the tags with its streams; those of the first sound are what players show.
        let streams = input.streams.filter { !$0.disposition.contains(.attachedPicture) }
        let first = streams.filter { $0.media == .audio } + streams.filter { $0.media == .video }
        for stream in first.prefix(kind == "ogg" ? first.count : 1) { reading.take(stream.entries) }
        reading.pictures = input.streams.count {
          // Pictures of chapters are no pictures of the file.
          $0.disposition.intersection([.attachedPicture, .timedThumbnails]) == .attachedPicture
        }
      }
    } catch {
      reading.refusal = "libavformat does not read it: \(error.reason)"
    }
    return reading
  }
}

extension ForeignReading {
  /// Takes entries whose names are not there yet.
  fileprivate mutating func take(_ entries: [MediaEntry]) {
    for entry in entries where values(named: entry.key).isEmpty {
      properties.append(Property(name: entry.key, value: entry.value))
    }
  }
}
