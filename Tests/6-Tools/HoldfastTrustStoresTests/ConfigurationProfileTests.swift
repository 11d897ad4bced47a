import Foundation
import HoldfastAuthority
import HoldfastTrustStores
import HoldfastX509
import Testing

/// The profile for Apple's devices, read by Foundation. Keys and types are those of Apple's "Device Management".
struct ConfigurationProfileTests {
    private func profile(_ bytes: [UInt8]) throws -> [String: Any] {
        let list = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        return try #require(list as? [String: Any])
    }

    @Test("A payload com.apple.security.root with the certificate, in a profile of type Configuration")
    func content() throws {
        let root = try StoreAuthorityTests.root(.only(domains: ["a.test"]))
        let authority = try StoreAuthority(file: root.certificate)
        let profile = try profile(ConfigurationProfile(authority).bytes)
        #expect(profile["PayloadType"] as? String == "Configuration")
        #expect(profile["PayloadVersion"] as? Int == 1)
        #expect(profile["PayloadRemovalDisallowed"] as? Bool == false)
        #expect((profile["PayloadDescription"] as? String)?.contains("a.test") == true)
        let payloads = try #require(profile["PayloadContent"] as? [[String: Any]])
        try #require(payloads.count == 1)
        #expect(payloads[0]["PayloadType"] as? String == "com.apple.security.root")
        #expect(payloads[0]["PayloadContent"] as? Data == Data(root.certificate))
        #expect(payloads[0]["PayloadVersion"] as? Int == 1)
        for payload in [profile, payloads[0]] {
            // RFC 9562 §4: version and variant stand in fixed places.
            let uuid = try #require((payload["PayloadUUID"] as? String).flatMap(UUID.init(uuidString:))).uuid
            #expect(uuid.6 >> 4 == 8)
            #expect(uuid.8 >> 6 == 0b10)
        }
        let identifiers = [profile, payloads[0]].compactMap { $0["PayloadIdentifier"] as? String }
        #expect(Set(identifiers).count == 2)
        #expect(identifiers.allSatisfy { $0.contains(HexString.encode(authority.fingerprint)) })
        #expect(profile["PayloadUUID"] as? String != payloads[0]["PayloadUUID"] as? String)
    }

    @Test("One certificate has one profile; another has other identifiers")
    func stability() throws {
        let (first, second) = (try StoreAuthorityTests.root(), try StoreAuthorityTests.root())
        let authority = try StoreAuthority(file: first.certificate)
        #expect(ConfigurationProfile(authority).bytes == ConfigurationProfile(authority).bytes)
        let one = try profile(ConfigurationProfile(authority).bytes)
        let other = try profile(ConfigurationProfile(try StoreAuthority(file: second.certificate)).bytes)
        #expect(one["PayloadUUID"] as? String != other["PayloadUUID"] as? String)
        #expect(one["PayloadIdentifier"] as? String != other["PayloadIdentifier"] as? String)
    }
}
