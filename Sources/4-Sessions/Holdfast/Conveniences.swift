public import FoundationEssentials
public import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
public import HoldfastWeb
public import HoldfastX509

/// A private key with its certificates, as what answers a challenge for a client certificate.
public typealias Identity = HoldfastAuthority.Identity

extension Instant {
    /// The machine's clock: what live chains are judged by.
    public static var now: Instant { SystemClock.now() }
}

extension HTTPSURL {
    /// A URL of Foundation's.
    ///
    /// - Throws: ``HTTPSURLError`` for another scheme than `https`, or a host that no server can prove to be.
    public init(_ url: URL) throws(HTTPSURLError) { try self.init(url.absoluteString) }
}
