import Foundation
import TestSupport

/// The counterpart of each name in AVFoundation, CoreMedia and CoreVideo: the rows of
/// `Tables/avfoundation.tsv`, from which the article is generated.
struct AVFoundationTable {
  /// The kind of counterpart of a name.
  enum Answer: String {
    /// The same name and meaning.
    case same
    /// Another name.
    case here
    /// No name, but another way.
    case how
    /// Nothing, for a reason.
    case not
  }

  struct Row {
    /// The class; `-` for constants at the top level.
    let type: String
    /// The name; `*` for the class itself.
    let name: String
    let answer: Answer
    /// The names in MetaCore, in the form of ``PublicSymbols/names(in:)``.
    let symbols: [String]
    /// The way, the reason, or the difference.
    let text: String

    var isType: Bool { name == "*" }
  }

  /// A line that is not a row.
  struct Malformed: Error {
    let line: String
  }

  let rows: [Row]

  /// Reads the table.
  init() throws {
    let file = Repository.root.appending(path: "Tests/MetaCoreTests/Tables/avfoundation.tsv")
    rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
      let columns = $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count == 5, let answer = Answer(rawValue: columns[2]) else {
        throw Malformed(line: String($0))
      }
      return Row(
        type: columns[0], name: columns[1], answer: answer,
        symbols: columns[3].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) },
        text: columns[4])
    }
  }

  /// The classes, in the order of the table.
  var types: [String] {
    rows.filter(\.isType).map(\.type)
  }

  /// The text of a row: its own, or that of its class.
  func text(of row: Row) -> String {
    guard row.text.isEmpty, row.answer == .not else { return row.text }
    return rows.first { $0.type == row.type && $0.isType }?.text ?? ""
  }
}

/// The names that are public in MetaCore, MetaForeign and MetaCapture.
struct PublicNames {
  /// All names whose type is public, too.
  let all: Set<String>
  /// The names that a MetaCore article can link: of MetaCore, and declared once.
  let linkable: Set<String>

  /// Reads the sources.
  init() throws {
    let core = try PublicSymbols.texts(of: "MetaCore").flatMap(PublicSymbols.names(in:))
    let others = try ["MetaForeign", "MetaCapture"].flatMap(PublicSymbols.texts(of:))
      .flatMap(PublicSymbols.names(in:))
    let declared = Set(core + others)
    func isReachable(_ name: String) -> Bool {
      PublicNames.owner(of: name).map { declared.contains($0) } ?? true
    }
    all = declared.filter(isReachable)
    let counts = Dictionary(grouping: core + others) { $0 }.mapValues(\.count)
    linkable = Set(core.filter { counts[$0] == 1 && isReachable($0) })
  }

  /// `CaptureSession.Preset` of `CaptureSession.Preset.high`; nil of a name at the top level.
  static func owner(of name: String) -> String? {
    let path = name.prefix { $0 != "(" }
    // A dot is a part of operators such as `...`, too.
    guard let dot = path.lastIndex(of: "."), dot != path.startIndex else { return nil }
    return String(path[..<dot])
  }

  /// A name in the article: a link if possible.
  func text(of name: String) -> String {
    linkable.contains(name) ? "``\(name.replacing(".", with: "/"))``" : "`\(name)`"
  }
}

/// Writes the tables of the article “Coming from AVFoundation”, one for each class.
struct AVFoundationArticle {
  /// The text before this line is written by hand.
  static let mark =
    "<!-- Generated from Tests/MetaCoreTests/Tables/avfoundation.tsv by AVFoundationTableTests; do not edit below. -->\n"

  let table: AVFoundationTable
  let names: PublicNames

  /// The text after the mark.
  var text: String {
    "\n" + table.types.map(section).joined(separator: "\n")
  }

  private func section(_ type: String) -> String {
    let rows = table.rows.filter { $0.type == type }
    var lines = ["### \(type == "-" ? "Constants" : type)", ""]
    for row in rows where row.isType {
      let answer = row.symbols.isEmpty && row.answer == .not ? "No counterpart" : symbols(of: row)
      lines.append([answer, text(of: row)].filter { !$0.isEmpty }.joined(separator: ". "))
    }
    lines += ["", "| AVFoundation | MetaCore | notes |", "| --- | --- | --- |"]
    lines += grouped(rows.filter { !$0.isType }).map { group in
      let titles = group.map { "`\($0.name)`" }.joined(separator: ", ")
      // Two bars without a space would be one cell spanning two columns.
      let cells = [titles, symbols(of: group[0]), text(of: group[0])]
      return cells.map { $0.isEmpty ? "| " : "| \($0) " }.joined() + "|"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Rows grouped by equal contents, in the order of their first rows.
  private func grouped(_ rows: [AVFoundationTable.Row]) -> [[AVFoundationTable.Row]] {
    var places: [String: Int] = [:]
    var groups: [[AVFoundationTable.Row]] = []
    for row in rows {
      let key = "\(symbols(of: row)) \(text(of: row))"
      if let place = places[key] {
        groups[place].append(row)
      } else {
        places[key] = groups.count
        groups.append([row])
      }
    }
    return groups
  }

  private func symbols(of row: AVFoundationTable.Row) -> String {
    guard !row.symbols.isEmpty else { return row.answer == .not ? "no counterpart" : "" }
    return row.symbols.map(names.text(of:)).joined(separator: ", ")
  }

  /// The text with links for the names in it.
  private func text(of row: AVFoundationTable.Row) -> String {
    let parts = table.text(of: row).components(separatedBy: "`")
    return parts.enumerated().map { number, part in
      guard number % 2 == 1 else { return part }
      return names.all.contains(part) ? names.text(of: part) : "`\(part)`"
    }.joined()
  }
}
