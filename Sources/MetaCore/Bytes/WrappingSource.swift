/// A source with the length and identity of another source, whose bytes it modifies, or returns
/// only under certain conditions.
protocol WrappingSource: ByteSource {
  var source: any ByteSource { get }
}

extension WrappingSource {
  package var length: Int64 { source.length }
  package var sourceIdentity: SourceIdentity { source.sourceIdentity }
  package var isUnchanged: Bool { source.isUnchanged }
}

/// A source whose reads fail once the work has been cancelled, so that long operations end early.
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
