import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// An entry whose server is well kept in all but one certificate: its own.
    ///
    /// - Parameters:
    ///   - names: The names that its certificate is for; its host alone unless given.
    ///   - key: Its key; a new one of its authority's kind unless given.
    ///   - change: What is wrong with it; it is also told the moment for which the server is made.
    static func leaf(
        _ name: String, _ story: String, host: String? = nil, names: [String]? = nil, exit: Int32,
        findings: Set<String> = [], source: String, arguments: [String] = [], judgedAfter: Int64? = nil,
        key: ServerKey = .authoritys,
        change: @escaping @Sendable (inout CertificateTemplate, Instant) -> Void = { _, _ in }
    ) -> BadServer {
        BadServer(
            name, story, host: host, exit: exit, findings: findings, source: source, arguments: arguments,
            judgedAfter: judgedAfter
        ) { (authority, host) throws(TestBedError) in
            let key = try key.make()
            let identity = try authority.server(host, key: key) { leaf, moment in
                if let names { leaf.names = names }
                change(&leaf, moment)
            }
            return .tls(identity, anchor: authority.root.certificate)
        }
    }
}
