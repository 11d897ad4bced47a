import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms

/// A root, an intermediate and a moment, the same for every test.
struct TestHierarchy {
    static let moment = Instant(secondsSince1970: 1_780_300_800)  // 2026-06-01T08:00:00Z

    let root: CertificateAuthority
    let intermediate: CertificateAuthority

    init(key: PrivateKey? = nil) throws {
        root = try CertificateAuthority.root(name: "Test Root", at: Self.moment)
        intermediate = try root.intermediate(name: "Test Intermediate", at: Self.moment, key: key)
    }

    static func server(_ names: String...) -> CertificateTemplate {
        .server(names: names.isEmpty ? ["example.test"] : names, at: moment)
    }
}

extension OpenSSLCommand {
    func write(_ certificates: [[UInt8]], to name: String) throws {
        try write(certificates.map { PEMBlock(label: "CERTIFICATE", contents: $0).encoded }.joined().utf8, to: name)
    }

    /// What `openssl verify` says about a chain; its own words for the first error, or "OK".
    func verdict(
        chain: [[UInt8]], roots: [[UInt8]], options: String = "-purpose sslserver -verify_hostname example.test"
    ) throws -> String {
        try write(Array(chain.prefix(1)), to: "leaf.pem")
        try write(Array(chain.dropFirst()), to: "chain.pem")
        try write(roots, to: "roots.pem")
        let intermediates = chain.count > 1 ? "-untrusted chain.pem" : ""
        let (_, text) = try attempt(
            "verify -attime \(TestHierarchy.moment.secondsSince1970) -no-CApath -no-CAstore -CAfile roots.pem "
                + "\(intermediates) \(options) leaf.pem")
        if text.contains("leaf.pem: OK") { return "OK" }
        // error 10 at 0 depth lookup: certificate has expired
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("error ") }),
            let colon = line.firstIndex(of: ":")
        else { return text }
        return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
}
