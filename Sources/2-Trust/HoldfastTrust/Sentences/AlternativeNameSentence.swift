import HoldfastStatements

/// Sentences about the form of alternative names, and about the common name that should repeat one of them.
enum AlternativeNameSentence: Sentence {
    case fault(name: Statement, more: Int, expected: Expected)
    case addressAsDNSName(name: Statement, more: Int)
    case seen(name: Statement, more: Int)
    case expected(Expected)
    case octets(count: Int)
    case noCharacters
    case commonNameCount(count: Int)
    case atMostOne
    case commonNamesOfSubject(count: Int)
    case commonName(name: Statement)
    case copy
    case writtenInAnotherWay(name: Statement)
    case noAlternativeName(name: Statement)

    static let topic = "alternativeName"

    /// Demands on an alternative name.
    enum Expected: Sentence {
        case addressOctets
        case publicAddress
        case mailbox
        case serverName
        case wholeLabelWildcard
        case hostName
        case iPAddress
        case unreservedLabels
        case oneOwner
        case oneCustomer
        case outsideReverseZones
        case publicName

        static let topic = "alternativeNameDemand"

        var words: LocalizedText {
            switch self {
            case .addressOctets: LocalizedText("an address of four or sixteen octets", "四字节或十六字节的地址")
            case .publicAddress: LocalizedText("an address of the public Internet", "公共互联网上的地址")
            case .mailbox: LocalizedText("a mailbox", "邮箱地址")
            case .serverName: LocalizedText("a DNS name or an IP address", "DNS 名称或 IP 地址")
            case .wholeLabelWildcard:
                LocalizedText("a wildcard as the whole left-most label of a domain", "通配符须占据域名最左侧的整个标签")
            case .hostName:
                LocalizedText("a host name of letters, digits and hyphens", "由字母、数字和连字符组成的主机名")
            case .iPAddress: LocalizedText("the address as an iPAddress", "应将地址写为 iPAddress")
            case .unreservedLabels:
                LocalizedText("of labels whose third and fourth characters are no hyphens", "标签的第三、四个字符不得为连字符")
            case .oneOwner: LocalizedText("a name of one owner", "单一所有者的名称")
            case .oneCustomer: LocalizedText("a name of one customer", "单一客户的名称")
            case .outsideReverseZones:
                LocalizedText("a name outside of the reverse zones of addresses", "不属于反向解析区域的名称")
            case .publicName: LocalizedText("a name of the public DNS", "公共 DNS 中的名称")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .fault(let name, let more, let expected):
            LocalizedText(
                "the alternative name \([name].english(more: more)) is not \(expected.english)",
                "使用者可选名称 \([name].chinese(more: more)) 不符合要求：\(expected.chinese)")
        case .addressAsDNSName(let name, let more):
            LocalizedText(
                "the DNS name \([name].english(more: more)) is an address, which counts as an iPAddress alone",
                "DNS 名称 \([name].chinese(more: more)) 是 IP 地址，而地址只有作为 iPAddress 才算数")
        case .seen(let name, let more): [name].words(more: more)
        case .expected(let expected): expected.words
        case .octets(let count): LocalizedText(Counted.english(count, "octet"), "\(count) 字节")
        case .noCharacters: LocalizedText("of no characters", "（空）")
        case .commonNameCount(let count): LocalizedText("\(count) common names", "\(count) 个通用名称")
        case .atMostOne: LocalizedText("at most one", "最多一个")
        case .commonNamesOfSubject(let count):
            LocalizedText("the subject has \(count) common names", "主题有 \(count) 个通用名称")
        case .commonName(let name): LocalizedText("common name \(name.english)", "通用名称 \(name.chinese)")
        case .copy: LocalizedText("a copy of one of the alternative names", "与某个使用者可选名称完全相同")
        case .writtenInAnotherWay(let name):
            LocalizedText(
                "the common name \(name.english) is an alternative name written in another way",
                "通用名称 \(name.chinese) 是某个使用者可选名称的另一种写法")
        case .noAlternativeName(let name):
            LocalizedText(
                "the common name \(name.english) is none of the alternative names", "通用名称 \(name.chinese) 不在使用者可选名称之中")
        }
    }
}

/// Advice about alternative names and common names.
enum AlternativeNameAdvice: Sentence {
    case haveNamesOfServer
    case writeHostNames
    case haveAddressOctets
    case haveIPAddress
    case haveMailboxes
    case wholeLabelWildcard
    case ownAuthorityForNames
    case ownAuthorityForAddresses
    case leaveCommonNameOut

    static let topic = "alternativeNameAdvice"

    var words: LocalizedText {
        switch self {
        case .haveNamesOfServer:
            LocalizedText(
                "have the certificate issued with the names that the server is reached by, and no others",
                "请只为访问该服务器所用的名称签发证书")
        case .writeHostNames:
            LocalizedText(
                "use names of letters, digits and hyphens; internationalised ones as A-labels (xn--…)",
                "名称请由字母、数字与连字符组成；国际化名称请写成 A-label（xn--…）")
        case .haveAddressOctets:
            LocalizedText(
                "have the certificate issued with addresses of four or sixteen octets", "请在签发证书时使用四字节或十六字节的地址")
        case .haveIPAddress:
            LocalizedText(
                "have the certificate issued with the address as an iPAddress: IP:… in openssl's subjectAltName",
                "请在签发证书时将地址写为 iPAddress：openssl 的 subjectAltName 中写作 IP:…")
        case .haveMailboxes:
            LocalizedText(
                "have the certificate issued with mailboxes of the form local-part@host",
                "请在签发证书时使用 local-part@host 形式的邮箱地址")
        case .wholeLabelWildcard:
            LocalizedText(
                "use a wildcard as the whole left-most label, before a domain", "通配符须占据域名之前最左侧的整个标签")
        case .ownAuthorityForNames:
            LocalizedText(
                "use an authority of one's own for names that only one's own network knows",
                "只在自己网络中有意义的名称，请使用自建的颁发机构")
        case .ownAuthorityForAddresses:
            LocalizedText(
                "use an authority of one's own for addresses that only one's own network knows",
                "只在自己网络中有意义的地址，请使用自建的颁发机构")
        case .leaveCommonNameOut:
            LocalizedText(
                "leave the common name out, or write it exactly as one of the alternative names",
                "请去掉通用名称，或将其写得与某个使用者可选名称完全相同")
        }
    }
}
