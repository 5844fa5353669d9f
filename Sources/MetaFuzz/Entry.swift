/// The entry point that libFuzzer's `main` calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTestOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  FuzzTarget.run(unsafe [UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}
