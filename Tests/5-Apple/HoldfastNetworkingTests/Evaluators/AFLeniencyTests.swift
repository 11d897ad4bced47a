import Foundation
import HoldfastAuthority
import HoldfastNetworking
import HoldfastSecurityNames
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

/// What AFNetworking lets through by `allowInvalidCertificates` and `validatesDomainName`, under names that say so:
/// bounded by hosts and an end, and told of.
@Suite("AFSecurityPolicy's dangerous members")
struct AFLeniencyTests {
    private static let otherHost = "other.holdfast.test"
    private let identity: HoldfastAuthority.Identity
    private let root: Data
    private let stranger: Data
    private let soon = Date().addingTimeInterval(600)

    init() throws {
        let bench = try Loopback()
        identity = try bench.root.issue(.server(names: [Loopback.host], at: bench.now))
        root = Data(bench.root.certificate)
        stranger = Data(try CertificateAuthority.root(name: "Stranger", at: bench.now).certificate)
    }

    private func trust(isAnchored: Bool = false) throws -> SecTrust {
        let certificates = try identity.chain.map {
            try #require(SecCertificateCreateWithData(nil, Data($0) as CFData))
        }
        var trust: SecTrust?
        SecTrustCreateWithCertificates(certificates as CFArray, SecPolicyCreateBasicX509(), &trust)
        let made = try #require(trust)
        let anchor = try #require(SecCertificateCreateWithData(nil, root as CFData))
        if isAnchored { SecTrustSetAnchorCertificates(made, [anchor] as CFArray) }
        return made
    }

    private func policy(_ mode: AFSSLPinningMode, _ pins: Data...) -> AFSecurityPolicy {
        AFSecurityPolicy(pinningMode: mode, withPinnedCertificates: Set(pins))
    }

    /// AFNetworking 4: "In order to validate a domain name for self signed certificates, you MUST use pinning."
    @Test("invalid certificates, the name and no pins together are refused") func guarded() throws {
        let nothingPinned = policy(.none)
        nothingPinned.dangerouslyAllowInvalidCertificates(for: [Loopback.host], until: soon)
        #expect(nothingPinned.allowInvalidCertificates && nothingPinned.validatesDomainName)
        // A good chain too.
        for isAnchored in [true, false] {
            let trust = try trust(isAnchored: isAnchored)
            #expect(!nothingPinned.evaluateServerTrust(trust, forDomain: Loopback.host))
            do {
                try nothingPinned.evaluate(trust, forHost: Loopback.host)
                Issue.record("accepted")
            } catch ServerTrustFailureReason.nameNeedsPins(let host) {
                #expect(host == Loopback.host)
            }
        }
        let empty = policy(.publicKey)
        empty.dangerouslyAllowInvalidCertificates(for: [Loopback.host], until: soon)
        #expect(!empty.evaluateServerTrust(try trust(isAnchored: true), forDomain: Loopback.host))
    }

    @Test("without the name either, anything is accepted: for the hosts that are named") func anything() throws {
        let open = policy(.none)
        open.dangerouslyAllowInvalidCertificates(for: [Loopback.host.uppercased(), Self.otherHost], until: soon)
        open.dangerouslySkipDomainName(for: [Loopback.host], until: soon)
        #expect(!open.validatesDomainName)
        #expect(open.evaluateServerTrust(try trust(), forDomain: Loopback.host))
        #expect(!open.evaluateServerTrust(try trust(), forDomain: Self.otherHost))
        #expect(!open.evaluateServerTrust(try trust(), forDomain: "third.holdfast.test"))
        #expect(!open.evaluateServerTrust(try trust(), forDomain: nil))
    }

    @Test("without the name, the chain still counts") func nameless() throws {
        let nameless = policy(.none)
        nameless.dangerouslySkipDomainName(for: [Self.otherHost], until: soon)
        #expect(nameless.evaluateServerTrust(try trust(isAnchored: true), forDomain: Self.otherHost))
        #expect(!nameless.evaluateServerTrust(try trust(), forDomain: Self.otherHost))
        let pinned = policy(.certificate, root)
        pinned.dangerouslySkipDomainName(for: [Self.otherHost], until: soon)
        #expect(pinned.evaluateServerTrust(try trust(), forDomain: Self.otherHost))
        #expect(!pinned.evaluateServerTrust(try trust(), forDomain: "third.holdfast.test"))
    }

    @Test("of a chain that nobody vouches for only the server's own key is compared") func keys() throws {
        let own = policy(.publicKey, Data(identity.certificate))
        #expect(!own.evaluateServerTrust(try trust(), forDomain: Loopback.host))
        own.dangerouslyAllowInvalidCertificates(for: [Loopback.host], until: soon)
        #expect(own.evaluateServerTrust(try trust(), forDomain: Loopback.host))
        let authority = policy(.publicKey, root)
        authority.dangerouslyAllowInvalidCertificates(for: [Loopback.host], until: soon)
        #expect(!authority.evaluateServerTrust(try trust(), forDomain: Loopback.host))
    }

    @Test("in the certificate mode the flag lets nothing more through") func certificates() throws {
        let pinned = policy(.certificate, stranger)
        pinned.dangerouslyAllowInvalidCertificates(for: [Loopback.host], until: soon)
        #expect(!pinned.evaluateServerTrust(try trust(), forDomain: Loopback.host))
    }

    @Test("it ends, within 30 days at most") func ends() throws {
        var leniency = AFLeniency()
        let now = Date()
        leniency.allowInvalid([Loopback.host], until: now.addingTimeInterval(60))
        leniency.skipName([Loopback.host], until: .distantFuture)
        #expect(leniency.allowsInvalid(Loopback.host, at: now))
        #expect(!leniency.allowsInvalid(Loopback.host, at: now.addingTimeInterval(61)))
        #expect(leniency.skipsName(of: Loopback.host, at: now.addingTimeInterval(29.9 * 86_400)))
        #expect(!leniency.skipsName(of: Loopback.host, at: now.addingTimeInterval(30.1 * 86_400)))
        let over = policy(.none)
        over.dangerouslyAllowInvalidCertificates(for: [Loopback.host], until: now.addingTimeInterval(-1))
        over.dangerouslySkipDomainName(for: [Loopback.host], until: now.addingTimeInterval(-1))
        #expect(over.validatesDomainName && !over.allowInvalidCertificates)
        #expect(!over.evaluateServerTrust(try trust(), forDomain: Loopback.host))
    }

    @Test("what was not judged is said aloud, and nothing where all was") func loud() throws {
        func lines(_ mode: AFSSLPinningMode, _ pin: Data, skips: Bool, allows: Bool) throws -> [String] {
            let said = Notes<String>()
            try AFServerJudge(
                trust: try trust(), host: Loopback.host, pins: PinnedCertificateList([pin]), skipsName: skips,
                allowsInvalid: allows, say: { said.add($0) }
            ).judge(by: mode)
            return said.all
        }
        let start = "holdfast: dangerous: AFSecurityPolicy accepts \(Loopback.host) without judging "
        let leaf = Data(identity.certificate)
        #expect(try lines(.none, leaf, skips: true, allows: true) == [start + "its chain and its name"])
        #expect(try lines(.publicKey, leaf, skips: false, allows: true) == [start + "its chain and its name"])
        #expect(try lines(.certificate, root, skips: true, allows: true) == [start + "its name"])
        #expect(try lines(.certificate, root, skips: false, allows: true) == [])
        #expect(try lines(.certificate, root, skips: false, allows: false) == [])
    }
}
