internal import LibC
package import SystemPackage

/// Wrappers for the system's C functions, which repeat calls that a signal has interrupted, and
/// throw `errno` as an `Errno`.
package enum SystemCall {
  /// Repeats a system call while signals interrupt it.
  package static func retried(_ call: () -> Int) throws(Errno) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = Errno(rawValue: errno)
      if code != .interrupted { throw code }
    }
  }

  /// Repeats a system call that returns only success or failure.
  package static func done(_ call: () -> Int32) throws(Errno) {
    _ = try retried { Int(call()) }
  }

  /// Calls a function of swift-system, whose errors are all `Errno`.
  package static func typed<Value>(_ call: () throws -> Value) throws(Errno) -> Value {
    do { return try call() } catch { throw (error as? Errno) ?? .ioError }
  }

  // MARK: Waiting

  /// Returns whether input, or its end, is available within the given time; without a time, waits
  /// indefinitely.
  ///
  /// Also returns true if waiting fails, so that reading reports the error.
  package static func isReadable(_ descriptor: FileDescriptor, within time: Duration?) -> Bool {
    var places = [pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)]
    // Round up, to avoid repeatedly waking up too early.
    let milliseconds = time.map {
      Int32(clamping: Int64((max($0, .zero) / .milliseconds(1)).rounded(.up)))
    }
    let ready = try? retried { Int(unsafe poll(&places, 1, milliseconds ?? -1)) }
    return ready != 0
  }

  /// Waits until one of two descriptors has input or has reached its end; returns whether `other`
  /// has, even if both have.
  package static func waits(
    for descriptor: FileDescriptor, unless other: FileDescriptor
  ) throws(Errno) -> Bool {
    var places = [descriptor, other].map {
      pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
    }
    _ = try retried { Int(unsafe poll(&places, 2, -1)) }
    return places[1].revents != 0
  }
}

extension FileDescriptor {
  /// Reads once and returns the input, up to the given number of bytes; empty at the end.
  ///
  /// Waits if no input is available, unless the descriptor is non-blocking.
  func read(upTo count: Int) throws(Errno) -> [UInt8] {
    try SystemCall.typed {
      try unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, size in
        size = try unsafe read(into: UnsafeMutableRawBufferPointer(bytes))
      }
    }
  }
}
