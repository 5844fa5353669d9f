/// A source with the length and identity of another one, whose bytes it returns changed or under
/// conditions.
protocol WrappingSource: ByteSource {
  var source: any ByteSource { get }
}

extension WrappingSource {
  package var length: Int64 { source.length }
  package var sourceIdentity: SourceIdentity { source.sourceIdentity }
  package var isUnchanged: Bool { source.isUnchanged }
}

/// A source whose reads fail as soon as its work was cancelled, so that long reads end early.
package struct CancellableSource: WrappingSource {
  package let source: any ByteSource
  private let isStopped: @Sendable () -> Bool

  package init(_ source: any ByteSource, isStopped: @escaping @Sendable () -> Bool) {
    self.source = source
    self.isStopped = isStopped
  }

  package func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    if isStopped() { throw ParseError(.io, at: offset, "reading was stopped") }
    return try source.read(at: offset, count: count)
  }

  package func willRead(_ range: Range<Int64>) { source.willRead(range) }
}
