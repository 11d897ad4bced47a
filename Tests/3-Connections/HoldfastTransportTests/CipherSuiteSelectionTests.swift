import HoldfastTrust
import Testing

@testable import HoldfastTransport

/// The lists are those of Apple's Information Property List Key Reference ("must be one of the following"), and for
/// NIAP's package the sentence of `NSRequiresNIAPTLSPackageVersion`.
@Suite("Which cipher suites belong to a selection")
struct CipherSuiteSelectionTests {
    private static let gcm = [
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_AES_128_GCM_SHA256",
        "TLS_AES_256_GCM_SHA384",
    ]
    private static let cbc = [
        "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
        "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
        "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
    ]
    /// "Setting the value to NO results in the following ciphers, which do not support FS, also being accepted".
    private static let withoutForwardSecrecy = [
        "TLS_RSA_WITH_AES_256_GCM_SHA384", "TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_256_CBC_SHA256",
        "TLS_RSA_WITH_AES_256_CBC_SHA", "TLS_RSA_WITH_AES_128_CBC_SHA256", "TLS_RSA_WITH_AES_128_CBC_SHA",
    ]
    private static let others = [
        "TLS_CHACHA20_POLY1305_SHA256", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
        "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
        "TLS_ECDHE_ECDSA_WITH_CAMELLIA_128_CBC_SHA256", "TLS_PSK_WITH_AES_128_GCM_SHA256", "TLS_AES_128_CCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_NULL_SHA", "TLS_ECDH_RSA_WITH_AES_128_GCM_SHA256", "", "TLS_RSA_WITH_", "AES_128",
    ]

    @Test("each list of Apple's, and what is on none")
    func lists() {
        func all(_ names: [String], _ selection: CipherSuiteSelection, _ expected: Bool) {
            for name in names { #expect(selection.contains(name) == expected, "\(selection) \(name)") }
        }
        all(Self.gcm + Self.cbc + Self.withoutForwardSecrecy, .aes, true)
        all(Self.gcm + Self.cbc, .aesWithForwardSecrecy, true)
        all(Self.withoutForwardSecrecy, .aesWithForwardSecrecy, false)
        // "For TLS 1.2, the client offers only perfect forward secret (using ECDHE), AES-GCM ciphersuites".
        all(Self.gcm, .aesGCMWithForwardSecrecy, true)
        all(Self.cbc + Self.withoutForwardSecrecy, .aesGCMWithForwardSecrecy, false)
        for selection in CipherSuiteSelection.allCases where selection != .usual {
            all(Self.others, selection, false)
            #expect(!selection.contains(nil))
        }
        all(Self.others, .usual, true)
    }

    @Test("requests for different suites share no connections")
    func partitions() {
        var request = TransportRequest(
            kind: .request, host: "a.test", port: 443, sharing: .shared(key: []), policyDigest: [])
        var keys: Set<PartitionKey> = []
        for selection in CipherSuiteSelection.allCases {
            request.tls.cipherSuites = selection
            keys.insert(PartitionKey(request))
        }
        #expect(keys.count == CipherSuiteSelection.allCases.count)
    }
}
