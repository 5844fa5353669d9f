/// A source that transforms the bytes of another one.
protocol WrappingSource: ByteSource {
  var source: any ByteSource { get }
}

extension WrappingSource {
  package var length: Int64 { source.length }
  package var sourceIdentity: SourceIdentity { source.sourceIdentity }
  package var isUnchanged: Bool { source.isUnchanged }
}

/// A source whose reads fail once work must stop.
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
