import Foundation
import HoldfastAuthority
import HoldfastNetworking
import HoldfastSecurityNames
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

/// What AFNetworking's policy of this name accepts and refuses (AFNetworking 4, AFSecurityPolicy.h: the modes,
/// "Defaults to `AFSSLPinningModeNone`", "Whether or not to validate the domain name … Defaults to `YES`", "true if any
/// pinned certificate matches").
@Suite("AFSecurityPolicy, as AFNetworking's")
struct AFSecurityPolicyTests {
    private static let otherHost = "other.holdfast.test"
    private let bench: Loopback
    private let identity: HoldfastAuthority.Identity
    private let stranger: Data

    init() throws {
        bench = try Loopback()
        identity = try bench.root.issue(.server(names: [Loopback.host], at: bench.now))
        stranger = Data(try CertificateAuthority.root(name: "Stranger", at: bench.now).certificate)
    }

    private var leaf: Data { Data(identity.certificate) }
    private var root: Data { Data(bench.root.certificate) }

    /// What a server sends, with the bench's root in the place of the system's anchors, or without.
    private func trust(_ chain: [[UInt8]]? = nil, isAnchored: Bool) throws -> SecTrust {
        let certificates = try (chain ?? identity.chain).map {
            try #require(SecCertificateCreateWithData(nil, Data($0) as CFData))
        }
        var trust: SecTrust?
        #expect(
            SecTrustCreateWithCertificates(certificates as CFArray, SecPolicyCreateBasicX509(), &trust)
                == errSecSuccess)
        let made = try #require(trust)
        let anchor = try #require(SecCertificateCreateWithData(nil, root as CFData))
        if isAnchored { SecTrustSetAnchorCertificates(made, [anchor] as CFArray) }
        return made
    }

    private func accepts(
        _ policy: AFSecurityPolicy, isAnchored: Bool = true, chain: [[UInt8]]? = nil, host: String? = Loopback.host
    ) throws -> Bool {
        policy.evaluateServerTrust(try trust(chain, isAnchored: isAnchored), forDomain: host)
    }

    private func policy(_ mode: AFSSLPinningMode, _ pins: Data...) -> AFSecurityPolicy {
        AFSecurityPolicy(pinningMode: mode, withPinnedCertificates: Set(pins))
    }

    @Test("the numbers of the modes, and what a new policy says of itself") func values() {
        #expect(AFSSLPinningMode.allCases.map(\.rawValue) == [0, 1, 2])
        #expect(AFSSLPinningMode.allCases.map { "\($0)" } == ["none", "publicKey", "certificate"])
        for policy in [AFSecurityPolicy(), .defaultPolicy(), .default()] {
            #expect(policy.SSLPinningMode == .none && policy.sslPinningMode == .none)
            #expect(policy.validatesDomainName && !policy.allowInvalidCertificates)
        }
        let pinned = policy(.certificate, leaf)
        #expect(pinned.SSLPinningMode == .certificate && pinned.pinnedCertificates == [leaf])
        pinned.pinnedCertificates = nil
        #expect(pinned.pinnedCertificates == nil)
    }

    @Test("none: the chain by the system's anchors, and the host") func none() throws {
        #expect(try accepts(.defaultPolicy()))
        #expect(try !accepts(.defaultPolicy(), isAnchored: false))
        #expect(try !accepts(.defaultPolicy(), host: Self.otherHost))
        #expect(try !accepts(.defaultPolicy(), host: nil))
        // What is pinned makes no difference.
        #expect(try accepts(policy(.none, stranger)))
    }

    @Test("public keys: the same, and one of the keys") func publicKeys() throws {
        #expect(try accepts(policy(.publicKey, leaf)))
        #expect(try accepts(policy(.publicKey, stranger, root)))
        #expect(try !accepts(policy(.publicKey, stranger)))
        #expect(try !accepts(policy(.publicKey, leaf), isAnchored: false))
        #expect(try !accepts(policy(.publicKey, leaf), host: Self.otherHost))
        #expect(try !accepts(policy(.publicKey)))
        // A renewal keeps the key.
        let renewed = try bench.root.issue(.server(names: [Loopback.host], at: bench.now), key: identity.key)
        #expect(try accepts(policy(.publicKey, Data(renewed.certificate))))
    }

    @Test("certificates: they are the only anchors, and one of them is in the chain") func certificates() throws {
        for isAnchored in [true, false] {
            #expect(try accepts(policy(.certificate, root), isAnchored: isAnchored))
            #expect(try accepts(policy(.certificate, stranger, leaf), isAnchored: isAnchored))
            // However good the chain is.
            #expect(try !accepts(policy(.certificate, stranger), isAnchored: isAnchored))
            #expect(try !accepts(policy(.certificate, root), isAnchored: isAnchored, host: Self.otherHost))
            #expect(try !accepts(policy(.certificate), isAnchored: isAnchored))
        }
        let renewed = try bench.root.issue(.server(names: [Loopback.host], at: bench.now), key: identity.key)
        #expect(try !accepts(policy(.certificate, Data(renewed.certificate))))
    }

    @Test("a self-signed server that is pinned needs no flag; its dates and its name count") func selfSigned() throws {
        func own(_ change: (inout CertificateTemplate) -> Void = { _ in }) throws -> Data {
            var template = CertificateTemplate.server(names: [Loopback.host], at: bench.now)
            change(&template)
            return Data(try HoldfastAuthority.Identity.selfSigned(template).certificate)
        }
        let good = try own()
        #expect(try accepts(policy(.certificate, good), isAnchored: false, chain: [[UInt8](good)]))
        #expect(
            try !accepts(policy(.certificate, good), isAnchored: false, chain: [[UInt8](good)], host: Self.otherHost))
        let ended = try own { $0.lasts(days: 10, from: bench.now.advanced(byDays: -20)) }
        #expect(try !accepts(policy(.certificate, ended), isAnchored: false, chain: [[UInt8](ended)]))
    }

    @Test("a pin that cannot be read is told of, and the others count") func unreadable() throws {
        let garbage = Data("no certificate".utf8)
        let pem = Data(identity.chainPEM.utf8)
        let mixed = policy(.certificate, garbage, root)
        #expect(mixed.unreadableCertificates == [garbage])
        #expect(try accepts(mixed, isAnchored: false))
        let lost = policy(.certificate, garbage, pem)
        #expect(lost.unreadableCertificates == [garbage, pem])
        #expect(try !accepts(lost))
        #expect(try !accepts(policy(.publicKey, garbage)))
        #expect(throws: ServerTrustFailureReason.self) {
            try lost.evaluate(try trust(isAnchored: true), forHost: Loopback.host)
        }
        let lines = Notes<String>()
        _ = PinnedCertificateList([garbage, pem, root]) { lines.add($0) }
        #expect(lines.all.count == 2)
        #expect(lines.all.allSatisfy { $0.hasPrefix("holdfast: a pinned certificate pins nothing: ") })
        #expect(lines.all.contains { $0.contains("no certificate in DER but PEM; \(pem.count) bytes, SHA-256 ") })
        #expect(lines.all.contains { $0.contains("no certificate in DER; 14 bytes, SHA-256 ") })
    }

    /// SwiftPM puts a target's files into `PACKAGE_TARGET.resources` beside the program, and `Bundle.module` is that
    /// folder as a bundle; an app has them in its main bundle.
    @Test("the .cer files of a bundle; a program of SwiftPM has none in its main one") func bundle() throws {
        let folder = try TemporaryFolder()
        let resources = folder.path + "/Client_Client.resources"
        try FileManager.default.createDirectory(atPath: resources, withIntermediateDirectories: true)
        for (name, data) in [("root.cer", root), ("leaf.cer", leaf), ("notes.txt", stranger), ("other.pem", stranger)] {
            try data.write(to: URL(fileURLWithPath: "\(resources)/\(name)"))
        }
        let module = try #require(Bundle(path: resources))
        #expect(AFSecurityPolicy.certificates(in: module) == [root, leaf])
        #expect(AFSecurityPolicy.certificates(in: .main).isEmpty)
        let found = AFSecurityPolicy(
            pinningMode: .certificate, withPinnedCertificates: AFSecurityPolicy.certificates(in: module))
        #expect(try accepts(found, isAnchored: false))
        // Without a pin nothing is accepted: a program that looked in the wrong bundle is told so by its first server.
        #expect(try !accepts(AFSecurityPolicy(pinningMode: .certificate)))
    }

    @Test("the reason of a refusal, for an evaluator's place in a manager") func reasons() throws {
        func reason(_ policy: AFSecurityPolicy, isAnchored: Bool = true) throws -> ServerTrustFailureReason? {
            do {
                try policy.evaluate(try trust(isAnchored: isAnchored), forHost: Loopback.host)
                return nil
            } catch let reason as ServerTrustFailureReason {
                return reason
            }
        }
        #expect(try reason(.defaultPolicy()) == nil)
        guard case .trustEvaluationFailed(Loopback.host, .some) = try reason(.defaultPolicy(), isAnchored: false),
            case .publicKeyPinningFailed = try reason(policy(.publicKey, stranger)),
            case .noPublicKeysFound = try reason(policy(.publicKey)),
            case .noCertificatesFound = try reason(policy(.certificate)),
            case .trustEvaluationFailed = try reason(policy(.certificate, stranger))
        else {
            Issue.record("another reason")
            return
        }
    }
}
