import HoldfastCrypto
import HoldfastStatements
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
        let timestamps: [LocalizedText]

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

        private static func timestamps(_ response: SingleResponse) -> [LocalizedText] {
            do throws(DERError) {
                return try response.signedCertificateTimestamps.map { TimestampWords.lines(of: $0) } ?? []
            } catch {
                return [
                    LocalizedText("a list of timestamps that cannot be read: ", "无法读取的时间戳列表：")
                        + error.statement.words
                ]
            }
        }

        var lines: [LocalizedText] {
            let revoked = revocationTime.map { time in
                LocalizedText(
                    " on \(time), \(revocationReason ?? "no reason given")",
                    "，时间 \(time)，\(revocationReason.map { "原因 \($0)" } ?? "没有说明原因")")
            }
            return [
                LocalizedText("\(serialNumber): \(status)", "\(serialNumber)：\(chineseStatus)")
                    + (revoked ?? .same("")),
                LocalizedText(
                    "  as of \(thisUpdate), next \(nextUpdate ?? "not said, so any time")",
                    "  截至 \(thisUpdate)，下次 \(nextUpdate ?? "没有写明，因此随时可能")"),
                LocalizedText(
                    "  issuer by \(hashAlgorithm): key \(issuerKeyHash), name \(issuerNameHash)",
                    "  签发者（\(hashAlgorithm)）：密钥 \(issuerKeyHash)，名称 \(issuerNameHash)"),
            ] + timestamps.map { LocalizedText("  timestamp: ", "  时间戳：") + $0 }
        }

        /// The status with the RFC's word beside it.
        private var chineseStatus: String {
            switch status {
            case "good": "正常（good）"
            case "revoked": "已吊销（revoked）"
            default: "未知（\(status)）"
            }
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
    let responder: LocalizedText?
    let producedAt: String?
    let signatureAlgorithm: LocalizedText?
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
            case .byName(let name): LocalizedText("the name \(name)", "名称 \(name)")
            case .byKey(let hash):
                LocalizedText(
                    "the key with the SHA-1 \(HexString.encode(hash))", "SHA-1 为 \(HexString.encode(hash)) 的密钥")
            }
        }
        producedAt = data?.producedAt.description
        signatureAlgorithm = (basic?.signatureAlgorithm).map { LocalizedText($0) }
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

    var title: LocalizedText { LocalizedText("OCSP response, \(status)", "OCSP 应答，\(status)") }

    var brief: LocalizedText {
        let words = LocalizedText.joined(answers.prefix(3).map { .same("\($0.serialNumber) \($0.status)") })
        let more = answerCount - 3
        return words + (more > 0 ? LocalizedText(" and \(more) more", "，另有 \(more) 个") : .same(""))
    }

    var rows: [InspectionRow] {
        var rows = [
            InspectionRow(
                .answer,
                optional: otherType.map { LocalizedText("of the type \($0), which is not read", "类型为 \($0)，不读取") }),
            InspectionRow(.responder, optional: responder), InspectionRow(.producedAt, optional: producedAt),
            InspectionRow(.signature, optional: signatureAlgorithm),
            producedAt == nil ? nil : InspectionRow(.nonce, nonce.map { .same($0) } ?? .absent),
        ].compactMap(\.self)
        for answer in answers { rows.append(InspectionRow(.certificate, answer.lines)) }
        if answerCount > answers.count {
            let more = answerCount - answers.count
            rows.append(
                InspectionRow(.blank, LocalizedText("… and \(more) more certificates", "……另有 \(more) 张证书")))
        }
        for signer in certificates {
            rows.append(
                InspectionRow(
                    .comesWith,
                    [
                        .same(signer.subject)
                            + (signer.hasSigned.verifies == true
                                ? LocalizedText(", which signed it", "，由其签名") : .same("")),
                        .same("SHA-256 \(signer.sha256)"),
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

    var title: LocalizedText { LocalizedText("OCSP request", "OCSP 请求") }
    var brief: LocalizedText { .same(serialNumbers.prefix(3).joined(separator: ", ")) }
    var rows: [InspectionRow] {
        [
            InspectionRow(.certificates, serialNumbers.map { .same($0) }),
            InspectionRow(.nonce, nonce.map { .same($0) } ?? .absent),
        ]
    }
}
