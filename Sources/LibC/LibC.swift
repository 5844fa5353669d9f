// Re-exports the platform's C library and Linux-specific calls under one name.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
@_exported public import CLinux
