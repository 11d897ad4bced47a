import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// An entry whose server is well kept in all but one certificate: its own.
    ///
    /// - Parameter change: What is wrong with it; it is also told the moment for which the server is made.
    static func leaf(
        _ name: String, _ story: String, host: String? = nil, exit: Int32, findings: Set<String> = [],
        judgedAfter: Int64? = nil,
        change: @escaping @Sendable (inout CertificateTemplate, Instant) -> Void = { _, _ in }
    ) -> BadServer {
        BadServer(name, story, host: host, exit: exit, findings: findings, judgedAfter: judgedAfter) {
            (authority, host) throws(TestBedError) in
            .tls(try authority.server(host, change: change), anchor: authority.root.certificate)
        }
    }
}
