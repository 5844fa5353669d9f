import Foundation
import MetaCore
import TestSupport
import Testing

/// docs/library-jobs.md: the code that it shows is counted and run.
@Suite("Eight jobs in five libraries") struct LibraryJobTests {
  private let document: LibraryJobDocument
  private let scratch: Scratch

  init() throws {
    document = try LibraryJobDocument()
    scratch = try Scratch()
  }

  private func song(_ name: String = "song.m4a") throws -> String {
    let file = scratch.file(name)
    try? FileManager.default.removeItem(at: file)
    try FileManager.default.copyItem(at: Repository.sample("song-itunes.m4a"), to: file)
    return file.path
  }

  private static let image: [UInt8] = {
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    return [UInt8](Data(base64Encoded: png) ?? Data())
  }()

  @Test(
    "The table has the line counts of the code, and MetaCore needs no more lines than any other library"
  )
  func counts() throws {
    #expect(document.jobs.count == 8 && document.counts.count == 8)
    for (job, row) in zip(document.jobs, document.counts) {
      #expect(row.first?.lowercased() == job.name.lowercased())
      let counts = row.dropFirst().map { Int($0.prefix { $0.isNumber }) }
      let counted = ["swift", "cpp", "python"].map { job.code[$0]?.count }
      #expect(Array(counts.prefix(3)) == counted, "\(job.name)")
      let own = try #require(counts.first ?? nil)
      #expect(counts.compactMap(\.self).allSatisfy { own <= $0 }, "\(job.name)")
    }
  }

  @Test("The code shown for MetaCore is the code that the tests run") func codeIsUnchanged() throws
  {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "LibraryJobs.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    for job in document.jobs {
      for line in try #require(job.code["swift"]) {
        #expect(lines.contains(line), "\(job.name)")
      }
    }
  }

  @Test("MetaCore does the jobs") func metaCore() async throws {
    let path = try song()
    #expect(try await LibraryJobs.title(path) == "Blue Train")
    #expect(try await LibraryJobs.artists(path) == ["Ada Lind"])
    #expect(try await LibraryJobs.track(path) == NumberPair(number: 3, count: 9))
    #expect(try await LibraryJobs.cover(path)?.starts(with: [0xFF, 0xD8]) == true)
    try await LibraryJobs.setTitle(path)
    try await LibraryJobs.setCover(path, Self.image)
    try await LibraryJobs.setOwnKey(path)
    try expectEdits(of: path, title: true, cover: true, key: true)
    let edited = try await LibraryJobs.edited(
      [UInt8](try Data(contentsOf: Repository.sample("song-itunes.m4a"))))
    #expect(try await Asset(bytes: edited).load(.fields).title == "Blue")
  }

  /// Checks what MetaCore reads from an edited file.
  private func expectEdits(of path: String, title: Bool, cover: Bool, key: Bool) throws {
    let read = try Document(contentsOf: path)
    #expect((read.fields.title == "Blue") == title)
    #expect((read.artwork.map(\.byteCount) == [Int64(Self.image.count)]) == cover)
    #expect((read.values(of: try OwnKey("MYTAG")).first?.stringValue == "x") == key)
  }

  // MARK: mutagen

  @Test(
    "mutagen does the jobs with the code shown",
    .enabled(if: Peers.isInstalled("mutagen"), "needs python3-mutagen"))
  func mutagen() throws {
    let path = try song()
    let reads = [
      (0, "title", "'Blue Train'"), (2, "artists", "['Ada Lind']"), (3, "track", "['3', '9']"),
      (4, "cover[:2]", "MP4Cover(b'\\xff\\xd8'"),
    ]
    for (job, name, expected) in reads {
      let output = try python(job, "print(repr(\(name)))", path)
      #expect(output.hasPrefix(expected) || output.contains("xff\\xd8"), "\(output)")
    }
    _ = try python(1, "", path)
    try expectEdits(of: path, title: true, cover: false, key: false)
    _ = try python(5, "", path)
    _ = try python(6, "", path)
    try expectEdits(of: path, title: true, cover: true, key: true)
    let other = try song("other.m4a")
    _ = try python(7, "open(path, 'wb').write(edited)", other)
    try expectEdits(of: other, title: true, cover: false, key: false)
  }

  private func python(_ job: Int, _ end: String, _ path: String) throws -> String {
    let lines = try #require(document.jobs[job].code["python"])
    let start = [
      "import io, sys, base64, mutagen, mutagen.mp4", "path = sys.argv[1]",
      "image = base64.b64decode('\(Data(Self.image).base64EncodedString())')",
      "buffer = open(path, 'rb').read()",
    ]
    let program = (start + lines + [end]).joined(separator: "\n")
    let run = try Program.run(
      try #require(Program.find("python3")), ["-c", program, path])
    #expect(run.status == 0, "\(run.errors)")
    return run.text
  }

  // MARK: TagLib

  @Test(
    "TagLib does the jobs with the code shown",
    .enabled(if: Peers.isInstalled("TagLib"), "needs g++ and TagLib"))
  func tagLib() throws {
    let program = try compiled()
    let path = try song()
    func run(_ job: Int, _ file: String) throws -> String {
      let run = try Program.run(program, ["\(job)", file])
      #expect(run.status == 0, "\(run.errors)")
      return run.text
    }
    #expect(try run(0, path) == "Blue Train")
    #expect(try run(2, path) == "Ada Lind")
    #expect(try run(3, path) == "3 9")
    #expect(try Int(run(4, path)) ?? 0 > 100)
    _ = try run(1, path)
    try expectEdits(of: path, title: true, cover: false, key: false)
    _ = try run(5, path)
    _ = try run(6, path)
    try expectEdits(of: path, title: true, cover: true, key: true)
    let other = try song("other.m4a")
    _ = try run(7, other)
    try expectEdits(of: other, title: true, cover: false, key: false)
  }

  /// A compiled program that does a numbered job with a file.
  private func compiled() throws -> URL {
    let ends = [
      0: "std::cout << title.to8Bit(true);",
      2: "std::cout << artists.toString(\" \").to8Bit(true);",
      3: "std::cout << track.toString(\" \").to8Bit(true);", 4: "std::cout << cover.size();",
      7: "std::ofstream(path, std::ios::binary).write(edited.data(), edited.size());",
    ]
    let bytes = Self.image.map { "\($0)" }.joined(separator: ",")
    var source = """
      #include <fstream>
      #include <iostream>
      #include <fileref.h>
      #include <mp4file.h>
      #include <tpropertymap.h>
      #include <tbytevectorstream.h>

      static const unsigned char png[] = {\(bytes)};

      int main(int argc, char **argv) {
        const int job = atoi(argv[1]);
        const char *path = argv[2];
        TagLib::ByteVector image((const char *)png, sizeof png);

      """
    for (number, job) in document.jobs.enumerated() {
      let lines = try #require(job.code["cpp"])
      source += "if (job == \(number)) {\n"
      if number == 7 {
        source += """
          std::ifstream in(path, std::ios::binary);
          std::string all((std::istreambuf_iterator<char>(in)), {});
          TagLib::ByteVector buffer(all.data(), all.size());

          """
      }
      source += lines.joined(separator: "\n") + "\n" + (ends[number] ?? "") + "\n}\n"
    }
    let (file, program) = (scratch.file("jobs.cpp"), scratch.file("jobs"))
    try (source + "}\n").write(to: file, atomically: true, encoding: .utf8)
    let words = ["-std=c++17", "-I/usr/include/taglib", file.path, "-o", program.path, "-ltag"]
    let compiler = try #require(Program.find("g++"))
    let run = try Program.run(compiler, words)
    #expect(run.status == 0, "\(run.errors)")
    return program
  }
}
