import HoldfastAuthority
import HoldfastServing
package import HoldfastStatements
import HoldfastX509

/// An entry of the catalogue: a server that is wrong in one way, or right, and what a judge has to say about it.
///
/// What is expected was written from the RFC that the entry quotes and from the table of exit codes, not from a run.
public struct BadServer: Sendable {
    /// The name by which it is started, for example `expired`.
    public let name: String
    /// The defect, or why it is none, in one sentence for people.
    public var story: String { storyWords.english }
    /// The story in both languages.
    package let storyWords: LocalizedText
    /// The host name under which it is to be judged, for example `expired.holdfast.test`.
    public let host: String
    /// The exit code of `holdfast check` and, where the server's chain can be recorded, of `holdfast evaluate`.
    public let expectedExit: Int32
    /// The codes of all findings that are errors: exactly these.
    public let expectedFindings: Set<String>
    /// The source of the expectation: the RFC or the programme, with the section.
    public let source: String
    /// Arguments of `holdfast check` that the case needs besides target, anchors and connection.
    public let arguments: [String]
    /// The algorithms that it needs of OpenSSL, and that not every OpenSSL has: without them it is not started.
    public let needs: [LibraryNeed]
    /// When it is to be judged, in seconds from the moment for which it is made; nil for that moment.
    public let judgedAfter: Int64?

    let stage: @Sendable (TestAuthority, _ host: String) throws(TestBedError) -> Staging

    init(
        _ name: String, _ story: String, _ chinese: String, host: String? = nil, exit: Int32,
        findings: Set<String> = [], source: String, arguments: [String] = [], judgedAfter: Int64? = nil,
        needs: [LibraryNeed] = [],
        stage: @escaping @Sendable (TestAuthority, _ host: String) throws(TestBedError) -> Staging
    ) {
        self.name = name
        storyWords = LocalizedText(story, chinese)
        self.host = host ?? "\(name).holdfast.test"
        expectedExit = exit
        expectedFindings = findings
        self.source = source
        self.arguments = arguments
        self.needs = needs
        self.judgedAfter = judgedAfter
        self.stage = stage
    }
}

extension BadServer {
    /// An entry whose server is well kept in all but one certificate: its own.
    ///
    /// - Parameters:
    ///   - names: The names that its certificate is for; its host alone unless given.
    ///   - key: Its key; a new one of its authority's kind unless given.
    ///   - change: What is wrong with it; it is also told the moment for which the server is made.
    static func leaf(
        _ name: String, _ story: String, _ chinese: String, host: String? = nil, names: [String]? = nil, exit: Int32,
        findings: Set<String> = [], source: String, arguments: [String] = [], judgedAfter: Int64? = nil,
        needs: [LibraryNeed] = [], key: ServerKey = .authoritys,
        change: @escaping @Sendable (inout CertificateTemplate, Instant) -> Void = { _, _ in }
    ) -> BadServer {
        BadServer(
            name, story, chinese, host: host, exit: exit, findings: findings, source: source, arguments: arguments,
            judgedAfter: judgedAfter, needs: needs
        ) { (authority, host) throws(TestBedError) in
            let key = try key.make()
            let identity = try authority.server(host, key: key) { leaf, moment in
                if let names { leaf.names = names }
                change(&leaf, moment)
            }
            return .tls(identity, anchor: authority.root.certificate)
        }
    }

    /// A server with a good certificate that speaks one version of TLS alone.
    ///
    /// - Parameters:
    ///   - hasChain: whether its chain can be judged by itself, with the outcome of the connection.
    ///   - configure: makes it deviate.
    static func speaking(
        _ version: TLSVersion, _ name: String, _ story: String, _ chinese: String, exit: Int32 = 0, source: String,
        arguments: [String] = [], needs: [LibraryNeed] = [], hasChain: Bool = true,
        configure: @escaping @Sendable (inout TLSServerConfiguration) -> Void = { _ in }
    ) -> BadServer {
        BadServer(name, story, chinese, exit: exit, source: source, arguments: arguments, needs: needs) {
            (authority, host) throws(TestBedError) in
            let staging = Staging.tls(try authority.server(host), anchor: authority.root.certificate) {
                ($0.minimumVersion, $0.maximumVersion) = (version, version)
                configure(&$0)
            }
            return hasChain ? staging : staging.withoutChain
        }
    }

    /// A server whose intermediate is a good one but for what `change` does to it, and is told the moment for.
    static func below(
        _ intermediate: String, _ name: String, _ story: String, _ chinese: String, exit: Int32,
        findings: Set<String> = [], source: String, arguments: [String] = [],
        change: @escaping @Sendable (inout CertificateTemplate, Instant) -> Void
    ) -> BadServer {
        BadServer(name, story, chinese, exit: exit, findings: findings, source: source, arguments: arguments) {
            (authority, host) throws(TestBedError) in
            let issuer = try authority.intermediate(intermediate, change: change)
            return .tls(try authority.server(host, issuedBy: issuer), anchor: authority.root.certificate)
        }
    }
}
