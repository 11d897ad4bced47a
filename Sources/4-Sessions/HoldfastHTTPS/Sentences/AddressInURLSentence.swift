import HoldfastStatements
import HoldfastTrust

/// Sentences about an address in a request's URL whose server's name stands in the field `Host`.
enum AddressInURLSentence: Sentence {
    case noNameSent(address: String, name: DNSName)
    case certificateFor(address: String, name: DNSName, names: Statement)
    case seen(name: DNSName, names: Statement)
    case expected(name: DNSName)
    /// `mapping` is what `connectTo` and `--connect-to` take.
    case leaveName(mapping: String, target: String)

    static let topic = "addressInURL"

    var words: LocalizedText {
        switch self {
        case .noNameSent(let address, let name):
            LocalizedText(
                "the URL has the address \(address), so that no server name was sent (SNI), while the field Host is "
                    + "\(name)", "URL 中是地址 \(address)，因此没有发送服务器名称（SNI），而 Host 字段为 \(name)")
        case .certificateFor(let address, let name, let names):
            LocalizedText(
                "the URL has the address \(address), so that no server name was sent (SNI), while the field Host is "
                    + "\(name), and the certificate is for \(names.english)",
                "URL 中是地址 \(address)，因此没有发送服务器名称（SNI），而 Host 字段为 \(name)，证书则属于 \(names.chinese)")
        case .seen(let name, let names):
            LocalizedText(
                "no server name; Host: \(name); a certificate for \(names.english)",
                "没有服务器名称；Host：\(name)；证书属于 \(names.chinese)")
        case .expected(let name): LocalizedText("the server name \(name)", "服务器名称 \(name)")
        case .leaveName(let mapping, let target):
            LocalizedText(
                "leave the name in the URL, and the address to connectTo (\(mapping)), or set takesNameFromHostField; "
                    + "what the server presents for the name: holdfast check --connect-to \(mapping) \(target)",
                "请在 URL 中保留名称，把地址交给 connectTo（\(mapping)），或设置 takesNameFromHostField；"
                    + "查看服务器为该名称出示的证书：holdfast check --connect-to \(mapping) \(target)")
        }
    }
}
