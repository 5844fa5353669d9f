internal import MetaCore
internal import Synchronization
internal import SystemPackage

/// The file of settings: `$XDG_CONFIG_HOME/metatool/config.toml`, by default
/// `~/.config/metatool/config.toml`.
struct SettingsFile: Sendable {
  let path: FilePath
  /// Whether `METATOOL_CONFIG` names it; then it has to exist.
  let isNamed: Bool

  /// The most that is read of it.
  private static let mostBytes: Int64 = 1 << 16

  /// The file of the user; nil when `METATOOL_CONFIG` is empty, or the environment names no folder.
  static var standard: SettingsFile? {
    if ProcessFacts.hasVariable("METATOOL_CONFIG") {
      return ProcessFacts.variable("METATOOL_CONFIG").map { SettingsFile(path: $0, isNamed: true) }
    }
    let path =
      ProcessFacts.path("metatool/config.toml", below: "XDG_CONFIG_HOME")
      ?? ProcessFacts.path(".config/metatool/config.toml", below: "HOME")
    return path.map { SettingsFile(path: $0, isNamed: false) }
  }

  /// The path, for messages.
  var display: String { InputPath(path).display }

  /// The settings; the usual ones where there is no file.
  ///
  /// - Throws: ``Failure`` with `usage` and the line for what is wrong in the file, with `noInput`
  ///   when it cannot be read.
  func read() throws(Failure) -> Settings {
    guard let text = try bytes() else { return Settings() }
    return try Settings(text, of: display)
  }

  /// The bytes; nil where there is no file.
  private func bytes() throws(Failure) -> [UInt8]? {
    // An error costs more than this look.
    guard isNamed || FileNames.exists(path) else { return nil }
    let source: FileSource
    do throws(Errno) {
      source = try FileSource(path: path)
    } catch {
      let isMissing = error == .noSuchFileOrDirectory || error == .notDirectory
      if isMissing, !isNamed { return nil }
      let hint = isNamed ? "; METATOOL_CONFIG names it" : ""
      throw Failure(
        .noInput, "notReadable", "the settings \(display) cannot be read: \(error)\(hint)")
    }
    guard source.length <= SettingsFile.mostBytes else {
      throw Failure(.usage, "usage", "the settings \(display) are longer than 64 KiB")
    }
    do throws(ParseError) {
      return try source.read(at: 0, count: Int(clamping: source.length))
    } catch {
      throw Failure(
        .noInput, "notReadable", "the settings \(display) cannot be read: \(error.reason)")
    }
  }
}

extension Environment {
  /// The settings, for commands that write.
  ///
  /// - Throws: ``Failure`` when the file of settings is wrong: nothing is written with other
  ///   settings than the user has.
  func settings() throws(Failure) -> Settings {
    if let settings = readSettings.withLock(\.self) { return settings }
    let settings = try settingsFile?.read() ?? Settings()
    readSettings.withLock { $0 = settings }
    return settings
  }

  /// The settings, for commands that read: where the file of settings is wrong, a warning and the
  /// usual ones.
  func settingsOrWarning() -> Settings {
    do throws(Failure) {
      return try settings()
    } catch {
      warn(error.message + "; the usual settings are used")
      return Settings()
    }
  }

  /// The folder of what outlives a command, with the limit of undo of the settings; nil where the
  /// user has none.
  func stateFolder(_ settings: Settings) -> StateFolder? {
    var folder = StateFolder.standard
    if let limit = settings.number(.undoLimit) { folder?.undoLimit = limit }
    return folder
  }
}
