internal import ArgumentParser

/// An option value that is one of a few words.
///
/// The argument parser lists the words for completions and help at every startup. Its own
/// implementation looks up conformances at run time, which takes a twentieth of the time of a short
/// command.
protocol OptionWord: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String, AllCases == [Self] {}

extension OptionWord {
  static var allValueStrings: [String] {
    var words: [String] = []
    for value in allCases { words.append(value.rawValue) }
    return words
  }

  static var allValueDescriptions: [String: String] { [:] }
}
