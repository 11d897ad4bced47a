import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing

extension BadServer {
    /// Servers that have to be trusted: a judge that refuses them is as wrong as one that takes the others.
    static let good: [BadServer] = [
        .leaf("good", "Nothing is wrong with it: P-256 keys, an intermediate, its own root.", exit: 0),
        BadServer("good-rsa", "Nothing is wrong with it: RSA keys of 2,048 bits from top to bottom.", exit: 0) {
            (authority, host) throws(TestBedError) in
            let rsa = try TestAuthority(name: "Holdfast Test RSA", at: authority.moment, keys: .rsa(bits: 2048))
            return .tls(try rsa.server(host), anchor: rsa.root.certificate)
        },
        // RFC 6066 §3: a server "MAY use the information contained in the extension to guide its selection of an
        // appropriate certificate".
        BadServer("sni", "It has two certificates and sends the right one only to who says its name.", exit: 0) {
            (authority, host) throws(TestBedError) in
            let named = try authority.server(host)
            let other = try authority.server("default.holdfast.test")
            return .tls(named, anchor: authority.root.certificate) {
                $0.identity = other
                $0.others = [.init(names: [host], named)]
            }
        },
        // RFC 5280 §6.1.1(d): a trust anchor is what the user says it is; it need not be a CA.
        BadServer("self-signed-anchor", "Its self-signed certificate has itself been given as the anchor.", exit: 0) {
            (authority, host) throws(TestBedError) in
            let identity = try authority.selfSignedServer(host)
            return .tls(identity, anchor: identity.certificate)
        },
    ]
}
