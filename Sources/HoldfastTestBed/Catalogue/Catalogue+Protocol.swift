import HoldfastAuthority
import HoldfastServing

extension BadServer {
    /// Servers of which no certificate can be judged, since the handshake never gets so far.
    static let protocols: [BadServer] = [
        // RFC 8996 §4: "TLS 1.0 MUST NOT be used."
        BadServer("tls10", "It speaks no newer TLS than 1.0.", exit: 4) { (authority, host) throws(TestBedError) in
            Staging.tls(try authority.server(host), anchor: authority.root.certificate) {
                ($0.minimumVersion, $0.maximumVersion) = (.tls10, .tls10)
            }.withoutChain
        },
        // RFC 5246 §7.4.2: "The server MUST send a Certificate message whenever the agreed-upon key exchange method
        // uses certificates for authentication".
        BadServer("empty-chain", "It sends a list of certificates with nothing in it.", exit: 4) {
            (authority, host) throws(TestBedError) in
            try .flight([], try authority.server(host), anchor: authority.root.certificate)
        },
        BadServer("plain-http", "It speaks HTTP without TLS on the port of HTTPS.", exit: 4) {
            (authority, _) throws(TestBedError) in
            .raw(RawBehaviour.plainHTTP, anchor: authority.root.certificate)
        },
        BadServer("closes-at-once", "It takes connections and closes them without a byte.", exit: 4) {
            (authority, _) throws(TestBedError) in
            .raw(RawBehaviour.closesAtOnce, anchor: authority.root.certificate)
        },
        BadServer(
            "never-answers", "It takes connections and never says a word.", exit: 7, arguments: ["--timeout", "1"]
        ) { (authority, _) throws(TestBedError) in
            .raw(RawBehaviour.neverAnswers, anchor: authority.root.certificate)
        },
    ]
}
