#if canImport(HoldfastNetworkingNames)
    // FoundationNetworking comes with it: imported here as well, its names would stand beside those that take their
    // place.
    @_exported public import HoldfastNetworkingNames
#else
    @_exported public import Foundation
#endif
