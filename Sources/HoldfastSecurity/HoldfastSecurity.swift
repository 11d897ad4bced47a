// The Security framework's names: Apple's own where there is one, and elsewhere this project's, so that one import line
// serves both. Apple's branch has never been compiled by the project's own tests, which run on Linux.
#if canImport(Darwin)
    @_exported public import Security
#else
    @_exported public import HoldfastSecurityNames
#endif
