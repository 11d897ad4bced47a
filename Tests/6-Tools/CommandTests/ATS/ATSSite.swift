import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Servers on loopback, and what `holdfast ats` says of them.
struct ATSSite {
    static let host = "good.test"

    let bench: Loopback
    let folder: Folder

    init() throws {
        bench = try Loopback(host: Self.host)
        folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
    }

    /// A certificate of the authority's: a good one, but for what `change` does to it.
    func identity(
        _ kind: KeyKind = .p256, change: (inout CertificateTemplate, Instant) -> Void = { _, _ in }
    ) throws -> Identity {
        try bench.identity(key: try PrivateKey.generate(kind), change: change)
    }

    /// A server of these versions and suites of TLS 1.2 and before, at OpenSSL's security level 0.
    func server(
        as identity: Identity? = nil, from minimum: TLSVersion = .tls12, to maximum: TLSVersion = .tls13,
        ciphers: String? = nil, _ change: (inout TLSServerConfiguration) throws -> Void = { _ in }
    ) throws -> TLSServer {
        try bench.server(as: identity) { configuration in
            configuration.minimumVersion = minimum
            configuration.maximumVersion = maximum
            configuration.securityLevel = 0
            configuration.cipherList = ciphers.map { $0 + ":@SECLEVEL=0" }
            try change(&configuration)
        }
    }

    func ats(_ port: UInt16, _ arguments: String..., anchors: String = "anchor.pem") throws -> CommandRun {
        try CommandRun(
            "holdfast",
            ["ats", "https://\(Self.host):\(port)/", "--anchors-only", anchors]
                + ["--connect-to", Loopback.connectTo(port, host: Self.host)] + arguments, in: folder)
    }

    /// The one line of `--json`, and the names of the rows that passed.
    func judgement(
        _ port: UInt16, _ arguments: String..., anchors: String = "anchor.pem"
    ) throws -> ATSJudgement {
        let run = try CommandRun(
            "holdfast",
            ["ats", "https://\(Self.host):\(port)/", "--anchors-only", anchors, "--json"]
                + ["--connect-to", Loopback.connectTo(port, host: Self.host)] + arguments, in: folder)
        return try ATSJudgement(run)
    }
}

/// A line of `holdfast ats --json`.
struct ATSJudgement {
    let run: CommandRun
    let object: JSONDocument
    let rows: [JSONDocument]

    init(_ run: CommandRun) throws {
        self.run = run
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == 1, "\(run.output)\(run.errors)")
        object = try JSONDocument(lines[0])
        rows = try #require(object["rows"]?.elements)
        try #require(rows.count == 16)
    }

    var accepted: Bool? { object["accepted"]?.bool }
    var passing: Set<String> { Set(rows.filter { $0["passed"]?.bool == true }.compactMap { $0["name"]?.text }) }
    /// The names of the rows to which the server gave an answer.
    var judged: Set<String> { Set(rows.filter { $0["judged"]?.bool == true }.compactMap { $0["name"]?.text }) }
    var reasons: [String] { rows.compactMap { $0["reason"]?.text } }

    func reason(of name: String) -> String { rows.first { $0["name"]?.text == name }?["reason"]?.text ?? "" }

    /// The keys of the smallest exception with their values; nil for null.
    var exception: [String: JSONDocument]? {
        object["smallestException"]?["NSExceptionDomains"]?[ATSSite.host]?.members
    }
}
