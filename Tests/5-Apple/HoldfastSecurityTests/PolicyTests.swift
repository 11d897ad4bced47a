import Foundation
import HoldfastSecurity
import Testing

@Suite("SecPolicy")
struct PolicyTests {
    @Test("properties by Apple's keys")
    func properties() throws {
        func values(_ policy: SecPolicy?) throws -> [String: Any] {
            let policy = try #require(policy)
            return try #require(SecPolicyCopyProperties(policy) as? [String: Any])
        }
        let basic = try values(SecPolicyCreateBasicX509())
        #expect(basic[kSecPolicyOid as String] as? String == "1.2.840.113635.100.1.2")
        let ssl = try values(SecPolicyCreateSSL(true, "a.test" as CFString))
        #expect(ssl[kSecPolicyOid as String] as? String == "1.2.840.113635.100.1.3")
        #expect(ssl[kSecPolicyName as String] as? String == "a.test")
        #expect(ssl[kSecPolicyClient as String] == nil)
        let client = try values(SecPolicyCreateSSL(false, nil))
        #expect(client[kSecPolicyClient as String] as? Bool == true)
        #expect(client[kSecPolicyName as String] == nil)
        let revocation = try values(SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod))
        #expect(revocation[kSecPolicyOid as String] as? String == "1.2.840.113635.100.1.21")
        #expect(revocation[kSecPolicyRevocationFlags as String] as? UInt == 3)
    }

    @Test("made from properties, the same policy again; nil for what is not judged, and for the wrong types")
    func creation() {
        let settings: [(CFString, [String: Any]?, SecPolicy?)] = [
            (kSecPolicyAppleX509Basic, nil, SecPolicyCreateBasicX509()),
            (kSecPolicyAppleSSL, nil, SecPolicyCreateSSL(true, nil)),
            (
                kSecPolicyAppleSSL, [kSecPolicyName as String: "a.test"],
                SecPolicyCreateSSL(true, "a.test" as CFString)
            ),
            (kSecPolicyAppleSSL, [kSecPolicyClient as String: true], SecPolicyCreateSSL(false, nil)),
            (kSecPolicyAppleRevocation, nil, SecPolicyCreateRevocation(3)),
            (kSecPolicyAppleRevocation, [kSecPolicyRevocationFlags as String: 9], SecPolicyCreateRevocation(9)),
            (kSecPolicyAppleSSL, [kSecPolicyName as String: 5], nil),
            (kSecPolicyAppleSSL, [kSecPolicyClient as String: "yes"], nil),
            (kSecPolicyAppleRevocation, [kSecPolicyRevocationFlags as String: "all"], nil),
            (kSecPolicyAppleSMIME, nil, nil), ("1.2.3" as CFString, nil, nil),
        ]
        for (identifier, properties, expected) in settings {
            #expect(SecPolicyCreateWithProperties(identifier, properties.map { $0 as CFDictionary }) == expected)
        }
        #expect(SecPolicyCreateWithProperties(NSNumber(value: 3), nil) == nil)
    }

    @Test("revocation flags: none and unknown ones make no policy")
    func revocationFlags() {
        for flags in [1, 2, 3, 7, 9, 11, 19, 31] as [CFOptionFlags] {
            #expect(SecPolicyCreateRevocation(flags) != nil, "\(flags)")
        }
        #expect(SecPolicyCreateRevocation(0) == nil)
        #expect(SecPolicyCreateRevocation(1 << 10) == nil)
    }

    @Test("equal by settings")
    func equality() {
        let policies = [
            SecPolicyCreateBasicX509(), SecPolicyCreateSSL(true, nil), SecPolicyCreateSSL(false, nil),
            SecPolicyCreateSSL(true, "a.test" as CFString), SecPolicyCreateSSL(true, "b.test" as CFString),
        ]
        #expect(Set(policies).count == policies.count)
        #expect(SecPolicyCreateSSL(true, "a.test" as CFString) == policies[3])
        #expect(CFEqual(SecPolicyCreateBasicX509(), policies[0]))
        #expect(CFGetTypeID(policies[0]) == SecPolicyGetTypeID())
    }
}
