import Foundation
package import HoldfastTrust

extension SecTrust {
    /// A trust object for the certificates of a server, to be judged for a name; nothing is judged yet.
    ///
    /// - Parameters:
    ///   - presented: the certificates, the stapled response, the timestamps.
    ///   - host: the name or the address that was asked for.
    ///   - policy: the session's, whose anchors, with what constrains them, and transparency are those of the object
    ///     too; nil for the system's anchors.
    package convenience init(_ presented: ServerTrust, host: String, by policy: TrustPolicy? = nil) {
        var settings = TrustSettings(certificates: presented.presented.map(SecCertificate.init), by: policy)
        settings.policies = [SecPolicyCreateSSL(true, host as CFString)]
        settings.ocspResponses = ([presented.stapledOCSP].compactMap(\.self) + presented.issuersStapledOCSP)
            .map { Data($0) }
        settings.timestamps = TimestampList.decoded(presented.signedCertificateTimestamps ?? [])
        settings.keyUse = presented.keyUse
        self.init(settings)
    }

    /// Whether the object is about exactly these certificates, in this order.
    package func holds(_ presented: ServerTrust) -> Bool {
        settings.certificates.map(\.presented) == presented.presented
    }

    /// The proof that a server's certificates are trusted for a name by what the object was told; nil where they are
    /// not: where any of its policies refuses them, and where none of them is about a server's name.
    ///
    /// What the object has judged already is not judged again, but for the proof, by what was fetched before.
    ///
    /// - Parameters:
    ///   - presented: what the server presented, as in ``init(_:host:)``.
    ///   - host: whose proof is taken where the policies are about several names.
    package func proof(of presented: ServerTrust, for host: ServerName) -> TrustEvaluation? {
        let (settings, judgement) = judged
        guard judgement.result.isTrusted, settings.certificates.map(\.presented) == presented.presented else {
            return nil
        }
        let policies = JudgedPolicy.all(settings).filter(\.isAboutName)
        guard let policy = policies.first(where: { $0.purpose == .ssl(host) }) ?? policies.first else { return nil }
        return try? TrustJudgement.engine.evaluate(
            presented, with: policy, at: judgement.at,
            supplying: TrustJudgement.evidence(settings) + judgement.fetched)
    }

    /// The certificates, readable or not.
    package static func certificates(_ presented: ServerTrust) -> [SecCertificate] {
        presented.presented.map(SecCertificate.init)
    }
}

extension TrustPolicy {
    fileprivate var isAboutName: Bool { if case .ssl = purpose { true } else { false } }
}
