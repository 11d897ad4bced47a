import HoldfastStatements

/// Sentences about keys and signatures that a quantum computer is not known to break.
enum PostQuantumSentence: Sentence {
    case keyNotInLibrary(name: String)
    case signatureNotInLibrary(name: String)
    case keyByName(name: String)
    case signatureByName(name: String)
    case notOfProgrammes(name: String)
    case malformedKey(name: String)
    case malformedSignature(name: String)
    case usageOfOtherKeys(name: String)
    case usage(String)
    case octets(count: Int)
    case octetsAndParameters(count: Int)
    case verifiable
    case programmes
    case plainKey
    case signingAlone
    case judgeElsewhere
    case useMLDSA
    case writeAsRFC9881
    case useProgrammesKey
    case issueWithSigning

    static let topic = "postQuantum"

    var words: LocalizedText {
        switch self {
        case .keyNotInLibrary(let name):
            LocalizedText(
                "this machine's OpenSSL cannot verify by the key, whose algorithm is \(name): OpenSSL 3.5 and newer "
                    + "can",
                "本机的 OpenSSL 无法用算法为 \(name) 的密钥验证：OpenSSL 3.5 及更新版本可以")
        case .signatureNotInLibrary(let name):
            LocalizedText(
                "this machine's OpenSSL cannot verify the signature, whose algorithm is \(name): OpenSSL 3.5 and newer "
                    + "can", "本机的 OpenSSL 无法验证算法为 \(name) 的签名：OpenSSL 3.5 及更新版本可以")
        case .keyByName(let name):
            LocalizedText(
                "the key is of an algorithm that is known by name alone: \(name)", "密钥的算法仅知其名：\(name)")
        case .signatureByName(let name):
            LocalizedText(
                "the signature was not checked, since its algorithm is known by name alone: \(name)",
                "签名未经检查，其算法仅知其名：\(name)")
        case .notOfProgrammes(let name):
            LocalizedText(
                "the key is of an algorithm that no programme of public authorities has: \(name)",
                "公共颁发机构的各项计划均无此密钥算法：\(name)")
        case .malformedKey(let name):
            LocalizedText(
                "the key is named \(name) and is not written as keys of \(name) are",
                "密钥标明为 \(name)，却不符合 \(name) 密钥的写法")
        case .malformedSignature(let name):
            LocalizedText(
                "the signature was not checked: key or algorithm are named \(name) and not written as RFC 9881 has "
                    + "them",
                "签名未经检查：密钥或算法标明为 \(name)，却不符合 RFC 9881 的写法")
        case .usageOfOtherKeys(let name):
            LocalizedText(
                "the key usage of the certificate is not that of an \(name) key, which only signs",
                "证书的密钥用法不符合只用于签名的 \(name) 密钥")
        case .usage(let usage): LocalizedText("key usage \(usage)", "密钥用法 \(usage)")
        case .octets(let count): LocalizedText(Counted.english(count, "octet"), "\(count) 字节")
        case .octetsAndParameters(let count):
            LocalizedText(Counted.english(count, "octet") + ", and parameters", "\(count) 字节，且带有参数")
        case .verifiable:
            LocalizedText(
                "ML-DSA where OpenSSL has it, RSA, P-256, P-384, P-521, Ed25519 or Ed448",
                "OpenSSL 支持时的 ML-DSA、RSA、P-256、P-384、P-521、Ed25519 或 Ed448")
        case .programmes:
            LocalizedText(
                "RSA (rsaEncryption), P-256, P-384 or P-521", "RSA（rsaEncryption）、P-256、P-384 或 P-521")
        case .plainKey:
            LocalizedText(
                "1312, 1952 or 2592 octets, as its parameter set has, and no parameters",
                "按参数集为 1312、1952 或 2592 字节，且没有参数")
        case .signingAlone:
            LocalizedText(
                "digitalSignature, nonRepudiation, keyCertSign or cRLSign, and no other",
                "digitalSignature、nonRepudiation、keyCertSign 或 cRLSign，此外没有其他")
        case .judgeElsewhere:
            LocalizedText(
                "judge it where OpenSSL is 3.5 or newer, as on Debian 13, or let the server have a certificate with an "
                    + "RSA or ECDSA key beside this one",
                "请在 OpenSSL 3.5 或更新版本（如 Debian 13）上判定，或让服务器另备一张 RSA 或 ECDSA 密钥的证书")
        case .useMLDSA:
            LocalizedText(
                "have a certificate issued for an ML-DSA key (RFC 9881), or for RSA or ECDSA",
                "请为 ML-DSA 密钥（RFC 9881），或 RSA、ECDSA 密钥签发证书")
        case .writeAsRFC9881:
            LocalizedText(
                "have the certificate issued anew by software that writes ML-DSA keys as RFC 9881 does",
                "请用按 RFC 9881 编码 ML-DSA 密钥的软件重新签发证书")
        case .useProgrammesKey:
            LocalizedText(
                "use an RSA key, or one on P-256, P-384 or P-521, for servers of the public web",
                "公共网站的服务器请使用 RSA 密钥，或 P-256、P-384、P-521 密钥")
        case .issueWithSigning:
            LocalizedText(
                "have the certificate issued with the key usage digitalSignature, or keyCertSign and cRLSign for an "
                    + "authority", "请在签发证书时写入密钥用法 digitalSignature；颁发机构则写 keyCertSign 与 cRLSign")
        }
    }
}
