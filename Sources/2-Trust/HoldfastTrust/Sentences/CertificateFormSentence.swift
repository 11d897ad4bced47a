import HoldfastStatements

/// Sentences about fields that do not have the form that RFC 5280 prescribes.
enum CertificateFormSentence: Sentence {
    case time(String)
    case utcTime
    case earlyGeneralizedTime
    case noExtensions
    case extensionOrNoList
    case emptyExtensionList
    case emptyList(name: String)
    case oneElement
    case hasEmptyList(name: String)
    case emptyAlternativeName(name: String)
    case namesNotEmpty
    case alternativeNameIsEmpty
    case noText(type: String, of: Field)
    case octetsOfType
    case hasForeignOctets(type: String, of: Field)
    case attribute(String, of: Field)
    case printableCharacters
    case hasUnprintable(type: String, of: Field)
    case keyUsageEncoding(hex: String)
    case withoutZeroBits(hex: String)
    case zeroBits
    case attributesInThisOrder(String, of: Field)
    case ascendingOrder
    case notSorted(Field)
    case uniqueIdentifier(version: String)
    case noUniqueIdentifiers
    case uniqueIdentifierOfVersion1
    case uniqueIdentifierNoMore
    case version(Int)
    case versionWithExtensions(Int)
    case isOfVersion(Int)

    static let topic = "certificateForm"

    /// The names of a certificate.
    enum Field: Sentence {
        case issuer
        case subject

        static let topic = "field"

        var words: LocalizedText {
            switch self {
            case .issuer: LocalizedText("issuer", "签发者")
            case .subject: LocalizedText("subject", "主题")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .time(let time): LocalizedText("\(time) as GeneralizedTime", "以 GeneralizedTime 写成的 \(time)")
        case .utcTime: LocalizedText("UTCTime, since it is before 2050", "应为 UTCTime，因为早于 2050 年")
        case .earlyGeneralizedTime:
            LocalizedText(
                "the certificate writes a date before 2050 as GeneralizedTime", "证书用 GeneralizedTime 写 2050 年以前的日期")
        case .noExtensions: LocalizedText("a list of no extensions", "扩展列表为空")
        case .extensionOrNoList: LocalizedText("at least one extension, or no list", "至少一个扩展，否则不应有列表")
        case .emptyExtensionList:
            LocalizedText("the certificate has a list of extensions without one in it", "证书的扩展列表中没有任何扩展")
        case .emptyList(let name): LocalizedText("\(name), empty", "\(name)，为空")
        case .oneElement: LocalizedText("at least one element", "至少一个元素")
        case .hasEmptyList(let name): LocalizedText("the certificate has an empty \(name)", "证书的 \(name) 为空")
        case .emptyAlternativeName(let name):
            LocalizedText("the subject alternative name '\(name)'", "使用者可选名称“\(name)”")
        case .namesNotEmpty: LocalizedText("names that are not empty", "名称不得为空")
        case .alternativeNameIsEmpty:
            LocalizedText("a subject alternative name of the certificate is empty", "证书的某个使用者可选名称为空")
        case .noText(let type, let field):
            LocalizedText("\(type) of the \(field.english), which is no text", "\(field.chinese)的 \(type) 不是文本")
        case .octetsOfType: LocalizedText("octets that the string's type has", "该字符串类型所允许的字节")
        case .hasForeignOctets(let type, let field):
            LocalizedText(
                "the \(type) of the \(field.english) has octets that its type of string does not have",
                "\(field.chinese)的 \(type) 含有其字符串类型不允许的字节")
        case .attribute(let text, let field):
            LocalizedText("\(text) in the \(field.english)", "\(field.chinese)中的 \(text)")
        case .printableCharacters:
            LocalizedText(
                "letters, digits, space and '()+,-./:=? in a PrintableString, or a UTF8String",
                "PrintableString 只能含字母、数字、空格和 '()+,-./:=?，否则应使用 UTF8String")
        case .hasUnprintable(let type, let field):
            LocalizedText(
                "the \(type) of the \(field.english) is a PrintableString with characters that it does not have",
                "\(field.chinese)的 \(type) 为 PrintableString，却含有其不允许的字符")
        case .keyUsageEncoding(let hex): LocalizedText("the key usage encoded as \(hex)", "编码为 \(hex) 的密钥用法")
        case .withoutZeroBits(let hex):
            LocalizedText("\(hex), without zero bits at its end", "\(hex)，末尾没有零比特")
        case .zeroBits:
            LocalizedText(
                "the key usage of the certificate has zero bits at its end, which DER leaves out",
                "证书的密钥用法末尾有零比特，而 DER 不写出它们")
        case .attributesInThisOrder(let attributes, let field):
            LocalizedText(
                "\(attributes) in the \(field.english), in this order", "\(field.chinese)中的 \(attributes)，按此顺序")
        case .ascendingOrder:
            LocalizedText(
                "the attributes of a set in ascending order of their encodings", "集合中的属性按其编码升序排列")
        case .notSorted(let field):
            LocalizedText(
                "the \(field.english) of the certificate has a set of attributes that is not sorted, as DER wants it",
                "证书的\(field.chinese)中有一组属性没有按 DER 的要求排序")
        case .uniqueIdentifier(let version):
            LocalizedText(
                "a unique identifier in a certificate of version \(version)", "版本 \(version) 的证书中有唯一标识")
        case .noUniqueIdentifiers: LocalizedText("no unique identifiers", "没有唯一标识")
        case .uniqueIdentifierOfVersion1:
            LocalizedText(
                "the certificate is of version 1 and has a unique identifier, which only later versions may have",
                "证书为版本 1，却含有只有更高版本才允许的唯一标识")
        case .uniqueIdentifierNoMore:
            LocalizedText(
                "the certificate has a unique identifier, which nobody is to issue any more", "证书含有不应再签发的唯一标识")
        case .version(let number): LocalizedText("version \(number)", "版本 \(number)")
        case .versionWithExtensions(let number):
            LocalizedText(
                "version \(number) with extensions, which only version 3 may have", "版本 \(number)，却含有只有版本 3 才允许的扩展")
        case .isOfVersion(let number):
            LocalizedText("the certificate is of version \(number)", "证书为版本 \(number)")
        }
    }
}

/// Advice about fields that do not have the form that RFC 5280 prescribes.
enum CertificateFormAdvice: Sentence {
    case toolAtFault
    case withoutUniqueIdentifiers
    case asVersion3
    case withUTCTime
    case issueVersion3

    static let topic = "certificateFormAdvice"

    var words: LocalizedText {
        switch self {
        case .toolAtFault:
            LocalizedText(
                "have the certificate issued anew; the tool that made it is at fault", "请重新签发证书；制作它的工具有缺陷")
        case .withoutUniqueIdentifiers:
            LocalizedText("have the certificate issued anew without unique identifiers", "请重新签发证书，去掉唯一标识符")
        case .asVersion3:
            LocalizedText(
                "have the certificate issued anew without unique identifiers, as version 3", "请重新签发版本 3 的证书，去掉唯一标识符")
        case .withUTCTime:
            LocalizedText(
                "have the certificate issued anew with UTCTime for dates through 2049", "请重新签发证书，2049 年及以前的日期使用 UTCTime"
            )
        case .issueVersion3:
            LocalizedText(
                "issue a version 3 certificate: with openssl, give a subjectAltName extension",
                "请签发版本 3 的证书：使用 openssl 时给出 subjectAltName 扩展")
        }
    }
}
