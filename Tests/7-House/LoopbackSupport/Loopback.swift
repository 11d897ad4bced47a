package import HoldfastAuthority
package import HoldfastCrypto
import HoldfastTestBed
package import HoldfastTrust
package import HoldfastX509
import TestSupport

/// An authority of tests, and servers on loopback whose certificates it issues.
package struct Loopback: Sendable {
    /// The name that servers prove, where a test has no reason for another.
    package static let host = "www.holdfast.test"

    /// The name that this one's servers prove unless they are given another identity.
    package let host: String
    /// The root, as the only anchor.
    package let anchors: TrustAnchors
    /// The root in a file, for other programs.
    package let rootFile: String
    private let authority: TestAuthority
    private let folder: TemporaryFolder
    private let issuer: CertificateAuthority

    package var now: Instant { authority.moment }
    package var root: CertificateAuthority { authority.root }
    /// Issued by the root; issues the servers' certificates, unless this one was made without.
    package var intermediate: CertificateAuthority { authority.intermediate }

    /// Makes an authority.
    ///
    /// - Parameters:
    ///   - host: what its servers are called.
    ///   - now: the moment around which its certificates are valid.
    ///   - kind: what keys they get.
    ///   - hasIntermediate: whether it issues the servers' certificates; the root does where not, and chains are of
    ///     two.
    package init(
        host: String = Self.host, at now: Instant = SystemClock.now(), keys kind: KeyKind = .p256,
        hasIntermediate: Bool = true
    ) throws {
        self.host = host
        authority = try TestAuthority(at: now, keys: kind)
        issuer = hasIntermediate ? authority.intermediate : authority.root
        anchors = .only([try Certificate(der: authority.root.certificate)])
        folder = try TemporaryFolder()
        rootFile = try folder.write(authority.root.identity.chainPEM, to: "root.pem")
    }

    /// Issues a server's certificate: a good one, but for what `change` does to it.
    ///
    /// - Parameters:
    ///   - names: that of this one's servers where there is none.
    ///   - change: makes it deviate; it is also told the moment.
    package func identity(
        _ names: String..., key: PrivateKey? = nil, change: (inout CertificateTemplate, Instant) -> Void = { _, _ in }
    ) throws -> Identity {
        try authority.server(issuedBy: issuer, key: key) { template, now in
            template = .server(names: names.isEmpty ? [host] : names, at: now)
            change(&template, now)
        }
    }
}
