import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// An HTTP answer as JSON, in the schema `holdfast.response/1`.
struct ResponseReport: Encodable {
    private let schema: String
    private let url: String
    private let status: Int
    private let httpVersion: String
    /// Name and value each, in the order received.
    private let fields: [[String]]
    private let trailers: [[String]]
    /// The body where it is UTF-8, else nil.
    private let body: String?
    /// The body in Base64 where it is no UTF-8, else nil.
    private let bodyBase64: String?
    private let redirects: [Redirect]
    private let connection: Connection

    struct Redirect: Encodable {
        let status: Int
        let url: String
    }

    struct Connection: Encodable {
        let address: String?
        let tls: ConnectionReport.TLS?
        let timing: ConnectionReport.Timing?
        /// What SecTrustResultType calls the acceptance: `unspecified`, or `proceed` by the user's exception.
        let result: String
        /// Fingerprints of the accepted chain, leaf first.
        let chain: [String]
    }

    init(_ response: HTTPSResponse) {
        schema = "holdfast.response/1"
        url = response.url.description
        status = response.status
        httpVersion = response.httpVersion
        fields = response.fields.map { [$0.name, $0.value] }
        trailers = response.trailers.map { [$0.name, $0.value] }
        body = String(validating: response.body, as: UTF8.self)
        bodyBase64 = body == nil ? Base64.encode(response.body) : nil
        redirects = response.redirects.map { Redirect(status: $0.status, url: $0.url.description) }
        let report = ConnectionReport(response.connection)
        let chain = response.connection.evaluation?.chain ?? []
        connection = Connection(
            address: report.address, tls: report.tls, timing: report.timing,
            result: (response.connection.evaluation?.result ?? .invalid).rawValue,
            chain: chain.map { CertificateSummary($0).fingerprintSHA256 })
    }

    /// Status line and header fields as HTTP/1.1 writes them, with the empty line after them.
    static func head(of response: HTTPSResponse) -> String {
        let lines = response.fields.map { "\(SafeText.line($0.name)): \(SafeText.line($0.value))\r\n" }
        return "HTTP/\(response.httpVersion) \(response.status)\r\n" + lines.joined() + "\r\n"
    }
}
