public import HoldfastStatements

extension DERError {
    /// A rule of a time's type that its characters break (RFC 5280 §4.1.2.5).
    public enum TimeRule: Hashable, Sendable {
        /// A date or a time of day that the calendar does not have.
        case nonexistent
        /// A fraction of a second.
        case fraction(in: Time.Encoding)
        /// An offset from UTC.
        case offset(in: Time.Encoding)
        /// No seconds.
        case withoutSeconds(in: Time.Encoding)
        /// No `Z` at the end.
        case withoutZ(in: Time.Encoding)
        /// Characters of another form.
        case otherForm(in: Time.Encoding)
    }

    /// A rule of a string's type that its octets break.
    public enum StringRule: Hashable, Sendable {
        /// An IA5String with an octet outside ASCII.
        case notASCII
        /// A UTF8String that is no UTF-8.
        case notUTF8
    }

    /// A rule of a field's definition that its value breaks.
    public enum ValueRule: Hashable, Sendable {
        /// A version that the structure does not have.
        case version(of: Structure)
        /// A general name of a kind that RFC 5280 §4.2.1.6 does not have.
        case generalNameKind(DERTag)
        /// A relative distinguished name of no attribute; it is SIZE (1..MAX).
        case emptyRelativeName
        /// A digest that is not known.
        case unknownDigest
        /// A mask generation function of RSASSA-PSS other than MGF1.
        case unknownMask
        /// A trailer field of RSASSA-PSS other than 1.
        case trailerField
        /// A modulus and an exponent that are no RSA key (RFC 8017 §3.1).
        case noRSAKey
        /// A seed or a key of another length than its parameter set has.
        case keyLength(of: String)
        /// An encryption without parameters.
        case encryptionWithoutParameters
        /// A key derivation without parameters.
        case derivationWithoutParameters
        /// An encryption with a passphrase that is not known.
        case unknownEncryption(String)
        /// A key derivation that is not known.
        case unknownDerivation(String)
        /// A content type of PKCS #7 that holds no certificates.
        case contentType(String)
        /// More certificates in a message than are read.
        case tooManyCertificates(limit: Int)
        /// A key hash of OCSP that is not 20 octets long.
        case keyHashLength
        /// A nonce that is not 1 to 128 octets long.
        case nonceLength
        /// A status of a certificate that OCSP does not have.
        case certificateStatus(DERTag)
        /// A status of a response that OCSP does not have.
        case responseStatus
        /// A list of certificate timestamps that is there twice.
        case timestampsTwice
        /// An attribute of a request that has other than one value.
        case attributeValues
        /// An attribute of a request without a value.
        case attributeWithoutValue
        /// Extensions that a request asks for twice.
        case extensionsTwice
        /// Two challenge passwords.
        case twoPasswords
        /// A challenge password that is no text.
        case passwordNoText
        /// A version other than the one that the structure has.
        case otherVersion(than: Int)
        /// A piece of an OCTET STRING in BER that is none itself (X.690 §8.7.3.2).
        case octetStringPiece
        /// A request to an OCSP responder that asks for nothing.
        case noQuestion
        /// A rule that another part of the library knows.
        indirect case other(Statement)
    }

    /// A structure that has a version.
    public enum Structure: String, Hashable, Sendable {
        case certificate = "X.509"
        case revocationList
        case ocsp = "OCSP"
        case request = "PKCS #10"
        case privateKey = "PKCS #8"
    }
}

extension DERError.TimeRule: Sentence {
    package static let topic = "derTime"

    package var words: LocalizedText {
        switch self {
        case .nonexistent: LocalizedText("date or time of day that does not exist", "不存在的日期或时间")
        case .fraction(let encoding): encoding.words("with a fraction of a second", "带有秒的小数")
        case .offset(let encoding): encoding.words("with an offset from UTC", "带有与 UTC 的时差")
        case .withoutSeconds(let encoding): encoding.words("without seconds", "没有秒")
        case .withoutZ(let encoding): encoding.words("without the final Z", "末尾没有 Z")
        case .otherForm(let encoding): encoding.words("of another form", "格式不符")
        }
    }
}

extension Time.Encoding {
    /// A sentence about a time of this type, with the form that RFC 5280 leaves of it.
    fileprivate func words(_ english: String, _ chinese: String) -> LocalizedText {
        let (name, form) =
            switch self {
            case .utcTime: ("UTCTime", "YYMMDDHHMMSSZ")
            case .generalizedTime: ("GeneralizedTime", "YYYYMMDDHHMMSSZ")
            }
        return LocalizedText("\(name) \(english); RFC 5280 wants \(form)", "\(name) \(chinese)；RFC 5280 要求 \(form)")
    }
}

extension DERError.StringRule: Sentence {
    package static let topic = "derString"

    package var words: LocalizedText {
        switch self {
        case .notASCII: LocalizedText("IA5String with an octet outside ASCII", "IA5String 含有 ASCII 以外的字节")
        case .notUTF8: LocalizedText("text that is not UTF-8", "文本不是 UTF-8")
        }
    }
}

extension DERError.ValueRule: Sentence {
    package static let topic = "derValue"

    package var words: LocalizedText {
        switch self {
        case .version(.revocationList):
            LocalizedText("version that a revocation list does not have", "吊销列表没有的版本")
        case .version(let structure):
            LocalizedText("version that \(structure.rawValue) does not have", "\(structure.rawValue) 没有的版本")
        case .generalNameKind(let tag):
            LocalizedText("general name of a kind that does not exist: \(tag)", "不存在的名称类型：\(tag)")
        case .emptyRelativeName:
            LocalizedText("relative distinguished name without an attribute", "相对可分辨名称中没有属性")
        case .unknownDigest: LocalizedText("digest that is not known", "无法识别的摘要算法")
        case .unknownMask:
            LocalizedText("mask generation function that is not MGF1", "掩码生成函数不是 MGF1")
        case .trailerField: LocalizedText("trailer field that is not 1", "trailerField 不是 1")
        case .noRSAKey:
            LocalizedText(
                "modulus and exponent that are no RSA key (RFC 8017 §3.1)", "模数与指数不构成 RSA 密钥（RFC 8017 §3.1）")
        case .keyLength(let set):
            LocalizedText("a seed or a key of another length than \(set) has", "种子或密钥的长度不符合 \(set)")
        case .encryptionWithoutParameters: LocalizedText("encryption without parameters", "加密算法没有参数")
        case .derivationWithoutParameters: LocalizedText("key derivation without parameters", "密钥派生算法没有参数")
        case .unknownEncryption(let name):
            LocalizedText("\(name) is no encryption with a passphrase known here", "\(name) 不是此处已知的口令加密算法")
        case .unknownDerivation(let name):
            LocalizedText("\(name) is no key derivation known here", "\(name) 不是此处已知的密钥派生算法")
        case .contentType(let name):
            LocalizedText("content type \(name), which holds no certificates", "内容类型 \(name) 不含证书")
        case .tooManyCertificates(let limit):
            LocalizedText("message of more than \(limit) certificates", "消息中的证书超过 \(limit) 张")
        case .keyHashLength: LocalizedText("key hash that is not 20 octets long", "密钥散列长度不是 20 字节")
        case .nonceLength: LocalizedText("nonce that is not 1 to 128 octets long", "nonce 长度不在 1 至 128 字节之间")
        case .certificateStatus(let tag):
            LocalizedText("certificate status that does not exist: \(tag)", "不存在的证书状态：\(tag)")
        case .responseStatus: LocalizedText("OCSP response status that does not exist", "不存在的 OCSP 应答状态")
        case .timestampsTwice:
            LocalizedText("signedCertificateTimestampList twice", "signedCertificateTimestampList 出现两次")
        case .attributeValues: LocalizedText("attribute of other than one value", "属性的值不是恰好一个")
        case .attributeWithoutValue: LocalizedText("attribute without a value", "属性没有值")
        case .extensionsTwice: LocalizedText("extensions asked for twice", "两次请求扩展")
        case .twoPasswords: LocalizedText("two challenge passwords", "有两个质询口令")
        case .passwordNoText: LocalizedText("challenge password that is no text", "质询口令不是文本")
        case .otherVersion(let version): LocalizedText("version other than \(version)", "版本不是 \(version)")
        case .octetStringPiece:
            LocalizedText("piece of an OCTET STRING that is none", "OCTET STRING 的片段本身不是 OCTET STRING")
        case .noQuestion: LocalizedText("request without a question", "请求中没有询问")
        case .other(let statement): statement.words
        }
    }
}
