// TagLib's headers are C++ and are included by CTagLib; this module only provides the pkg-config
// flags.
