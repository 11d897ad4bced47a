import HoldfastStatements

/// Advice where a certificate was revoked, or where that is not known.
enum RevocationAdvice: Sentence {
    case replace
    case askWhy
    case supplyEvidence
    case completeLists
    case sayNextUpdate
    case nameSignerStatus

    static let topic = "revocationAdvice"

    var words: LocalizedText {
        switch self {
        case .replace:
            LocalizedText(
                "have a new certificate issued for a new key; this one does not become good again",
                "请为新密钥签发新证书；这张证书不会再恢复有效")
        case .askWhy:
            LocalizedText(
                "ask the authority why; it can lift the hold, and the certificate is good again then",
                "请向颁发机构询问原因；它可以解除暂停，届时证书恢复有效")
        case .supplyEvidence:
            LocalizedText(
                "supply the current revocation list of the certificate's issuer, or an OCSP response",
                "请提供证书签发者现行的吊销列表，或 OCSP 应答")
        case .completeLists:
            LocalizedText(
                "have the authority's lists issued anew, with a number and with nextUpdate",
                "请重新签发该颁发机构的吊销列表，写入编号与 nextUpdate")
        case .sayNextUpdate:
            LocalizedText(
                "let the responder say in its responses when the next one comes, with nextUpdate",
                "请让应答服务器在应答中以 nextUpdate 写明下次更新的时间")
        case .nameSignerStatus:
            LocalizedText(
                "have the responder's certificate issued with id-pkix-ocsp-nocheck, or with the place of its status",
                "请在签发应答服务器的证书时加入 id-pkix-ocsp-nocheck，或写明查询其状态之处")
        }
    }
}
