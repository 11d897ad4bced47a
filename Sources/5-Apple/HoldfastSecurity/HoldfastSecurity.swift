// The Security framework's and CommonCrypto's names: Apple's own where there are such, and elsewhere this project's, so
// that one import line serves both. Apple's branch has never been compiled by the project's own tests, which run on
// Linux.
#if canImport(Darwin)
    @_exported public import CommonCrypto
    @_exported public import Security
#else
    @_exported public import HoldfastSecurityNames
#endif
