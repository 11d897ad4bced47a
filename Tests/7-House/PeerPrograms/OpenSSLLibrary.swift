import Foundation

/// The OpenSSL that runs with the tests, which need not be the one that they were built with: what is expected of it is
/// asked of it.
package enum OpenSSLLibrary {
    /// As OPENSSL_VERSION_NUMBER: 0xMNN00PP0 (OpenSSL_version_num(3)).
    private static let version: UInt = {
        guard let symbol = unsafe dlsym(nil, "OpenSSL_version_num") else { return 0 }
        return unsafe unsafeBitCast(symbol, to: (@convention(c) () -> UInt).self)()
    }()

    /// The group on which two ends agree that leave it to OpenSSL. "The default TLS keyshares have been changed to
    /// offer X25519MLKEM768 and X25519" (CHANGES.md of OpenSSL 3.5.0).
    package static var usualGroup: String { version >= 0x3050_0000 ? "X25519MLKEM768" : "x25519" }

    /// Whether the library has ML-DSA (FIPS 204), which came with OpenSSL 3.5 (EVP_SIGNATURE_fetch(3)).
    package static let hasMLDSA: Bool = {
        typealias Fetch = @convention(c) (OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<CChar>?) -> OpaquePointer?
        guard let symbol = unsafe dlsym(nil, "EVP_SIGNATURE_fetch") else { return false }
        return unsafe unsafeBitCast(symbol, to: Fetch.self)(nil, "ML-DSA-65", nil) != nil
    }()

    /// Whether the `openssl` command compresses certificates, and takes compressed ones (RFC 8879): its library may be
    /// too old, or built without any algorithm.
    package static let compressesCertificates =
        (try? Peer.run("openssl", ["s_server", "-help"]))?.all.contains("-cert_comp ") ?? false
}

extension String {
    /// What OpenSSL prints of names in one form: "CN = a" is "CN=a" from 3.2 on.
    package var withPlainNames: String { replacing(" = ", with: "=") }
}

extension Peer {
    /// Whether a program is on the PATH.
    package static func exists(_ program: String) -> Bool {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return folders.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }
}
