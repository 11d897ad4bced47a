import HoldfastFiles
import HoldfastX509

/// The places in which an administrator says to a distribution's own program that an authority is not to be trusted.
///
/// The bundles that programs read are made by these decisions; they are looked at here so that nothing is installed
/// against one, in vain or not.
struct DistrustDecisions {
    let tree: TreePath
    let family: SystemStore.Family

    /// The list of Debian's certificates: a line that begins with `!` names one that is deselected
    /// (update-ca-certificates(8), dpkg-reconfigure ca-certificates).
    private static let configuration = "/etc/ca-certificates.conf"
    /// The folder in which its names are.
    private static let packaged = "/usr/share/ca-certificates"
    /// Folders of certificates that are distrusted whatever else has them (update-ca-trust(8)); "blacklist" before
    /// p11-kit 0.23.21.
    private static let blocklists = ["/etc/pki/ca-trust/source", "/usr/share/pki/ca-trust-source"].flatMap {
        ["\($0)/blocklist", "\($0)/blacklist"]
    }

    /// The decision against a certificate, in words; nil where there is none.
    func against(_ certificate: Certificate) -> StandingReason? {
        switch family {
        case .debian:
            let name = deselected.first { name in
                tree.resolved("\(Self.packaged)/\(name)").map { StoreSources.holds(certificate, file: $0) } ?? false
            }
            return name.map { .deselected(configuration: Self.configuration, name: String($0)) }
        case .fedora:
            let folder = Self.blocklists.first { folder in
                tree.names(folder).contains { name in
                    tree.resolved("\(folder)/\(name)").map { StoreSources.holds(certificate, file: $0) } ?? false
                }
            }
            return folder.map { .distrustFile(folder: $0) }
        }
    }

    /// The names that Debian's list deselects.
    private var deselected: [Substring] {
        guard let path = tree.resolved(Self.configuration), let bytes = try? BoundedFile.bytes(path, limit: 1 << 20)
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { $0.hasPrefix("!") }.map { $0.dropFirst() }
    }
}
