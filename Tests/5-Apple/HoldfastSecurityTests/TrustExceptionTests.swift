import Foundation
import HoldfastAuthority
import HoldfastSecurity
import HoldfastX509
import Testing

@Suite("SecTrust: what a user overlooks")
struct TrustExceptionTests {
    let test: TrustFixture

    init() throws { test = try TrustFixture() }

    private static let other = SecPolicyCreateSSL(true, "other.test" as CFString)

    private func expired() throws -> [SecCertificate] {
        try test.chain { $0.notAfter = TrustFixture.moment.advanced(bySeconds: -1) }
    }

    /// Apple: "Once this list of exceptions are set, a subsequent call to SecTrustEvaluateWithError(_:_:) for that
    /// certificate will return true."
    @Test("what was overlooked once is overlooked again, and is then proceed")
    func roundTrip() throws {
        let chain = try expired()
        for policies in [
            [TrustFixture.ssl], [SecPolicyCreateBasicX509()], [SecPolicyCreateSSL(true, nil)],
            [Self.other, SecPolicyCreateBasicX509()],
        ] {
            let trust = try test.trust(chain, policies: policies)
            let cookie = try #require(SecTrustCopyExceptions(trust))
            #expect(TrustFixture.result(trust) == .recoverableTrustFailure)
            #expect(SecTrustSetExceptions(trust, cookie))
            #expect(SecTrustEvaluateWithError(trust, nil))
            #expect(TrustFixture.result(trust) == .proceed)
            let again = try test.trust(chain, policies: policies)
            #expect(SecTrustSetExceptions(again, cookie))
            #expect(TrustFixture.result(again) == .proceed)
        }
    }

    @Test("a self-signed certificate, and an unknown authority")
    func unknownAuthorities() throws {
        let selfSigned = try TrustFixture.certificates(Identity.selfSigned(TrustFixture.server()).chain)
        for chain in [selfSigned, try test.chain() + [test.rootCertificate]] {
            let trust = try TrustFixture.unanchored(chain)
            SecTrustSetAnchorCertificatesOnly(trust, true)
            #expect(SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)))
            #expect(TrustFixture.result(trust) == .proceed)
        }
    }

    @Test("a new error, another name and another leaf refuse as ever")
    func scope() throws {
        let chain = try expired()
        let cookie = try #require(SecTrustCopyExceptions(try test.trust(chain)))
        let trust = try test.trust(chain)
        #expect(SecTrustSetExceptions(trust, cookie))
        SecTrustSetAnchorCertificates(trust, [] as CFArray)
        #expect(TrustFixture.result(trust) == .recoverableTrustFailure)
        SecTrustSetAnchorCertificates(trust, [try test.rootCertificate] as CFArray)
        #expect(TrustFixture.result(trust) == .proceed)
        SecTrustSetPolicies(trust, Self.other)
        #expect(TrustFixture.code(trust) == errSecHostNameMismatch)
        // Apple: false where the cookie does not match "the current leaf certificate".
        let stranger = try test.trust(expired())
        #expect(!SecTrustSetExceptions(stranger, cookie))
        #expect(TrustFixture.result(stranger) == .recoverableTrustFailure)
    }

    @Test("nil takes them away, and so does what is no cookie")
    func removal() throws {
        let trust = try test.trust(expired())
        let cookie = try #require(SecTrustCopyExceptions(trust))
        let whole = cookie as Data
        var others: [Data?] = [nil, Data(), Data([0]), Data("x".utf8), whole.dropLast(), Data(count: 1 << 17)]
        others += stride(from: 0, to: whole.count, by: 7).map { index in
            var changed = whole
            changed[index] ^= 0x41
            return changed
        }
        for other in others {
            #expect(SecTrustSetExceptions(trust, cookie))
            #expect(TrustFixture.result(trust) == .proceed)
            if SecTrustSetExceptions(trust, other.map { $0 as CFData }) { continue }
            #expect(TrustFixture.result(trust) == .recoverableTrustFailure)
        }
    }

    @Test("a cookie that claims more than a user may overlook is none")
    func forged() throws {
        let trust = try test.trust(expired())
        let cookie = try #require(SecTrustCopyExceptions(trust)) as Data
        let list = try JSONSerialization.jsonObject(with: cookie)
        func changed(_ change: (inout [String: Any]) -> Void) throws -> CFData {
            var values = try #require(list as? [String: Any])
            var entries = try #require(values["exceptions"] as? [[String: Any]])
            change(&entries[0])
            values["exceptions"] = entries
            return try JSONSerialization.data(withJSONObject: values) as CFData
        }
        #expect(SecTrustSetExceptions(trust, try changed { _ in }))
        let forgeries: [CFData] = [
            try changed { $0["codes"] = ["badSignature"] }, try changed { $0["codes"] = ["expired", "revoked"] },
            try changed { $0["codes"] = ["expired", "weakKey"] },
            try changed { $0["codes"] = [String]() }, try changed { $0["codes"] = "expired" },
            try changed { $0["until"] = "2036-01-01T00:00:00Z" }, try changed { $0["until"] = "never" },
            try changed { $0["purpose"] = "everything" }, try changed { $0["host"] = "*.test" },
            try changed { $0["host"] = nil },
        ]
        for forgery in forgeries { #expect(!SecTrustSetExceptions(trust, forgery)) }
        // A binary property list with a set of dictionaries, over which Foundation's reader ends the process.
        var set = Data("bplist00".utf8 + [0xC1, 1, 0xD1, 2, 3, 0x51, 0x61, 0x09, 8, 10, 13, 15])
        set.append(contentsOf: [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 4])
        set.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 16])
        #expect(!SecTrustSetExceptions(trust, set as CFData))
    }

    @Test("what nobody may overlook makes no cookie; a chain without errors makes an empty one")
    func cookies() throws {
        var bytes = Array(SecCertificateCopyData(try test.chain()[0]) as Data)
        bytes[bytes.count - 5] ^= 1
        let broken = try test.trust([TrustFixture.certificate(bytes), test.chain()[1]])
        #expect(SecTrustCopyExceptions(broken) == nil)
        let good = try test.trust()
        let cookie = try #require(SecTrustCopyExceptions(good))
        #expect(SecTrustSetExceptions(good, cookie))
        #expect(TrustFixture.result(good) == .unspecified)
        SecTrustSetAnchorCertificates(good, [] as CFArray)
        #expect(TrustFixture.result(good) == .recoverableTrustFailure)
    }

    @Test("a decision ends after 398 days")
    func end() throws {
        let chain = try expired()
        let cookie = try #require(SecTrustCopyExceptions(try test.trust(chain)))
        for (days, expected) in [(397, SecTrustResultType.proceed), (399, .recoverableTrustFailure)]
            as [(Int64, SecTrustResultType)]
        {
            let trust = try test.trust(chain, at: TrustFixture.moment.advanced(byDays: days))
            #expect(SecTrustSetExceptions(trust, cookie))
            #expect(TrustFixture.result(trust) == expected)
        }
    }
}
