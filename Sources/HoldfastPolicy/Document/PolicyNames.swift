/// The names of the members of a policy document, each object's in the order in which they are written.
enum PolicyNames {
    enum Document: String, CaseIterable { case schema, hosts, updates }
    enum Host: String, CaseIterable {
        case pins, reportURIs, anchors, profile, revocation, transparency, minimumTLS, connectTo, dangerousDebug
    }
    enum Anchors: String, CaseIterable { case system, files, certificates }
    enum Debug: String, CaseIterable { case acceptAny, anchors, until }
    enum Updates: String, CaseIterable { case url, keys, minimumCounter, every }
    /// The values of `minimumTLS`.
    enum TLSVersion: String, CaseIterable {
        case tls12 = "1.2"
        case tls13 = "1.3"
    }
}
