import HoldfastCrypto
import HoldfastX509

/// The OCSP responses at hand, the newest first, and the certificates that they speak of.
///
/// The order in which they were supplied does not matter, nor does one that is there twice.
struct OCSPPool {
    /// A CertID as it is compared: two encodings of one algorithm are one (RFC 6960 §4.1.1, RFC 5754 §2).
    private struct Key: Hashable {
        let digest: DigestAlgorithm
        let issuerNameHash: ArraySlice<UInt8>
        let issuerKeyHash: ArraySlice<UInt8>
        let serialNumber: SerialNumber
    }

    /// The answers of one response about a certificate.
    struct Answers {
        /// The response's place in ``OCSPPool/responses``.
        let response: Int
        var answers: [SingleResponse]
    }

    let responses: [BasicOCSPResponse]
    /// The problems of the responses that answer nothing.
    let unusable: [OCSPProblem]
    /// Whether nothing at all was supplied.
    let isEmpty: Bool
    private var index: [Key: [Answers]]?
    private var usedDigests: [DigestAlgorithm] = []

    init(_ supplied: [SuppliedOCSPResponse]) {
        var errors: [DERError] = []
        var refusals: [OCSPResponse.Status: Int] = [:]
        var empty = 0
        var seen: Set<BasicOCSPResponse> = []
        for item in supplied {
            switch item {
            case .malformed(_, let error): errors.append(error)
            case .response(let response) where response.responseStatus != .successful:
                refusals[response.responseStatus, default: 0] += 1
            case .response(let response):
                if let basic = response.basicResponse { seen.insert(basic) } else { empty += 1 }
            }
        }
        responses = seen.sorted(by: Self.isNewer)
        var unusable = errors.first.map { [OCSPProblem.malformed($0, count: errors.count)] } ?? []
        unusable += refusals.sorted { $0.key.rawValue < $1.key.rawValue }.map { .unsuccessful($0.key, count: $0.value) }
        if empty > 0 { unusable.append(.empty(count: empty)) }
        self.unusable = unusable
        isEmpty = supplied.isEmpty
    }

    /// The answers about a certificate, by the name and the key of the issuer that the path gives it: a name alone is
    /// not enough, since "two CAs may choose to use the same name" (RFC 6960 §4.1.1). Nil where the budget does not
    /// allow to look.
    mutating func answers(
        about certificate: Certificate, issuedBy issuer: Certificate, _ meter: inout WorkMeter
    ) -> [Answers]? {
        guard let index = indexed(&meter) else { return nil }
        // "calculated over the DER encoding of the issuer's name field in the certificate being checked", and "over the
        // value (excluding tag and length) of the subject public key field in the issuer's certificate".
        let (name, key) = (certificate.issuer.bytes, issuer.subjectPublicKeyInfo.subjectPublicKey.bytes)
        var found: [Answers] = []
        for digest in usedDigests {
            guard meter.spend(nameComparisons: 1 + (name.count + key.count) / 256) else { return nil }
            guard let nameHash = try? Digest.hash(digest, name), let keyHash = try? Digest.hash(digest, key) else {
                continue
            }
            found +=
                index[
                    Key(
                        digest: digest, issuerNameHash: nameHash[...], issuerKeyHash: keyHash[...],
                        serialNumber: certificate.serialNumber)] ?? []
        }
        // A responder may name the certificate in two ways in one response, and contradict itself.
        var merged: [Answers] = []
        for next in found.sorted(by: { $0.response < $1.response }) {
            if merged.last?.response == next.response {
                merged[merged.count - 1].answers += next.answers
            } else {
                merged.append(next)
            }
        }
        return merged
    }

    /// Built when it is first asked for, and paid for once, whatever paths are judged.
    private mutating func indexed(_ meter: inout WorkMeter) -> [Key: [Answers]]? {
        if let index { return index }
        guard meter.spend(nameComparisons: responses.reduce(0) { $0 + $1.tbsResponseData.responses.count }) else {
            return nil
        }
        var built: [Key: [Answers]] = [:]
        var used: Set<DigestAlgorithm> = []
        for (number, response) in responses.enumerated() {
            for answer in response.tbsResponseData.responses {
                guard let digest = answer.certID.digest else { continue }
                used.insert(digest)
                let key = Key(
                    digest: digest, issuerNameHash: answer.certID.issuerNameHash,
                    issuerKeyHash: answer.certID.issuerKeyHash, serialNumber: answer.certID.serialNumber)
                // In place: a copy for each answer would make a long response cost its square.
                let last = (built[key]?.count ?? 0) - 1
                if last >= 0, built[key]?[last].response == number {
                    built[key]?[last].answers.append(answer)
                } else {
                    built[key, default: []].append(Answers(response: number, answers: [answer]))
                }
            }
        }
        usedDigests = used.sorted { $0.byteCount < $1.byteCount }
        index = built
        return built
    }

    private static func isNewer(_ left: BasicOCSPResponse, _ right: BasicOCSPResponse) -> Bool {
        let (a, b) = (left.tbsResponseData, right.tbsResponseData)
        if a.producedAt != b.producedAt { return a.producedAt > b.producedAt }
        return a.bytes != b.bytes
            ? a.bytes.lexicographicallyPrecedes(b.bytes)
            : left.signature.bytes.lexicographicallyPrecedes(right.signature.bytes)
    }
}

extension VerdictPeriod {
    /// Leaves out what lies beyond the dates of a response, which all are compared with the time, and of its
    /// certificates.
    mutating func narrow(by response: BasicOCSPResponse) {
        // A response begins to count as early as the tolerance allows.
        let tolerance = -RevocationChecking.clockTolerance
        for begin in [response.tbsResponseData.producedAt] + response.tbsResponseData.responses.map(\.thisUpdate) {
            narrow(toThisSideOf: begin.advanced(bySeconds: tolerance))
            narrowToTheSecond(before: begin.advanced(bySeconds: tolerance))
        }
        for answer in response.tbsResponseData.responses {
            narrow(
                toThisSideOf: answer.nextUpdate?.advanced(bySeconds: 1)
                    ?? answer.thisUpdate.advanced(bySeconds: CRLContentProblem.recentSeconds))
            if case .revoked(let info) = answer.certStatus { narrow(toThisSideOf: info.revocationTime) }
        }
        for certificate in response.certs ?? [] { narrow(by: certificate.validity) }
    }
}
