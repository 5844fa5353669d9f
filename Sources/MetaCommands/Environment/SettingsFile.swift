internal import MetaCore
internal import Synchronization
internal import SystemPackage

/// The user's settings file, which is read when a command needs a setting: `$METATOOL_CONFIG`, or
/// else `$XDG_CONFIG_HOME/metatool/config.toml`, by default `~/.config/metatool/config.toml`.
///
/// ``Settings`` holds the result. `serve` requests have no settings file.
struct SettingsFile: Sendable {
  let path: FilePath
  /// Whether `METATOOL_CONFIG` specifies the path, so that the file must exist.
  let isNamed: Bool

  /// The maximum size of the file.
  private static let maxBytes: Int64 = 1 << 16

  /// The user's settings file, or nil if `METATOOL_CONFIG` is empty, or no folder is set in the
  /// environment.
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

  /// Reads the settings, or returns the defaults if there is no file.
  ///
  /// - Throws: ``Failure`` with `usage` and the line of an invalid setting, or with `noInput` if
  ///   the file cannot be read.
  func read() throws(Failure) -> Settings {
    guard let text = try bytes() else { return Settings() }
    return try Settings(text, of: display)
  }

  /// Returns the bytes of the file, or nil if there is none.
  private func bytes() throws(Failure) -> [UInt8]? {
    // Handling an error costs more than this check.
    guard isNamed || FileNames.exists(path) else { return nil }
    let source: FileSource
    do throws(Errno) {
      source = try FileSource(path: path)
    } catch {
      let isMissing = error == .noSuchFileOrDirectory || error == .notDirectory
      if isMissing, !isNamed { return nil }
      let hint = isNamed ? "; it is set by METATOOL_CONFIG" : ""
      throw Failure(
        .noInput, "notReadable", "the settings file \(display) cannot be read: \(error)\(hint)")
    }
    guard source.length <= SettingsFile.maxBytes else {
      throw Failure(.usage, "usage", "the settings file \(display) exceeds 64 KiB")
    }
    do throws(ParseError) {
      return try source.read(at: 0, count: Int(clamping: source.length))
    } catch {
      throw Failure(
        .noInput, "notReadable", "the settings file \(display) cannot be read: \(error.reason)")
    }
  }
}

extension Environment {
  /// Returns the settings, for commands that write.
  ///
  /// - Throws: ``Failure`` if the settings file is invalid, because nothing may be written with
  ///   settings that the user did not choose.
  func settings() throws(Failure) -> Settings {
    if let settings = readSettings.withLock(\.self) { return settings }
    let settings = try settingsFile?.read() ?? Settings()
    readSettings.withLock { $0 = settings }
    return settings
  }

  /// Returns the settings, for commands that read; if the settings file is invalid, warns and
  /// returns the defaults.
  func settingsOrWarning() -> Settings {
    do throws(Failure) {
      return try settings()
    } catch {
      warn(error.message + "; using the default settings")
      return Settings()
    }
  }

  /// Returns the state folder with the undo limit from the settings, or nil if the user has none.
  func stateFolder(_ settings: Settings) -> StateFolder? {
    var folder = StateFolder.standard
    if let limit = settings.number(.undoLimit) { folder?.undoLimit = limit }
    return folder
  }
}
