import HoldfastAuthority
import HoldfastX509
import PeerPrograms

/// A running `openssl ocsp` that answers for an authority out of an index as `openssl ca` keeps it.
final class OpenSSLResponder {
    /// A line of the index; what is in none is unknown.
    enum Entry {
        case valid, revoked(reason: String)
    }

    let port: UInt16
    private let server: PeerServer

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - port: chosen before, since certificates name it.
    ///   - signer: signs the answers: the authority itself, or one in its place.
    init(
        for authority: CertificateAuthority, at port: UInt16, signer: CertificateAuthority? = nil,
        _ index: [(SerialNumber, Entry)]
    ) async throws {
        self.port = port
        server = try PeerServer()
        let lines = index.map { serial, entry in
            let digits = HexString.encode(serial.bytes).uppercased()
            switch entry {
            case .valid: return "V\t491231235959Z\t\t\(digits)\tunknown\t/CN=-\n"
            case .revoked(let reason): return "R\t491231235959Z\t260101000000Z,\(reason)\t\(digits)\tunknown\t/CN=-\n"
            }
        }
        try server.write(lines.joined(), to: "index")
        try server.write(PEMBlock(.certificate, contents: authority.certificate).encoded, to: "ca.pem")
        try server.write((signer ?? authority).identity)
        try await server.start(
            [
                "openssl", "ocsp", "-index", "index", "-CA", "ca.pem", "-rsigner", "chain.pem", "-rkey", "key.pem",
                "-port", "\(port)", "-nmin", "60", "-ignore_err",
            ], listeningAt: port)
    }

    /// The place that certificates name.
    static func place(_ port: UInt16, path: String = "") -> String { "http://127.0.0.1:\(port)/\(path)" }
}
