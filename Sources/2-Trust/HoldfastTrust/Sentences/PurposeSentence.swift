import HoldfastStatements
import HoldfastX509

/// Sentences about the purposes that certificates are made for: their extended key usages.
enum PurposeSentence: Sentence {
    case purposes([ObjectIdentifier])
    case absent
    case purpose(ObjectIdentifier)
    case serverAndClient
    case authorityMayNotIssue(authority: Statement, purpose: ObjectIdentifier)
    case doesNotSay
    case otherPurposes(purposes: [ObjectIdentifier], wanted: ObjectIdentifier)
    case anyPurpose(wanted: ObjectIdentifier)
    case rootWithPurposes(root: Statement)
    case unrestricted(authority: Statement)
    case serverToo(purposes: [ObjectIdentifier])
    case authorityToo(authority: Statement, purposes: [ObjectIdentifier])

    static let topic = "purpose"

    var words: LocalizedText {
        switch self {
        case .purposes(let purposes): Self.list(purposes)
        case .absent: LocalizedText("no extended key usage", "没有扩展密钥用法")
        case .purpose(let purpose): .same([purpose].inSentence)
        case .serverAndClient:
            LocalizedText("serverAuth, and clientAuth where it is needed", "serverAuth，必要时加 clientAuth")
        case .authorityMayNotIssue(let authority, let purpose):
            LocalizedText(
                "the authority \(authority.english) may not issue for \([purpose].inSentence)",
                "颁发机构 \(authority.chinese) 无权签发用途为 \([purpose].inSentence) 的证书")
        case .doesNotSay:
            LocalizedText("the certificate does not say what its key may be used for", "证书没有说明其密钥的用途")
        case .otherPurposes(let purposes, let wanted):
            LocalizedText(
                "the certificate is made for \(Self.list(purposes).english), not for \([wanted].inSentence)",
                "证书用途为 \(Self.list(purposes).chinese)，而不是 \([wanted].inSentence)")
        case .anyPurpose(let wanted):
            LocalizedText(
                "the certificate is made for any purpose, and does not name \([wanted].inSentence)",
                "证书可用于任何用途，但没有写明 \([wanted].inSentence)")
        case .rootWithPurposes(let root):
            LocalizedText("the root \(root.english) has an extended key usage", "根证书 \(root.chinese) 带有扩展密钥用法")
        case .unrestricted(let authority):
            LocalizedText(
                "the authority \(authority.english) is not restricted to a purpose", "颁发机构 \(authority.chinese) 没有限定用途")
        case .serverToo(let purposes):
            LocalizedText(
                "the server's certificate is made for \(Self.list(purposes).english) too",
                "服务器证书还可用于 \(Self.list(purposes).chinese)")
        case .authorityToo(let authority, let purposes):
            LocalizedText(
                "the authority \(authority.english) may issue for \(Self.list(purposes).english) too",
                "颁发机构 \(authority.chinese) 还可签发用途为 \(Self.list(purposes).chinese) 的证书")
        }
    }

    private static func list(_ purposes: [ObjectIdentifier]) -> LocalizedText {
        purposes.isEmpty ? LocalizedText("an empty list", "空列表") : .same(purposes.inSentence)
    }
}

/// Advice about extended key usages.
enum PurposeAdvice: Sentence {
    case havePurposeOfRole
    case haveServerAuth
    case useAuthorityForPurpose
    case serverAndClientAlone
    case ownCertificates
    case leaveOthersOut
    case restrictAuthority
    case useServerAuthority
    case rootWithoutPurposes

    static let topic = "purposeAdvice"

    var words: LocalizedText {
        switch self {
        case .havePurposeOfRole:
            LocalizedText(
                "have the certificate issued with the extended key usage that its role needs", "请在签发证书时写入其角色所需的扩展密钥用法")
        case .haveServerAuth:
            LocalizedText(
                "have the certificate issued with the extended key usage serverAuth", "请在签发证书时写入扩展密钥用法 serverAuth")
        case .useAuthorityForPurpose:
            LocalizedText(
                "have the certificate issued by an authority that may issue for this purpose", "请由有权签发此用途证书的颁发机构签发")
        case .serverAndClientAlone:
            LocalizedText(
                "have the certificate issued for serverAuth, and clientAuth where it is needed",
                "请为 serverAuth 签发证书，必要时加 clientAuth")
        case .ownCertificates:
            LocalizedText("have certificates of their own issued for other purposes", "其他用途请另行签发证书")
        case .leaveOthersOut:
            LocalizedText("leave out the purposes that no TLS client asks for", "请去掉 TLS 客户端不会要求的用途")
        case .restrictAuthority:
            LocalizedText(
                "issue the authority's certificate with the extended key usage serverAuth",
                "签发颁发机构的证书时加入扩展密钥用法 serverAuth")
        case .useServerAuthority:
            LocalizedText("use an authority for TLS servers alone", "请使用只签发 TLS 服务器证书的颁发机构")
        case .rootWithoutPurposes:
            LocalizedText(
                "make the root without an extended key usage, and restrict the authorities below it",
                "根证书不写扩展密钥用法，改为限定其下级颁发机构")
        }
    }
}
