import HoldfastCrypto
import HoldfastX509

/// An OCSP response, with its answers up to a number.
struct OCSPResponseContent: InspectedContent {
    struct Answer: Sendable, Encodable {
        let serialNumber: String
        let hashAlgorithm: String
        let issuerNameHash: String
        let issuerKeyHash: String
        /// `good`, `revoked` or `unknown`.
        let status: String
        let revocationTime: String?
        let revocationReason: String?
        let thisUpdate: String
        let nextUpdate: String?
        /// Timestamps of logs that came with the answer, one line each (RFC 6962 §3.3).
        let timestamps: [String]

        init(_ response: SingleResponse) {
            let certID = response.certID
            serialNumber = certID.serialNumber.description
            hashAlgorithm = certID.digest?.description ?? certID.hashAlgorithm.algorithm.description
            issuerNameHash = HexString.encode(certID.issuerNameHash)
            issuerKeyHash = HexString.encode(certID.issuerKeyHash)
            switch response.certStatus {
            case .good: (status, revocationTime, revocationReason) = ("good", nil, nil)
            case .unknown: (status, revocationTime, revocationReason) = ("unknown", nil, nil)
            case .revoked(let info):
                status = "revoked"
                revocationTime = info.revocationTime.description
                revocationReason = info.revocationReason?.description
            }
            thisUpdate = response.thisUpdate.description
            nextUpdate = response.nextUpdate?.description
            timestamps = Self.timestamps(response)
        }

        private static func timestamps(_ response: SingleResponse) -> [String] {
            do throws(DERError) {
                return try response.signedCertificateTimestamps.map { TimestampWords.lines(of: $0) } ?? []
            } catch {
                return ["a list of timestamps that cannot be read: \(error)"]
            }
        }

        var lines: [String] {
            let revoked = revocationTime.map { " on \($0), \(revocationReason ?? "no reason given")" } ?? ""
            return [
                "\(serialNumber): \(status)\(revoked)",
                "  as of \(thisUpdate), next " + (nextUpdate ?? "not said, so any time"),
                "  issuer by \(hashAlgorithm): key \(issuerKeyHash), name \(issuerNameHash)",
            ] + timestamps.map { "  timestamp: \($0)" }
        }
    }

    struct Signer: Sendable, Encodable {
        let subject: String
        let sha256: String
        /// Whether its key made the response's signature; null where that was not checked, the key or the algorithm
        /// being of a kind that is not supported.
        let hasSigned: CheckedSignature
    }

    /// Certificates of a response that are looked at; responders send one.
    private static let maximumSigners = 10

    /// The RFC's name, as `tryLater`.
    let status: String
    let responder: String?
    let producedAt: String?
    let signatureAlgorithm: String?
    let nonce: String?
    let answerCount: Int
    let answers: [Answer]
    /// The certificates that came with it, which may help to check it.
    let certificates: [Signer]
    /// The type of an answer that is not the basic one.
    let otherType: String?

    init(_ response: OCSPResponse, maximumEntries: Int) {
        status = "\(response.responseStatus)"
        let basic = response.basicResponse
        let data = basic?.tbsResponseData
        responder = data.map { data in
            switch data.responderID {
            case .byName(let name): "the name \(name)"
            case .byKey(let hash): "the key with the SHA-1 \(HexString.encode(hash))"
            }
        }
        producedAt = data?.producedAt.description
        signatureAlgorithm = basic?.signatureAlgorithm.description
        nonce = data?.nonce.map { HexString.encode($0.bytes) }
        answerCount = data?.responses.count ?? 0
        answers = (data?.responses ?? []).prefix(maximumEntries).map(Answer.init)
        let signed = SignedObject(response)
        certificates = (basic?.certs ?? []).prefix(Self.maximumSigners).map { certificate in
            Signer(
                subject: certificate.subject.description, sha256: HexString.encode(Digest.sha256(certificate.bytes)),
                hasSigned: CheckedSignature(verifies: signed?.isSigned(by: certificate.subjectPublicKeyInfo)))
        }
        if case .other(let type, _) = response.responseBytes { otherType = type.description } else { otherType = nil }
    }

    var title: String { "OCSP response, \(status)" }

    var brief: String {
        let words = answers.prefix(3).map { "\($0.serialNumber) \($0.status)" }.joined(separator: ", ")
        return words + (answerCount > 3 ? " and \(answerCount - 3) more" : "")
    }

    var rows: [InspectionRow] {
        var rows = [
            InspectionRow("answer", otherType.map { "of the type \($0), which is not read" }),
            InspectionRow("responder", responder), InspectionRow("produced at", producedAt),
            InspectionRow("signature", signatureAlgorithm),
            InspectionRow("nonce", producedAt == nil ? nil : nonce ?? "none"),
        ].compactMap(\.self)
        for answer in answers { rows.append(InspectionRow("certificate", answer.lines)) }
        if answerCount > answers.count {
            rows.append(InspectionRow("", ["… and \(answerCount - answers.count) more certificates"]))
        }
        for signer in certificates {
            rows.append(
                InspectionRow(
                    "comes with",
                    [
                        "\(signer.subject)" + (signer.hasSigned.verifies == true ? ", which signed it" : ""),
                        "SHA-256 \(signer.sha256)",
                    ]))
        }
        return rows
    }
}

/// An OCSP request: the certificates that it asks about.
struct OCSPRequestContent: InspectedContent {
    let serialNumbers: [String]
    let nonce: String?

    init(_ request: OCSPRequest) {
        serialNumbers = request.requestList.map(\.serialNumber.description)
        nonce = request.nonce.map { HexString.encode($0.bytes) }
    }

    var title: String { "OCSP request" }
    var brief: String { serialNumbers.prefix(3).joined(separator: ", ") }
    var rows: [InspectionRow] {
        [InspectionRow("certificates", serialNumbers), InspectionRow("nonce", [nonce ?? "none"])]
    }
}
