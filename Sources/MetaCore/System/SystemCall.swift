#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import SystemPackage

/// How system calls end: with a number, or with an `Errno`.
enum SystemCall {
  /// Makes a call again as long as signals interrupt it.
  static func retried(_ call: () -> Int) throws(Errno) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = Errno(rawValue: errno)
      if code != .interrupted { throw code }
    }
  }

  /// Makes a call that says nothing but whether it was done.
  static func done(_ call: () -> Int32) throws(Errno) {
    _ = try retried { Int(call()) }
  }

  /// Makes a call of swift-system, whose errors are all `Errno`.
  static func typed<Value>(_ call: () throws -> Value) throws(Errno) -> Value {
    do { return try call() } catch { throw (error as? Errno) ?? .ioError }
  }
}
