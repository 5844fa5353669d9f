import Foundation
import TestSupport
import Testing

/// The public names of MetaCore: a change of the list is a change of the library's interface.
///
/// `META_UPDATE_GOLDEN=1` regenerates it.
@Suite("Public symbols") struct PublicSymbolTests {
  @Test("The public symbols match the list") func listIsComplete() throws {
    let symbols = try PublicSymbols.texts(of: "MetaCore").flatMap(PublicSymbols.symbols(in:))
    #expect(symbols.count > 500)
    let list = symbols.sorted().joined(separator: "\n") + "\n"
    let file = Repository.root.appending(path: "Tests/MetaCoreTests/Golden/public-symbols.txt")
    #expect(try Golden.difference(list, from: file) == nil)
  }

  @Test("Symbols have their type and complete signature") func symbolsAreFound() {
    let text = """
      public struct A: Sendable {
        public let b: Int
        let c: Int
        public static func == (x: A, y: A) -> Bool { true }
        public static func d(
          _ e: [Int], f: String
        ) throws -> A {
      }
      extension A.G {
        public init(h: Int) { self.h = h }
      }
      """
    #expect(
      PublicSymbols.symbols(in: text) == [
        "struct A: Sendable", "A let b: Int", "A static func == (x: A, y: A) -> Bool",
        "A static func d(_ e: [Int], f: String) throws -> A", "A.G init(h: Int)",
      ])
  }

  @Test("Names have the labels of their parameters; cases and requirements are found")
  func namesAreFound() {
    let text = """
      public enum A: Sendable {
        case b
        case c(Int, label: [Int] = [1, 2]), d
        public func e<F>(_ f: F, in g: (Int, Int) -> Int) async -> Int {
          switch self {
          case .b: 1
          }
        }
        enum Own {
          case none
        }
        case h
      }
      public protocol P: Sendable {
        var i: Int { get }
        static func + (j: Self, k: Self) -> Self
      }
      extension A {
        public subscript(l: Int, of m: Int) -> Int { l }
        public init?(
          n: Int
        ) {
        }
        public private(set) var o: Int
        public static let `default` = A.b
      }
      """
    #expect(
      PublicSymbols.names(in: text) == [
        "A", "A.b", "A.c(_:label:)", "A.d", "A.e(_:in:)", "A.h", "P", "P.i", "P.+(_:_:)",
        "A.subscript(_:of:)", "A.init(n:)", "A.o", "A.default",
      ])
  }
}
