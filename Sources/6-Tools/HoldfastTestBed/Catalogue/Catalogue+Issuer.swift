import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// Chains that do not reach an anchor, each in its own way: the causes that people mix up.
    static let issuer: [BadServer] = [
        BadServer(
            "self-signed", "Its certificate is signed by its own key, and is no anchor.",
            "它的证书由自己的密钥签名，且不是信任锚。", exit: 22,
            findings: ["selfSignedNotAnchor"], source: "RFC 5280 §6.1"
        ) { (authority, host) throws(TestBedError) in
            .tls(try authority.selfSignedServer(host), anchor: authority.root.certificate)
        },
        BadServer(
            "untrusted-root", "Its chain ends, root included, at a root that is not among the anchors.",
            "它的证书链连同根证书在内，终止于不在信任锚之列的根。", exit: 23,
            findings: ["noAnchor"], source: "RFC 5280 §6.1"
        ) { (authority, host) throws(TestBedError) in
            let stranger = try TestAuthority(name: "Stranger's", at: authority.moment)
            let identity = try stranger.server(host)
            return .tls(
                identity.presenting(identity.issuers + [stranger.root.certificate]), anchor: authority.root.certificate)
        },
        BadServer(
            "unknown-issuer", "Its chain ends below a root that is neither sent nor among the anchors.",
            "它的证书链止于某个根之下，该根既未发送，也不在信任锚之列。", exit: 20,
            findings: ["issuerNotFound"], source: "RFC 5280 §6.1"
        ) { (authority, host) throws(TestBedError) in
            let stranger = try TestAuthority(name: "Stranger's", at: authority.moment)
            return .tls(try stranger.server(host), anchor: authority.root.certificate)
        },
        // RFC 8446 §4.4.2: "Each following certificate SHOULD directly certify the one immediately preceding it."
        BadServer(
            "missing-intermediate", "It sends its own certificate and forgets the intermediate.",
            "它发送自己的证书，却遗漏了中间证书。", exit: 20,
            findings: ["issuerNotFound"], source: "RFC 8446 §4.4.2, RFC 5280 §6.1"
        ) { (authority, host) throws(TestBedError) in
            .tls(try authority.server(host).presenting([]), anchor: authority.root.certificate)
        },
        BadServer(
            "random-intermediate", "It sends an intermediate that has nothing to do with it, and not its own.",
            "它发送了一张毫不相干的中间证书，而不是自己的。",
            exit: 20, findings: ["issuerNotFound"], source: "RFC 8446 §4.4.2, RFC 5280 §6.1"
        ) { (authority, host) throws(TestBedError) in
            let other = try authority.intermediate("Holdfast Test Other Intermediate")
            return .tls(
                try authority.server(host).presenting([other.certificate]), anchor: authority.root.certificate)
        },
        // RFC 5280 §4.2.1.1: the authority key identifier is "a means of identifying the public key corresponding to
        // the private key used to sign": the one of that name that is here is not it.
        BadServer(
            "same-name-issuer", "Its issuer has the name of the intermediate that it sends, and another key.",
            "它的签发者与所发送的中间证书同名，密钥却不同。",
            exit: 20, findings: ["issuerNotFound"], source: "RFC 5280 §4.2.1.1, §6.1"
        ) { (authority, host) throws(TestBedError) in
            let name = "Holdfast Test Twin"
            let present = try authority.intermediate(name)
            let absent = try authority.intermediate(name)
            let identity = try authority.server(host, issuedBy: absent)
            return .tls(identity.presenting([present.certificate]), anchor: authority.root.certificate)
        },
        BadServer(
            "ca-loop", "Its two authorities vouch for each other, and nobody for both.",
            "它的两个颁发机构互相担保，却没有人为两者担保。", exit: 23,
            findings: ["noAnchor"], source: "RFC 5280 §6.1, RFC 4158 §2.4.2"
        ) { (authority, host) throws(TestBedError) in
            let one = try authority.root("Holdfast Test Loop One")
            let two = try authority.root("Holdfast Test Loop Two")
            let oneByTwo = try authority.crossCertificate(of: one, by: two)
            let twoByOne = try authority.crossCertificate(of: two, by: one)
            let identity = try authority.server(host, issuedBy: one)
            return .tls(identity.presenting([oneByTwo, twoByOne]), anchor: authority.root.certificate)
        },
    ]
}
