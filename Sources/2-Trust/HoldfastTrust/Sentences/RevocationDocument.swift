import HoldfastStatements

/// The name of a revocation list or of an OCSP response in sentences: `revocation list 7 of CN=Example CA`.
enum RevocationDocument: Sentence {
    /// A complete list, with its number where it has one.
    case list(number: String?, issuer: String)
    case deltaList(number: String?, issuer: String)
    case response(responder: String)
    /// A response whose responder is named by the digest of its key.
    case responseOfKey(identifier: String)
    /// A response whose responder has an empty name.
    case responseOfNobody

    static let topic = "revocationDocument"

    var words: LocalizedText {
        switch self {
        case .list(let number?, let issuer):
            LocalizedText("revocation list \(number) of \(issuer)", "\(issuer) 的第 \(number) 号吊销列表")
        case .list(nil, let issuer): LocalizedText("revocation list of \(issuer)", "\(issuer) 的吊销列表")
        case .deltaList(let number?, let issuer):
            LocalizedText("revocation delta list \(number) of \(issuer)", "\(issuer) 的第 \(number) 号增量吊销列表")
        case .deltaList(nil, let issuer): LocalizedText("revocation delta list of \(issuer)", "\(issuer) 的增量吊销列表")
        case .response(let responder): LocalizedText("OCSP response of \(responder)", "\(responder) 的 OCSP 应答")
        case .responseOfKey(let identifier):
            LocalizedText("OCSP response of the key \(identifier)", "密钥 \(identifier) 的 OCSP 应答")
        case .responseOfNobody: LocalizedText("OCSP response of nobody", "署名为空的 OCSP 应答")
        }
    }
}
