import HoldfastStatements

/// Advice where a certificate was revoked, or where lists and places do not say whether it was.
///
/// What responders can do about it is ``ResponseAdvice``'s.
enum RevocationAdvice: Sentence {
    case replace
    case askWhy
    /// Advice where something that does not count says that the certificate was revoked.
    case askWhetherRevoked
    case supplyEvidence
    case supplyLess
    case supplyReadable
    case supplyListOfPoint(String)
    case supplyListWithoutPoint
    case supplyIndirectList
    case supplyListOfAuthorities
    case supplyListOfUsers
    case supplyListOfCertificates
    case issueVersion3
    case supplyOtherReasons
    case supplyBase
    case supplyNewest
    case mendList
    case leaveOutExtension
    case signStronger
    case signWithKnown
    case supplyAnew
    case supplySigner(issuer: String)
    case supplySignerOfKey(identifier: String)
    case letSignerSign
    case renewSigner
    case replaceSigner
    case supplySignerStatus
    case strengthenSigner
    case repairSigner
    case completeLists
    case setClock
    case compareClocks(ahead: TimeSpan)
    case reachPlace(String)

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
        case .askWhetherRevoked:
            LocalizedText(
                "ask the certificate's authority whether it was revoked, and do not trust it until then",
                "请向颁发机构询问该证书是否已被吊销，在此之前不要信任它")
        case .supplyEvidence:
            LocalizedText(
                "supply the current revocation list of the certificate's issuer, or an OCSP response",
                "请提供证书签发者现行的吊销列表，或 OCSP 应答")
        case .supplyLess:
            LocalizedText("supply the list or response that covers the certificate, and no others", "请只提供覆盖该证书的列表或应答")
        case .supplyReadable:
            LocalizedText(
                "supply it as whoever signs it gives it out, in DER or PEM; if it is whole, its signer has to mend it",
                "请按签署者发布的原样提供（DER 或 PEM）；若文件完好，则须由签署者修正")
        case .supplyListOfPoint(let point):
            LocalizedText(
                "supply the list of the distribution point that the certificate names: \(point)",
                "请提供证书所列分发点的吊销列表：\(point)")
        case .supplyListWithoutPoint:
            LocalizedText(
                "supply the authority's list that is of no distribution point, since the certificate names none",
                "证书没有写明分发点，请提供该机构不属于任何分发点的吊销列表")
        case .supplyIndirectList:
            LocalizedText(
                "supply the indirect list of the CRL issuer that the certificate names; if this is it, its issuer has "
                    + "to say so in it (indirectCRL)",
                "请提供证书所指明的 CRL 签发者的间接列表；若就是这一份，则其签发者须在其中写明 indirectCRL")
        case .supplyListOfAuthorities:
            LocalizedText(
                "supply the other list of that issuer, which covers authorities", "请提供该签发者的另一份列表，即覆盖颁发机构证书的列表")
        case .supplyListOfUsers:
            LocalizedText(
                "supply the other list of that issuer, which covers the certificates of servers and users",
                "请提供该签发者的另一份列表，即覆盖服务器与用户证书的列表")
        case .supplyListOfCertificates:
            LocalizedText(
                "supply the other list of that issuer, which covers certificates of keys", "请提供该签发者的另一份列表，即覆盖公钥证书的列表")
        case .issueVersion3:
            LocalizedText(
                "have the certificate issued anew in version 3; that list speaks of no older ones",
                "请以版本 3 重新签发证书；该列表不涉及更早的版本")
        case .supplyOtherReasons:
            LocalizedText(
                "supply the issuer's lists for the other reasons too; each covers some alone",
                "请一并提供该签发者覆盖其余原因的列表；每份列表只覆盖部分原因")
        case .supplyBase:
            LocalizedText(
                "supply the complete list too whose changes these are (RFC 5280 §5.2.4)",
                "请一并提供这些变更所依据的完整列表（RFC 5280 §5.2.4）")
        case .supplyNewest:
            LocalizedText(
                "supply the newest one; where there is none, its signer is late, or the clock of this machine is ahead",
                "请提供最新的一份；若没有更新的，则是签署者逾期，或本机的时钟偏快")
        case .mendList:
            LocalizedText(
                "the list itself is at fault: its authority has to issue it right; an OCSP response does in its place",
                "列表本身有误：须由其颁发机构正确签发；也可改用 OCSP 应答")
        case .leaveOutExtension:
            LocalizedText(
                "have the list issued without that critical extension, by which it must not be used here (RFC 5280 "
                    + "§5.2); an OCSP response does in its place",
                "请在签发列表时去掉该关键扩展，否则此处不得使用该列表（RFC 5280 §5.2）；也可改用 OCSP 应答")
        case .signStronger:
            LocalizedText("have it signed with SHA-256 or better", "请改以 SHA-256 或更强的摘要算法签署")
        case .signWithKnown:
            LocalizedText(
                "have it signed with RSA or ECDSA and SHA-256, SHA-384 or SHA-512",
                "请改以 RSA 或 ECDSA 配合 SHA-256、SHA-384 或 SHA-512 签署")
        case .supplyAnew:
            LocalizedText(
                "get it anew: it was changed or damaged on its way, or another key signed it, whose certificate is to "
                    + "be supplied too",
                "请重新获取：它在途中被改动或损坏，或由另一密钥签署，此时须一并提供该密钥的证书")
        case .supplySigner(let issuer):
            LocalizedText(
                "supply the certificate of \(issuer) too, whose key signs the list", "请一并提供签署该列表的 \(issuer) 的证书")
        case .supplySignerOfKey(let identifier):
            LocalizedText(
                "supply the authority's certificate with the key identifier \(identifier) too, among the intermediates "
                    + "(RFC 5280 §6.3.3(f)), or a list that the key at hand signed",
                "请将密钥标识符为 \(identifier) 的该机构证书与中间证书一并提供（RFC 5280 §6.3.3(f)），或提供由手头密钥签署的列表")
        case .letSignerSign:
            LocalizedText(
                "have the certificate of whoever signs the list issued with the key usage cRLSign",
                "请在签发列表签署者的证书时写入密钥用法 cRLSign")
        case .renewSigner:
            LocalizedText(
                "have the certificate of whoever signs it renewed, and get what is signed since", "请更新签署者的证书，并获取此后签署的内容"
            )
        case .replaceSigner:
            LocalizedText(
                "get one that is signed by somebody whose certificate was not revoked", "请获取由证书未被吊销者签署的一份")
        case .supplySignerStatus:
            LocalizedText(
                "supply the list that covers the certificate of whoever signs this one too", "请一并提供覆盖该列表签署者自身证书的列表")
        case .strengthenSigner:
            LocalizedText(
                "have the certificate of whoever signs it issued for a key, and with a signature, that the profile "
                    + "accepts",
                "请为签署者重新签发证书，其密钥与签名均须为规则集所接受")
        case .repairSigner:
            LocalizedText(
                "supply the certificates between its signer and the anchor, or have the signer's certificate mended",
                "请提供签署者与信任锚之间的证书，或修正签署者的证书")
        case .completeLists:
            LocalizedText(
                "have the authority's lists issued anew, with a number and with nextUpdate",
                "请重新签发该颁发机构的吊销列表，写入编号与 nextUpdate")
        case .setClock:
            LocalizedText("set the clock of this machine, which is behind", "请校准本机的时钟，它偏慢")
        case .compareClocks(let ahead):
            LocalizedText(
                "compare the clock of this machine with a right one; if it is right, that of the signer is "
                    + "\(ahead.english) ahead, and its owner has to set it",
                "请核对本机的时钟；若本机时钟准确，则是签署者的时钟快了 \(ahead.chinese)，须由其管理者校准")
        case .reachPlace(let place):
            LocalizedText(
                "see that \(place) can be reached from here and answers, or let the server staple a response",
                "请确认从本机能够访问 \(place) 且其有应答，或在服务器上启用 OCSP 装订（stapling）")
        }
    }
}
