import HoldfastAuthority

extension BadServer {
    /// Chains that do not reach an anchor, each in its own way: the causes that people mix up.
    static let issuer: [BadServer] = [
        BadServer(
            "self-signed", "Its certificate is signed by its own key, and is no anchor.", exit: 22,
            findings: ["selfSignedNotAnchor"]
        ) { (authority, host) throws(TestBedError) in
            .tls(try authority.selfSignedServer(host), anchor: authority.root.certificate)
        },
        BadServer(
            "untrusted-root", "Its chain ends, root included, at a root that is not among the anchors.", exit: 23,
            findings: ["noAnchor"]
        ) { (authority, host) throws(TestBedError) in
            let stranger = try TestAuthority(name: "Stranger's", at: authority.moment)
            let identity = try stranger.server(host)
            return .tls(
                identity.presenting(identity.issuers + [stranger.root.certificate]), anchor: authority.root.certificate)
        },
        BadServer(
            "unknown-issuer", "Its chain ends below a root that is neither sent nor among the anchors.", exit: 20,
            findings: ["issuerNotFound"]
        ) { (authority, host) throws(TestBedError) in
            let stranger = try TestAuthority(name: "Stranger's", at: authority.moment)
            return .tls(try stranger.server(host), anchor: authority.root.certificate)
        },
        // RFC 8446 §4.4.2: "Each following certificate SHOULD directly certify the one immediately preceding it."
        BadServer(
            "missing-intermediate", "It sends its own certificate and forgets the intermediate.", exit: 20,
            findings: ["issuerNotFound"]
        ) { (authority, host) throws(TestBedError) in
            .tls(try authority.server(host).presenting([]), anchor: authority.root.certificate)
        },
    ]
}
