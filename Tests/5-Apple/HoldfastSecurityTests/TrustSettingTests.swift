import Foundation
import HoldfastAuthority
import HoldfastSecurity
import HoldfastX509
import Testing

@Suite("SecTrust: what it is told")
struct TrustSettingTests {
    let test: TrustFixture

    init() throws { test = try TrustFixture() }

    @Test("one certificate or several, one policy, several or none")
    func creation() throws {
        let chain = try test.chain()
        let policy = TrustFixture.ssl
        let certificates: [CFTypeRef] = [chain[0], chain as CFArray, chain as CFTypeRef, NSMutableArray(array: chain)]
        let policies: [CFTypeRef?] = [
            nil, policy, [policy] as CFArray, [policy, SecPolicyCreateBasicX509()] as CFTypeRef,
        ]
        for certificate in certificates {
            for policy in policies {
                var trust: SecTrust?
                #expect(SecTrustCreateWithCertificates(certificate, policy, &trust) == errSecSuccess)
                #expect(trust != nil)
            }
        }
        var trust: SecTrust?
        SecTrustCreateWithCertificates(chain[0], nil, &trust)
        var standard: CFArray?
        #expect(SecTrustCopyPolicies(try #require(trust), &standard) == errSecSuccess)
        #expect(standard as? [SecPolicy] == [SecPolicyCreateBasicX509()])
    }

    @Test("objects of another type: errSecParam, and no trust object")
    func wrongTypes() throws {
        let chain = try test.chain()
        let data = SecCertificateCopyData(chain[0])
        let certificates: [CFTypeRef] = [
            [] as CFArray, data, [data] as CFArray, NSNumber(value: true), [chain[0], data] as [AnyObject] as CFArray,
        ]
        for certificate in certificates {
            var trust: SecTrust? = try test.trust()
            #expect(SecTrustCreateWithCertificates(certificate, nil, &trust) == errSecParam)
            #expect(trust == nil)
        }
        for policy in [[] as CFArray, data, [data] as CFArray, chain[0], NSNumber(value: true)] as [CFTypeRef] {
            var trust: SecTrust?
            #expect(SecTrustCreateWithCertificates(chain[0], policy, &trust) == errSecParam)
            #expect(trust == nil)
        }
    }

    @Test("policies are replaced; wrong ones change nothing")
    func policies() throws {
        let trust = try test.trust(policies: [SecPolicyCreateSSL(true, "other.test" as CFString)])
        #expect(TrustFixture.result(trust) == .recoverableTrustFailure)
        #expect(SecTrustSetPolicies(trust, try test.chain()[0]) == errSecParam)
        #expect(SecTrustSetPolicies(trust, try test.chain() as CFArray) == errSecParam)
        #expect(SecTrustSetPolicies(trust, [] as CFArray) == errSecParam)
        #expect(TrustFixture.result(trust) == .recoverableTrustFailure)
        #expect(SecTrustSetPolicies(trust, TrustFixture.ssl) == errSecSuccess)
        #expect(TrustFixture.result(trust) == .unspecified)
        #expect(SecTrustSetPolicies(trust, [SecPolicyCreateBasicX509()] as CFTypeRef) == errSecSuccess)
        #expect(TrustFixture.result(trust) == .unspecified)
    }

    @Test("of several policies each has to be met")
    func severalPolicies() throws {
        let names = ["a.test", "b.test", "c.test"]
        let chain = try test.chain { $0.names = Array(names.prefix(2)) }
        func policies(_ count: Int) -> [SecPolicy] {
            names.prefix(count).map { SecPolicyCreateSSL(true, $0 as CFString) }
        }
        #expect(TrustFixture.result(try test.trust(chain, policies: policies(2))) == .unspecified)
        #expect(TrustFixture.code(try test.trust(chain, policies: policies(3))) == errSecHostNameMismatch)
        #expect(
            TrustFixture.code(try test.trust(chain, policies: policies(3).reversed())) == errSecHostNameMismatch)
        #expect(
            TrustFixture.code(try test.trust(chain, policies: [SecPolicyCreateBasicX509(), policies(3)[2]]))
                == errSecHostNameMismatch)
    }

    /// Apple: "calling this function without also calling SecTrustSetAnchorCertificatesOnly(_:_:) disables the trusting
    /// of any anchors other than the ones specified".
    @Test("anchors: set alone they exclude the system's; empty trusts nobody; nil goes back")
    func anchors() throws {
        let trust = try TrustFixture.unanchored(test.chain())
        var custom: CFArray?
        #expect(SecTrustCopyCustomAnchorCertificates(trust, &custom) == errSecSuccess)
        #expect(custom == nil)
        #expect(TrustFixture.result(trust) == .recoverableTrustFailure)
        #expect(SecTrustSetAnchorCertificates(trust, [try test.rootCertificate] as CFArray) == errSecSuccess)
        #expect(TrustFixture.result(trust) == .unspecified)
        #expect(SecTrustCopyCustomAnchorCertificates(trust, &custom) == errSecSuccess)
        #expect(custom as? [SecCertificate] == [try test.rootCertificate])
        #expect(SecTrustSetAnchorCertificates(trust, [Data([1])] as CFArray) == errSecParam)
        #expect(TrustFixture.result(trust) == .unspecified)
        #expect(SecTrustSetAnchorCertificates(trust, [] as CFArray) == errSecSuccess)
        #expect(TrustFixture.result(trust) == .recoverableTrustFailure)
        #expect(SecTrustSetAnchorCertificates(trust, [try test.rootCertificate] as CFArray) == errSecSuccess)
        #expect(SecTrustSetAnchorCertificatesOnly(trust, false) == errSecSuccess)
        #expect(TrustFixture.result(trust) == .unspecified)
        #expect(SecTrustSetAnchorCertificates(trust, nil) == errSecSuccess)
        #expect(TrustFixture.result(trust) == .recoverableTrustFailure)
    }

    @Test("the system's anchors: trusted unless others were set, or they were excluded")
    func systemAnchors() throws {
        var list: CFArray?
        guard SecTrustCopyAnchorCertificates(&list) == errSecSuccess, let anchors = list as? [SecCertificate],
            let anchor = anchors.first(where: { SecCertificateCopyKey($0) != nil })
        else {
            #expect(list == nil)
            return
        }
        // An anchor is a path of its own: trusted by the system's set, and by no other.
        let now = Date() as CFDate
        var made: SecTrust?
        SecTrustCreateWithCertificates(anchor, SecPolicyCreateBasicX509(), &made)
        let trust = try #require(made)
        SecTrustSetVerifyDate(trust, SecCertificateCopyNotValidBeforeDate(anchor) ?? now)
        #expect(TrustFixture.result(trust) == .unspecified)
        SecTrustSetAnchorCertificatesOnly(trust, true)
        #expect(TrustFixture.result(trust) != .unspecified)
        SecTrustSetAnchorCertificates(trust, [try test.rootCertificate] as CFArray)
        #expect(TrustFixture.result(trust) != .unspecified)
        SecTrustSetAnchorCertificatesOnly(trust, false)
        #expect(TrustFixture.result(trust) == .unspecified)
    }

    @Test("an intermediate and the leaf itself as anchors end the path there")
    func anchorsBelowTheRoot() throws {
        let chain = try test.chain()
        for (index, anchor) in chain.enumerated() {
            let trust = try TrustFixture.unanchored(chain)
            SecTrustSetAnchorCertificates(trust, [anchor] as CFArray)
            #expect(TrustFixture.result(trust) == .unspecified)
            #expect(TrustFixture.chain(of: trust) == Array(chain.prefix(index + 1)))
        }
    }

    @Test("the date: the one that was set, to the second at both ends; now without")
    func verifyDate() throws {
        let chain = try test.chain { $0.notAfter = TrustFixture.moment }
        #expect(TrustFixture.code(try test.trust(chain)) == nil)
        #expect(
            TrustFixture.code(try test.trust(chain, at: TrustFixture.moment.advanced(bySeconds: 1)))
                == errSecCertificateExpired)
        let trust = try test.trust(chain)
        #expect(SecTrustGetVerifyTime(trust) == (TrustFixture.date() as Date).timeIntervalSinceReferenceDate)
        var fresh: SecTrust?
        SecTrustCreateWithCertificates(chain as CFArray, nil, &fresh)
        let now = SecTrustGetVerifyTime(try #require(fresh))
        #expect(abs(now - Date().timeIntervalSinceReferenceDate) < 60)
    }

    @Test("a date that is none decides nothing in anybody's favour", arguments: [Double.infinity, -.infinity, .nan])
    func impossibleDate(_ seconds: Double) throws {
        let trust = try test.trust()
        SecTrustSetVerifyDate(trust, NSDate(timeIntervalSinceReferenceDate: seconds))
        #expect(TrustFixture.result(trust) != .unspecified)
    }

    @Test("network fetching: kept, and set by policies about revocation")
    func networkFetch() throws {
        func allowed(_ trust: SecTrust) -> Bool {
            var value = DarwinBoolean(false)
            #expect(SecTrustGetNetworkFetchAllowed(trust, &value) == errSecSuccess)
            return value.boolValue
        }
        let trust = try test.trust()
        #expect(allowed(trust))
        #expect(SecTrustSetNetworkFetchAllowed(trust, false) == errSecSuccess)
        #expect(!allowed(trust))
        SecTrustSetPolicies(trust, try #require(SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod)))
        #expect(allowed(trust))
        let offline = try #require(
            SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod | kSecRevocationNetworkAccessDisabled))
        SecTrustSetPolicies(trust, [TrustFixture.ssl, offline] as CFArray)
        #expect(!allowed(trust))
    }

    @Test("evidence: data of any content is taken, other objects are not")
    func evidence() throws {
        let trust = try test.trust()
        let data = Data([1, 2, 3]) as CFData
        for response in [nil, data, [data] as CFArray, [] as CFArray] as [CFTypeRef?] {
            #expect(SecTrustSetOCSPResponse(trust, response) == errSecSuccess)
        }
        #expect(SecTrustSetOCSPResponse(trust, NSNumber(value: 1)) == errSecParam)
        #expect(SecTrustSetOCSPResponse(trust, [NSNumber(value: 1)] as CFArray) == errSecParam)
        for timestamps in [nil, [data] as CFArray, [] as CFArray] as [CFArray?] {
            #expect(SecTrustSetSignedCertificateTimestamps(trust, timestamps) == errSecSuccess)
        }
        #expect(SecTrustSetSignedCertificateTimestamps(trust, ["x"] as CFArray) == errSecParam)
        #expect(SecTrustSetSignedCertificateTimestamps(trust, [Data(count: 70_000)] as CFArray) == errSecParam)
        #expect(TrustFixture.result(trust) == .unspecified)
    }
}
