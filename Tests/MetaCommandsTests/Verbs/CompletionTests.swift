import Foundation
import TestSupport
import Testing

/// Completions after TAB: each shell runs on a terminal, and lines are typed into it.
@Suite struct CompletionTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for name in ["song-a.m4a", "song-b.m4a", "two words.m4a", "$(touch ran).m4a"] {
      _ = try scratch.copy("song-itunes.m4a", as: name)
    }
    try FileManager.default.createDirectory(
      at: scratch.file("folder/inner"), withIntermediateDirectories: true)
    _ = try scratch.copy("song-itunes.m4a", as: "folder/only.m4a")
  }

  /// A command line before TAB, and its completion or the offered words.
  static let cases: [(line: String, offered: [String])] = [
    ("metatool set song-", ["song-a.m4a", "song-b.m4a"]),
    ("metatool dump song-", ["song-a.m4a", "song-b.m4a"]),
    ("metatool clear song-", ["song-a.m4a", "song-b.m4a"]),
    ("metatool get song-", ["song-a.m4a", "song-b.m4a"]),
    ("metatool art extract song-", ["song-a.m4a", "song-b.m4a"]),
    ("metatool chapters export song-", ["song-a.m4a", "song-b.m4a"]),
    ("metatool copy song-a.m4a song-", ["song-a.m4a", "song-b.m4a"]),
    ("metatool export song-", ["song-a.m4a", "song-b.m4a"]),
    ("metatool capture --filter no", ["noir", "none"]),
    ("metatool slideshow --sound song-", ["song-a.m4a", "song-b.m4a"]),
    ("metatool diff song-a.m4a song-", ["song-a.m4a", "song-b.m4a"]),
    ("metatool verify --against song-", ["song-a.m4a", "song-b.m4a"]),
    ("metatool set --output song-", ["song-a.m4a", "song-b.m4a"]),
    ("metatool set folder/on", ["folder/only.m4a"]),
    ("metatool set two", ["two\\ words.m4a"]),
    ("metatool set \\$", ["\\$\\(touch\\ ran\\).m4a"]),
    ("metatool rename --root fold", ["folder/"]),
    ("metatool set song-a.m4a titleS", ["titleSort="]),
    ("metatool set song-a.m4a album", ["albumArtist=", "albumArtistSort="]),
    ("metatool export song-a.m4a b.m4a titleS", ["titleSort="]),
    ("metatool get song-a.m4a titleS", ["titleSort"]),
    ("metatool clear --fields titleS", ["titleSort"]),
    ("metatool dump --format ", ["ndjson", "yaml"]),
    ("metatool set --strategy ", ["in-place", "rewrite"]),
    ("metatool art remove --kind back", ["backCover"]),
    ("metatool check fold", ["folder/"]), ("metatool check --only cover", ["coverSmall"]),
    ("metatool ver", ["verify"]),
    ("metatool config --format ", ["text", "json"]),
  ]

  /// How each shell is started with its script.
  static let shells: [(name: String, arguments: [String], start: String)] = [
    (
      "bash", ["--norc", "--noprofile"],
      "bind 'set bell-style none'; bind 'set page-completions off'; source ./metatool.bash"
    ),
    ("zsh", ["-f"], "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=1000"),
    ("fish", ["--no-config"], "source ./metatool.fish"),
  ]

  @Test(.enabled(if: Program.find("python3") != nil), arguments: shells.map(\.name))
  func offersFilesFieldsAndValues(shell: String) throws {
    let setup = try #require(CompletionTests.shells.first { $0.name == shell })
    guard let program = Program.find(shell) else { return }
    try writeScripts()
    // The others take a second to start.
    let count = shell == "bash" ? CompletionTests.cases.count : 8
    let cases = Repository.cases(of: CompletionTests.cases, usually: count, seed: 64)
    let answers = try type(cases.map(\.line), into: program, setup)
    try #require(answers.count == cases.count)
    for (answer, test) in zip(answers, cases)
    where !test.offered.allSatisfy(answer.contains) {
      // On a busy machine one of eight shells may answer late; retry alone, with more time.
      let alone = try type([test.line], into: program, setup).joined()
      #expect(test.offered.allSatisfy(alone.contains), "\(test.line): \(alone)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.file("ran").path))
  }

  /// Text typed after `titleS` TAB directly follows the equals sign.
  @Test(.enabled(if: Program.find("python3") != nil), arguments: shells.map(\.name))
  func addsNoSpaceAfterAFieldsEqualsSign(shell: String) throws {
    let setup = try #require(CompletionTests.shells.first { $0.name == shell })
    guard let program = Program.find(shell) else { return }
    try writeScripts()
    _ = try type(["metatool set song-a.m4a titleS\tCompleted\r"], into: program, setup)
    let value = try Program.metatool("get", scratch.file("song-a.m4a").path, "titleSort")
    #expect(value.text == "Completed\n")
  }

  // MARK: Steps

  private func writeScripts() throws {
    for (name, script) in try CompletionTests.scripts.get() {
      try script.write(to: scratch.file(name))
    }
  }

  /// The scripts of all shells with the names of their files, made once for all tests.
  private static let scripts = Result {
    try [("bash", "metatool.bash"), ("fish", "metatool.fish"), ("zsh", "_metatool")].map {
      (shell, name) in
      let script = try Program.metatool("--generate-completion-script", shell)
      try #require(script.status == 0)
      return (name, script.output)
    }
  }

  /// Types each line and a TAB into a shell; returns what the terminal showed for each.
  private func type(
    _ lines: [String], into program: URL,
    _ shell: (name: String, arguments: [String], start: String)
  ) throws -> [String] {
    let tools = Program.metatool.deletingLastPathComponent().path
    let result = try Program.run(
      try #require(Program.find("python3")),
      ["-c", CompletionTests.typist, shell.start, program.path] + shell.arguments + ["--"] + lines,
      in: scratch.folder,
      environment: [
        "PATH": "\(tools):/usr/bin:/bin", "HOME": scratch.folder.path, "TERM": "xterm",
        "XDG_CONFIG_HOME": scratch.file("config").path,
        "XDG_DATA_HOME": scratch.file("data").path,
      ])
    try #require(result.status == 0, "\(result.errors)")
    return result.text.components(separatedBy: "\u{1E}").dropFirst().map { String($0) }
  }

  /// Shows what a shell on a terminal completes for each line: it starts a shell for each, because
  /// one line affects the next.
  private static let typist = #"""
    import pexpect, re, sys
    from concurrent.futures import ThreadPoolExecutor
    start, program, *rest = sys.argv[1:]
    arguments, lines = rest[:rest.index("--")], rest[rest.index("--") + 1:]

    def silence(shell, patience):
        text = ""
        while True:
            try:
                text += shell.read_nonblocking(65536, timeout=patience)
                patience = 1
            except pexpect.TIMEOUT:
                return text

    def show(line):
        shell = pexpect.spawn(program, arguments + ["-i"], encoding="utf-8", dimensions=(100, 200))
        shell.sendline(start + "; echo RE''ADY")
        shell.expect("READY", timeout=60)
        silence(shell, 1)
        text = ""
        for part in re.findall("[^\t]*\t", line + "\t\t"):
            shell.send(part)
            text += silence(shell, 3 if len(lines) > 1 else 20)
        shell.close(force=True)
        return re.sub(r"\x1b[^a-zA-Z]*[a-zA-Z]|\r|[^\x08]\x08", "", text)

    with ThreadPoolExecutor(8) as pool:
        for text in pool.map(show, lines):
            print("\x1e" + text)
    """#
}
