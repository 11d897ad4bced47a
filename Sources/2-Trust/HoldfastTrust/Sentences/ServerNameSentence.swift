import HoldfastStatements

/// Sentences about the name that a server has to prove.
enum ServerNameSentence: Sentence {
    case notFirst(name: String, number: Int)
    case noAlternativeName
    case alternativeName(name: String)
    case commonNameIsNotLookedAt
    case notForNameButFor(name: String, others: [Statement], more: Int)
    case notForName(name: String, holding: Nothing)
    case nothing(Nothing)
    case writtenOtherwise(name: String, Form, written: String)
    case names([Statement], more: Int)
    case malformedAddress
    case meansSomethingElse(name: String)
    case publicName
    case unknownOwner(domain: String)
    case namesOfCustomers(domain: String)
    case namesOfAnybody(domain: String)
    case orBelowOneOwner(name: String)

    static let topic = "serverName"

    /// The ways in which a certificate shows a name that it does not have.
    enum Form: Sentence {
        case dnsName
        case uri
        case text
        case masked
        case mapped
        case unmapped
        case beside

        static let topic = "formOfName"

        var words: LocalizedText {
            switch self {
            case .dnsName: LocalizedText("as a DNS name", "写成了 DNS 名称")
            case .uri: LocalizedText("in a URI", "写在 URI 中")
            case .text: LocalizedText("as text within an iPAddress", "以文本写入 iPAddress")
            case .masked:
                LocalizedText("with a mask, which only name constraints have", "带有只有名称约束才有的掩码")
            case .mapped: LocalizedText("mapped into IPv6", "映射成了 IPv6 地址")
            case .unmapped: LocalizedText("as an IPv4 address", "写成了 IPv4 地址")
            case .beside: LocalizedText("with something beside it", "带有多余的内容")
            }
        }
    }

    /// The ways in which a certificate names no server.
    enum Nothing: Sentence {
        case noAlternativeName
        case noServer

        static let topic = "serverNames"

        var words: LocalizedText {
            switch self {
            case .noAlternativeName: LocalizedText("no subject alternative name", "没有使用者可选名称")
            case .noServer:
                LocalizedText("no server among the subject alternative names", "使用者可选名称中没有服务器")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .notFirst(let name, let number):
            LocalizedText(
                "the certificate that was sent first is not for \(name): certificate \(number) of the list is for that "
                    + "name and no authority's, put it first",
                "最先发送的证书不适用于 \(name)：列表中的第 \(number) 张证书适用于该名称，且不是机构的证书，应放在最前")
        case .noAlternativeName: Nothing.noAlternativeName.words
        case .alternativeName(let name):
            LocalizedText("a subject alternative name \(name)", "使用者可选名称 \(name)")
        case .commonNameIsNotLookedAt:
            LocalizedText(
                "the certificate has no subject alternative name; a common name is not looked at",
                "证书没有使用者可选名称；通用名称不予考虑")
        case .notForNameButFor(let name, let others, let more):
            LocalizedText(
                "the certificate is not for \(name) but for \(others.english(more: more))",
                "证书不适用于 \(name)，而适用于 \(others.chinese(more: more))")
        case .notForName(let name, let nothing):
            LocalizedText(
                "the certificate is not for \(name): it has \(nothing.english)", "证书不适用于 \(name)：\(nothing.chinese)")
        case .nothing(let nothing): nothing.words
        case .writtenOtherwise(let name, .beside, let written):
            LocalizedText(
                "the certificate has \(name) written as '\(written)', which is another name",
                "证书把 \(name) 写成“\(written)”，那是另一个名称")
        case .writtenOtherwise(let name, let form, _):
            LocalizedText(
                "the certificate has \(name) \(form.english); an address counts as an iPAddress alone, octet for octet",
                "证书中的 \(name) \(form.chinese)；地址只有作为 iPAddress 且逐字节相同才算数")
        case .names(let names, let more): names.words(more: more)
        case .malformedAddress: LocalizedText("a malformed address", "格式错误的地址")
        case .meansSomethingElse(let name):
            LocalizedText(
                "\(name) means something else in every network, and a public authority vouches for it",
                "\(name) 在各个网络中含义不同，却由公共颁发机构作保")
        case .publicName:
            LocalizedText("a name or an address of the public Internet", "公共互联网上的名称或地址")
        case .unknownOwner(let domain):
            LocalizedText(
                "without a list of public suffixes it is not known whether *.\(domain) has one owner",
                "没有公共后缀列表，无从得知 *.\(domain) 是否只有一个所有者")
        case .namesOfCustomers(let domain):
            LocalizedText(
                "the wildcard *.\(domain) stands for names of different customers", "通配符 *.\(domain) 覆盖不同客户的名称")
        case .namesOfAnybody(let domain):
            LocalizedText(
                "the wildcard *.\(domain) stands for names of anybody, and so for none",
                "通配符 *.\(domain) 覆盖任何人的名称，等于不代表任何人")
        case .orBelowOneOwner(let name):
            LocalizedText(
                "\(name), or a wildcard below a domain of one owner", "\(name)，或单一所有者的域名之下的通配符")
        }
    }
}

/// Advice about the name that a server has to prove.
enum ServerNameAdvice: Sentence {
    case useOrHaveName
    case haveAddress(String, orUse: String?)
    case haveNameAlone(String)
    case haveName
    case ownFirst
    case narrower
    case haveSuffixes
    case ownAuthority

    static let topic = "serverNameAdvice"

    var words: LocalizedText {
        switch self {
        case .useOrHaveName:
            LocalizedText(
                "use a name that the certificate holds, or have it issued with this name as an alternative name; check "
                    + "too whether the server chooses its certificate by the name that is sent (SNI)",
                "请使用证书所含的名称，或将此名称作为使用者可选名称重新签发；并检查服务器是否按所发送的名称（SNI）选择证书")
        case .haveAddress(let address, let host):
            LocalizedText(
                "have the certificate issued with IP:\(address) among its alternative names, as openssl's "
                    + "subjectAltName has it" + (host.map { ", or connect by the name \($0)" } ?? ""),
                "请在签发证书时将 IP:\(address) 写入使用者可选名称（openssl 的 subjectAltName 即如此写）"
                    + (host.map { "，或按名称 \($0) 连接" } ?? ""))
        case .haveNameAlone(let name):
            LocalizedText(
                "have the certificate issued with DNS:\(name) among its alternative names, and nothing beside the name",
                "请在签发证书时将 DNS:\(name) 写入使用者可选名称，名称旁不要有其他内容")
        case .haveName:
            LocalizedText(
                "have the certificate issued with the name as a subject alternative name", "请在签发证书时将该名称写入使用者可选名称")
        case .ownFirst:
            LocalizedText(
                "send the server's own certificate first, then the one that issued it, and so on upwards",
                "请先发送服务器自己的证书，再发送其签发者的证书，依次向上")
        case .narrower:
            LocalizedText(
                "have the certificate issued for the name itself, or for a wildcard below a domain of one owner",
                "请为该名称本身，或为单一所有者的域名之下的通配符签发证书")
        case .haveSuffixes:
            LocalizedText(
                "install libpsl5 and publicsuffix, or give the policy a list of public suffixes",
                "请安装 libpsl5 与 publicsuffix，或为策略提供公共后缀列表")
        case .ownAuthority:
            LocalizedText(
                "use an authority of one's own for names and addresses that only one's own network knows",
                "只在自己网络中有意义的名称与地址，请使用自建的颁发机构")
        }
    }
}
