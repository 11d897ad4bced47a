import Foundation
import Security
import Testing

/// Source code that says `import Security`, and nothing else that this package has.
@Suite("A module named Security")
struct ImportTests {
    @Test("the names are there, by themselves and by the module's")
    func names() {
        #if canImport(Security)
            let isThere = true
        #else
            let isThere = false
        #endif
        #expect(isThere)
        let policy: Security.SecPolicy = SecPolicyCreateSSL(true, "a.test" as CFString)
        var trust: SecTrust?
        #expect(SecTrustCreateWithCertificates([] as CFArray, policy, &trust) == errSecParam)
        #expect(SecCertificateCreateWithData(nil, Data([1, 2, 3]) as CFData) == nil)
    }
}
