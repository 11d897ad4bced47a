import Glibc
import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastServing

/// Three authorities with servers on loopback: the system's, a company's own, and a stranger's.
///
/// The system's anchors are what `SSL_CERT_FILE` names. The bench sets it, so it has to be made before anything else.
struct ArticleBench {
    static let host = SampleBench.host
    static let address = "127.0.0.1"

    /// An authority that the system knows: the only one.
    let system: SampleBench
    /// An authority that nobody knows but the app, which has its certificate in its bundle.
    let company: SampleBench
    /// An authority that nobody knows.
    let stranger: SampleBench
    /// The app's bundle: a folder with `company.cer` (DER).
    let bundle: Bundle
    private let folder: URL

    init() throws {
        (system, company, stranger) = (try SampleBench(), try SampleBench(), try SampleBench())
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("articles-\(UUID().uuidString)")
        let resources = folder.appendingPathComponent("App.resources")
        try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
        try Data(company.root.certificate).write(to: resources.appendingPathComponent("company.cer"))
        let anchors = folder.appendingPathComponent("system.pem")
        try Data(system.root.identity.chainPEM.utf8).write(to: anchors)
        setenv("SSL_CERT_FILE", anchors.path, 1)
        guard let bundle = Bundle(path: resources.path) else { throw CocoaError(.fileReadUnknown) }
        self.bundle = bundle
    }

    /// Removes the files.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// A server with a certificate of one of the authorities.
    ///
    /// - Parameters:
    ///   - authority: who issued the certificate.
    ///   - names: those in the certificate, host names and addresses.
    ///   - key: the server's; nil for a new one.
    ///   - change: makes the certificate deviate from a good one.
    ///   - answer: what is answered.
    func server(
        by authority: SampleBench, names: [String] = [Self.host], key: PrivateKey? = nil,
        change: (inout CertificateTemplate) -> Void = { _ in },
        answer: @escaping @Sendable (ServerRequest) -> ServerResponse = { _ in ServerResponse(text: "here") }
    ) throws -> TLSServer {
        var template = CertificateTemplate.server(names: names, at: authority.now)
        change(&template)
        return try authority.server(try authority.root.issue(template, key: key), { _ in }, answer)
    }

    /// A server of several names on one address: it presents the certificate for ``host`` to who asks for that name,
    /// and to all others the one of its default name (RFC 6066 §3).
    func serverOfSeveralNames() throws -> TLSServer {
        let own = try system.identity()
        return try system.server(try system.identity("default.holdfast.test")) {
            $0.others = [.init(names: [Self.host], own)]
        }
    }

    /// What the app reads a bundled certificate for.
    func companyCertificate() throws -> SecCertificate { try company.anchor() }

    func configuration(_ server: TLSServer, name: String = Self.host) -> URLSessionConfiguration {
        system.configuration(server, name: name)
    }

    func request(_ server: TLSServer, host: String = Self.host, _ path: String = "/") throws -> URLRequest {
        URLRequest(url: try system.url(server, host: host, path))
    }
}
