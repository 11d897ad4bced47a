/// The words of cert-manager in the annotations of a secret: which Certificate it is of, and who issues it.
///
/// Source: cert-manager's documentation, "Annotated Secret resources"; the names are those of its API.
package struct CertManagerFields: Hashable, Sendable, Encodable {
    /// The name of the Certificate resource (`cert-manager.io/certificate-name`).
    package let certificateName: String?
    /// The issuer: `cert-manager.io/issuer-name`, `-kind` and `-group`.
    package let issuerName: String?
    package let issuerKind: String?
    package let issuerGroup: String?
    /// `cert-manager.io/common-name`.
    package let commonName: String?
    /// `cert-manager.io/alt-names`, one by one.
    package let dnsNames: [String]
    /// `cert-manager.io/ip-sans`, one by one.
    package let ipAddresses: [String]
    /// `cert-manager.io/uri-sans`, one by one.
    package let uris: [String]

    private static let prefix = "cert-manager.io/"

    /// Reads annotations; nil where cert-manager has written none.
    init?(_ annotations: [String: String]) {
        func value(_ name: String) -> String? {
            annotations[Self.prefix + name].flatMap { $0.isEmpty ? nil : $0 }
        }
        func list(_ name: String) -> [String] {
            value(name)?.split(separator: ",").map(String.init) ?? []
        }
        certificateName = value("certificate-name")
        issuerName = value("issuer-name")
        issuerKind = value("issuer-kind")
        issuerGroup = value("issuer-group")
        commonName = value("common-name")
        (dnsNames, ipAddresses, uris) = (list("alt-names"), list("ip-sans"), list("uri-sans"))
        guard certificateName != nil || issuerName != nil else { return nil }
    }

    /// `KIND NAME`, as `ClusterIssuer letsencrypt`; nil where no name is said.
    package var issuer: String? { issuerName.map { [issuerKind, $0].compactMap(\.self).joined(separator: " ") } }

    /// All names, of every kind.
    package var names: [String] { dnsNames + ipAddresses + uris }
}
