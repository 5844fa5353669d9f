// TagLib's own headers are C++: CTagLib includes them. This module has the flags of pkg-config.
