import HoldfastDiagnostics
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// The outcome of a request as JSON, in the schema `holdfast.response/1`: an HTTP answer, or the failure.
struct ResponseReport: Encodable {
    private let schema = "holdfast.response/1"
    /// The URL that answered, or the one that was asked.
    private let url: String
    @Nullable private var status: Int?
    @Nullable private var httpVersion: String?
    /// Name and value each, in the order received.
    private let fields: [[String]]
    private let trailers: [[String]]
    /// The body where it is UTF-8, else nil.
    @Nullable private var body: String?
    /// The body in Base64 where it is no UTF-8, else nil.
    @Nullable private var bodyBase64: String?
    private let redirects: [Redirect]
    private let upgrades: [Upgrade]
    @Nullable private var connection: Connection?
    /// The part of a kept response in the answer; nil where all of it is the server's.
    @Nullable private var cache: Cache?
    /// The report of the failure; nil where there is an answer.
    @Nullable private var verdict: VerdictReport?

    struct Redirect: Encodable {
        let status: Int
        let url: String
    }

    /// A URL without TLS that was not asked.
    struct Upgrade: Encodable {
        let from: String
        let to: String
        /// The number of redirects before it.
        let redirects: Int
    }

    struct Connection: Encodable {
        let address: String?
        let tls: ConnectionReport.TLS?
        let timing: ConnectionReport.Timing?
        /// SecTrustResultType's name of the acceptance: `unspecified`, or `proceed` by the user's exception.
        let result: String
        /// Fingerprints of the accepted chain, leaf first.
        let chain: [String]
        /// The part of a policy file in the acceptance; nil where none is in force.
        let policyFile: PolicyFileReport?
    }

    struct Cache: Encodable {
        let use: String
        let place: String?
        let age: Int
    }

    init(_ response: HTTPSResponse) {
        url = response.url.description
        status = response.status
        httpVersion = response.httpVersion
        fields = response.fields.map { [$0.name, $0.value] }
        trailers = response.trailers.map { [$0.name, $0.value] }
        let text = String(validating: response.body, as: UTF8.self)
        body = text
        bodyBase64 = text == nil ? Base64.encode(response.body) : nil
        redirects = response.redirects.map { Redirect(status: $0.status, url: $0.url.description) }
        upgrades = response.upgrades.map { upgrade in
            Upgrade(from: upgrade.from.description, to: upgrade.to.description, redirects: upgrade.redirectCount)
        }
        let report = ConnectionReport(response.connection)
        let chain = response.connection.evaluation?.chain ?? []
        let isLocal = response.cacheUse?.isLocal ?? false
        connection =
            isLocal
            ? nil
            : Connection(
                address: report.address, tls: report.tls, timing: report.timing,
                result: (response.connection.evaluation?.result ?? .invalid).rawValue,
                chain: chain.map { CertificateSummary($0).fingerprintSHA256 },
                policyFile: response.connection.evaluation.flatMap { PolicyFileReport($0.policy) })
        cache = response.cacheUse.map { Cache(use: $0.kind.rawValue, place: $0.place?.rawValue, age: $0.age) }
        verdict = nil
    }

    /// A request without an answer.
    ///
    /// - Parameters:
    ///   - url: where it was sent, or was to be.
    ///   - redirects: the hops that had been followed.
    init(_ verdict: VerdictReport, url: HTTPSURL, redirects: [HTTPSResponse.Redirect]) {
        self.url = url.description
        (status, httpVersion, body, bodyBase64, connection, cache) = (nil, nil, nil, nil, nil, nil)
        (fields, trailers, upgrades) = ([], [], [])
        self.redirects = redirects.map { Redirect(status: $0.status, url: $0.url.description) }
        self.verdict = verdict
    }

    /// Status line and header fields as HTTP/1.1 writes them, with the empty line after them.
    static func head(of response: HTTPSResponse) -> String {
        let lines = response.fields.map { "\(SafeText.line($0.name)): \(SafeText.line($0.value))\r\n" }
        return "HTTP/\(response.httpVersion) \(response.status)\r\n" + lines.joined() + "\r\n"
    }
}
