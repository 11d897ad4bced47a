import CGlibcShims
import HoldfastLibC

/// A place where anchors are read from.
enum AnchorLocation: Hashable, Sendable {
    /// Named by the user: that it holds no anchor is an error.
    case given(String)
    /// The system's: where it holds none, nobody is trusted.
    case system(String)

    var path: String {
        switch self {
        case .given(let path), .system(let path): path
        }
    }
}

/// The places where the operating system keeps its anchors.
enum SystemAnchors {
    /// Bundles of the distributions, most common first.
    static let bundles = [
        "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Gentoo, Arch
        "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora, Red Hat 6
        "/etc/ssl/ca-bundle.pem",  // openSUSE
        "/etc/pki/tls/cacert.pem",  // OpenELEC
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Red Hat 7 and later
        "/etc/ssl/cert.pem",  // Alpine
    ]

    /// Hashed folders, used where no bundle exists.
    static let folders = [
        "/etc/ssl/certs",
        "/etc/pki/tls/certs",
        "/system/etc/security/cacerts",  // Android
    ]

    /// The variables of OpenSSL (`SSL_CERT_FILE`, `SSL_CERT_DIR`, X509_get_default_cert_file_env(3)) replace the
    /// distribution's places; without them the first bundle that exists, else the first folder.
    static func locations(
        environment: (String) -> String? = ProcessEnvironment.value, exists: (String) -> Bool = exists
    ) -> [AnchorLocation] {
        let file = environment("SSL_CERT_FILE").map { [$0] } ?? []
        let folders = environment("SSL_CERT_DIR")?.split(separator: ":").map(String.init) ?? []
        let named = (file + folders).filter { !$0.isEmpty }
        if !named.isEmpty { return named.map(AnchorLocation.system) }
        let found = bundles.first(where: exists) ?? Self.folders.first(where: exists)
        return found.map { [.system($0)] } ?? []
    }

    private static func exists(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }
}

/// The environment of the process: the one way on which variables are read here.
package enum ProcessEnvironment {
    /// The value of a variable; nil where it is not set, and in a program that runs with more rights than its caller
    /// (secure_getenv(3)): whoever starts such a program chooses its environment, and neither whom it trusts nor its
    /// files.
    package static func value(_ name: String) -> String? {
        guard let value = unsafe shim_secure_getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
