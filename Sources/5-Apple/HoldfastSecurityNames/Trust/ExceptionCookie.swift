import Foundation
import HoldfastTrust
import HoldfastX509

/// A user's exceptions for one leaf, as bytes that a program keeps.
struct ExceptionCookie {
    /// The most bytes that are read.
    static let maximumByteCount = 1 << 16
    private static let version = 2

    /// SHA-256 of the leaf.
    let leaf: [UInt8]
    let exceptions: [TrustException]

    /// Nil where a refusal rests on what nobody may overlook: a fatal failure is none of the user's to decide.
    init?(_ judgement: TrustJudgement, leaf: SecCertificate) {
        let fingerprint = leaf.presented.fingerprint
        var exceptions: [TrustException] = []
        for failure in judgement.failures {
            let until = judgement.at.advanced(byDays: TrustException.maximumDays)
            let exception = Self.exception(
                fingerprint, failure.purpose, failure.codes, createdAt: judgement.at, until: until)
            guard let exception else { return nil }
            exceptions.append(exception)
        }
        self.leaf = fingerprint
        self.exceptions = exceptions
    }

    var encoded: Data? {
        let list: [[String: Any]] = exceptions.map { exception in
            var values: [String: Any] = [
                "purpose": exception.purpose.name, "codes": exception.codes.map(\.rawValue).sorted(),
                "createdAt": exception.createdAt.description, "until": exception.until.description,
            ]
            if let host = exception.host { values["host"] = host.description }
            return values
        }
        let cookie: [String: Any] = [
            "version": Self.version, "leaf": Data(leaf).base64EncodedString(), "exceptions": list,
        ]
        // No binary property list: Foundation's reader of those ends the process over some that are damaged.
        return try? JSONSerialization.data(withJSONObject: cookie, options: [.sortedKeys])
    }

    /// Nil for anything that ``encoded`` does not make: a cookie is believed whole or not at all.
    init?(decoding data: Data) {
        guard data.count <= Self.maximumByteCount,
            let cookie = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any],
            cookie["version"] as? Int == Self.version,
            let leaf = (cookie["leaf"] as? String).flatMap({ Data(base64Encoded: $0) }).map({ Array($0) }),
            leaf.count == 32,
            let entries = cookie["exceptions"] as? [[String: Any]]
        else { return nil }
        let exceptions = entries.compactMap { Self.exception($0, leaf: leaf) }
        guard exceptions.count == entries.count else { return nil }
        self.leaf = leaf
        self.exceptions = exceptions
    }

    private static func exception(_ values: [String: Any], leaf: [UInt8]) -> TrustException? {
        guard let purpose = purpose(values), let names = values["codes"] as? [String],
            let created = (values["createdAt"] as? String).flatMap(Instant.init(rfc3339:)),
            let until = (values["until"] as? String).flatMap(Instant.init(rfc3339:))
        else { return nil }
        let codes = names.compactMap(FindingCode.named)
        guard codes.count == names.count else { return nil }
        return exception(leaf, purpose, Set(codes), createdAt: created, until: until)
    }

    private static func exception(
        _ leaf: [UInt8], _ purpose: TrustPolicy.Purpose, _ codes: Set<FindingCode>, createdAt: Instant, until: Instant
    ) -> TrustException? {
        guard codes.allSatisfy({ $0.resultClass == .recoverableTrustFailure }) else { return nil }
        return try? TrustException(
            certificate: leaf, purpose: purpose, codes: codes, createdAt: createdAt, until: until)
    }

    private static func purpose(_ values: [String: Any]) -> TrustPolicy.Purpose? {
        let nameless: [TrustPolicy.Purpose] = [.sslWithoutName, .sslClient, .basicX509]
        guard let text = values["purpose"] as? String else { return nil }
        if let purpose = nameless.first(where: { $0.name == text }) { return purpose }
        guard let host = (values["host"] as? String).flatMap({ try? ServerName($0) }),
            TrustPolicy.Purpose.ssl(host).name == text
        else { return nil }
        return .ssl(host)
    }
}
