package import Foundation

/// Runs a program in which one system call fails or is the last, using strace.
package struct FaultInjection: Sendable {
  /// Whether fault injection is possible here.
  package static let isPossible = Program.find("strace") != nil

  /// The calls by which a process changes files.
  package static let calls = [
    "pwrite64", "write", "ftruncate", "fallocate", "copy_file_range", "ioctl", "renameat",
    "renameat2",
    "linkat", "unlinkat", "fsync", "utimensat", "fchmod", "fchown", "mkdirat", "flock",
  ]

  /// The fault at a call.
  package enum Fault: String, CaseIterable, Sendable {
    /// The process is killed.
    case kill = "signal=KILL"
    /// The disk is full.
    case full = "error=ENOSPC"
    /// The disk is broken.
    case broken = "error=EIO"

    /// The line of the fault in the trace.
    fileprivate var mark: String { self == .kill ? "killed by SIGKILL" : "(INJECTED)" }
  }

  /// One system call of a run, by its name and ordinal.
  package struct Place: Hashable, Sendable, CustomStringConvertible {
    /// Its name.
    package let call: String
    /// From 1 on.
    package let number: Int
    /// The call with a name and an ordinal.
    package init(call: String, number: Int) {
      self.call = call
      self.number = number
    }
    /// As strace counts.
    package var description: String { "\(call) \(number)" }
  }

  /// The results of many faults.
  package struct Tally: CustomStringConvertible, Sendable {
    /// The number of cases.
    package var cases = 0
    /// The number of runs after which the file was the old one or the new one, without other files.
    package var survivors = 0
    /// The number of runs after which it was the old one.
    package var old = 0
    /// The number of runs after which something had to be recovered.
    package var recovered = 0
    /// All of them.
    package var description: String {
      "\(cases) cases, \(survivors) survivors, \(old) of them the old file, \(recovered) by recovery"
    }
    /// None yet.
    package init() {}
  }

  private let program: URL
  private let trace: URL
  private let state: URL

  /// Faults in a program, whose state folder is `state`.
  package init(_ program: URL, in scratch: Scratch, state: URL) {
    self.program = program
    self.state = state
    trace = scratch.file("trace")
  }

  /// Runs without a fault; returns the result and all calls that change files.
  package func calls(_ arguments: [String]) throws -> (result: Program.Result, places: [Place]) {
    let result = try run(arguments, injection: nil, isKill: false)
    var counts: [String: Int] = [:]
    let places = try lines().compactMap { line -> Place? in
      guard let name = line.split(separator: " ").dropFirst().first?.split(separator: "(").first,
        FaultInjection.calls.contains(String(name))
      else { return nil }
      counts[String(name), default: 0] += 1
      return Place(call: String(name), number: counts[String(name)] ?? 1)
    }
    return (result, places)
  }

  /// Runs with a fault at a place; nil when the place was never reached.
  package func run(_ arguments: [String], _ fault: Fault, at place: Place) throws -> Program.Result?
  {
    let injection = "\(place.call):\(fault.rawValue):when=\(place.number)"
    let result = try run(arguments, injection: injection, isKill: fault == .kill)
    return try lines().contains { $0.contains(fault.mark) } ? result : nil
  }

  private func lines() throws -> [String] {
    try String(contentsOf: trace, encoding: .utf8).components(separatedBy: "\n")
  }

  private func run(
    _ arguments: [String], injection: String?, isKill: Bool
  ) throws -> Program.Result {
    let inject = injection.map { ["-e", "inject=\($0)"] } ?? []
    // The faster filter for a few calls does not deliver signals.
    let quick = isKill ? [] : ["--seccomp-bpf"]
    let options = [
      "-f", "-q", "-o", trace.path, "-e", "trace=\(FaultInjection.calls.joined(separator: ","))",
      "-E", "XDG_STATE_HOME=\(state.path)",
    ]
    return try Program.run(
      URL(filePath: "/usr/bin/strace"), options + quick + inject + [program.path] + arguments)
  }
}
