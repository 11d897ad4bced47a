/// What an Info.plist says about connections that are not secure enough (Apple, `NSAppTransportSecurity`).
///
/// Judged by it is plain HTTP so far: ``refusal(host:)``. The rest is read and kept. The rules are those of iOS 17 and
/// macOS 14: unqualified names and those in `.local` are let through, addresses are not.
public struct AppTransportSecurity: Hashable, Sendable {
    /// What holds for one domain, address or range of addresses.
    public struct Exception: Hashable, Sendable {
        /// `NSIncludesSubdomains`.
        public var includesSubdomains = false
        /// `NSExceptionAllowsInsecureHTTPLoads`.
        public var allowsInsecureHTTPLoads = false
        /// `NSExceptionMinimumTLSVersion`, such as `TLSv1.2`; nil where it is not there.
        public var minimumTLSVersion: String?
        /// `NSExceptionRequiresForwardSecrecy`.
        public var requiresForwardSecrecy = true
        /// `NSRequiresCertificateTransparency`, which Apple has given up.
        public var requiresCertificateTransparency = false

        public init() {}
    }

    /// `NSAllowsArbitraryLoads`; see ``ignoresArbitraryLoads``.
    public var allowsArbitraryLoads = false
    /// `NSAllowsArbitraryLoadsInWebContent`, which changes nothing here but ``ignoresArbitraryLoads``; nil where it is
    /// not there.
    public var allowsArbitraryLoadsInWebContent: Bool?
    /// `NSAllowsArbitraryLoadsForMedia`, likewise.
    public var allowsArbitraryLoadsForMedia: Bool?
    /// `NSAllowsLocalNetworking`: whether addresses too are let through; nil where it is not there.
    public var allowsLocalNetworking: Bool?
    /// `NSExceptionDomains`, by their keys as written.
    public var exceptionDomains: [String: Exception] = [:]

    /// What holds where an Info.plist says nothing.
    public init() {}

    /// Whether one of the finer keys is there, whatever it says: Apple's systems since iOS 10 and macOS 10.12 then take
    /// ``allowsArbitraryLoads`` for false.
    public var ignoresArbitraryLoads: Bool {
        allowsArbitraryLoadsInWebContent != nil || allowsArbitraryLoadsForMedia != nil || allowsLocalNetworking != nil
    }
}
