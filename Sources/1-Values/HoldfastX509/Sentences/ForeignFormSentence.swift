public import HoldfastStatements

extension ForeignForm {
    /// The form and its place as a statement.
    public var statement: Statement { ForeignFormSentence(self).statement }

    /// The remedy as a statement: the command that makes of it what is read.
    public var adviceStatement: Statement { Statement(ForeignFormAdvice(self)) }
}

/// Sentences about files that come near PEM and DER.
enum ForeignFormSentence: Sentence {
    case base64(of: EncodedObject.Kind)
    case base64OfPEM
    case jsonWebKey(line: Int)
    case jsonWebKeyAlone
    case escapedLineBreaks(line: Int)
    case boundary(line: Int, ForeignForm.BoundaryFault, expected: String)
    case page
    case titledPage(title: String)
    case javaKeyStore(form: String)
    case octetsBehind(EncodedObject.Kind, from: Int, count: Int)
    case markBefore(EncodedObject.Kind)
    case pkcs7
    case pkcs12

    static let topic = "form"

    init(_ form: ForeignForm) {
        self =
            switch form {
            case .base64(let kind, _): .base64(of: kind)
            case .base64OfPEM: .base64OfPEM
            case .jsonWebKey(let line?): .jsonWebKey(line: line)
            case .jsonWebKey(nil): .jsonWebKeyAlone
            case .escapedLineBreaks(let line): .escapedLineBreaks(line: line)
            case .boundary(let line, let fault, let expected): .boundary(line: line, fault, expected: expected)
            case .page(let title?): .titledPage(title: title)
            case .page(nil): .page
            case .javaKeyStore(let store): .javaKeyStore(form: store.rawValue)
            case .octetsBehind(let kind, let start, let count): .octetsBehind(kind, from: start, count: count)
            case .markBefore(let kind): .markBefore(kind)
            case .pkcs7: .pkcs7
            case .pkcs12: .pkcs12
            }
    }

    var words: LocalizedText {
        switch self {
        case .base64(let kind):
            LocalizedText(
                "the file is Base64 of \(kind.english), without the boundaries of PEM (RFC 7468 §3)",
                "该文件是 Base64 编码的内容（\(kind.chinese)），没有 PEM 的边界行（RFC 7468 §3）")
        case .base64OfPEM:
            LocalizedText(
                "the file is Base64 of a PEM file, as secrets of Kubernetes are written",
                "该文件是 PEM 文件的 Base64，如 Kubernetes 的 secret 所写")
        case .jsonWebKey(let line):
            LocalizedText(
                "the file is JSON Web Keys (RFC 7517): their certificates are in x5c, from line \(line) on",
                "该文件是 JSON Web Key（RFC 7517）：证书在 x5c 中，自第 \(line) 行起")
        case .jsonWebKeyAlone:
            LocalizedText(
                "the file is JSON Web Keys (RFC 7517), without a certificate (x5c)",
                "该文件是 JSON Web Key（RFC 7517），其中没有证书（x5c）")
        case .escapedLineBreaks(let line):
            LocalizedText(
                "line \(line): line breaks are written as the two characters \\n", "第 \(line) 行：换行写成了 \\n 两个字符")
        case .boundary(let line, let fault, let expected):
            LocalizedText(
                "line \(line) is no boundary of PEM, since \(fault.english); it should read \(expected)",
                "第 \(line) 行不是 PEM 的边界行，因为\(fault.chinese)；应为 \(expected)")
        case .page:
            LocalizedText("the file is an HTML page", "该文件是 HTML 网页")
        case .titledPage(let title):
            LocalizedText("the file is an HTML page with the title '\(title)'", "该文件是标题为“\(title)”的 HTML 网页")
        case .javaKeyStore(let form):
            LocalizedText("the file is a key store of Java's form \(form)", "该文件是 Java 的 \(form) 密钥库")
        case .octetsBehind(let kind, let start, let count):
            LocalizedText(
                "behind \(kind.english) in DER \(count == 1 ? "stands 1 byte" : "stand \(count) bytes") of white space "
                    + "or zero, from byte \(start) on",
                "DER 编码的\(kind.chinese)之后还有 \(count) 个空白或为零的字节，自第 \(start) 字节起")
        case .markBefore(let kind):
            LocalizedText(
                "a byte order mark (EF BB BF) stands before \(kind.english) in DER",
                "DER 编码的\(kind.chinese)之前有字节顺序标记（EF BB BF）")
        case .pkcs7: LocalizedText("the file holds no certificate, but PKCS #7", "该文件不含证书，而是 PKCS #7")
        case .pkcs12: LocalizedText("the file holds no certificate, but PKCS #12", "该文件不含证书，而是 PKCS #12")
        }
    }
}

/// Advice how to make of a file what is read; FILE stands for its name.
enum ForeignFormAdvice: Sentence {
    case decodeBase64
    case decodePEM
    case takeCertificates
    case noneIn
    case writeLineBreaks
    case removeQuotation
    case removeProtection
    case removeComments
    case writeDashes
    case writeCapitals
    case downloadAgain
    case exportJKS
    case exportJCEKS
    case cutOff(at: Int)
    case cutMark
    case printPKCS7
    case printPKCS7OfDER
    case convertPKCS12

    static let topic = "formAdvice"

    init(_ form: ForeignForm) {
        self =
            switch form {
            case .base64: .decodeBase64
            case .base64OfPEM: .decodePEM
            case .jsonWebKey(.some): .takeCertificates
            case .jsonWebKey(nil): .noneIn
            case .escapedLineBreaks: .writeLineBreaks
            case .boundary(_, .quotedMail, _): .removeQuotation
            case .boundary(_, .openPGP, _): .removeProtection
            case .boundary(_, .comment, _): .removeComments
            case .boundary(_, .otherDashes, _), .boundary(_, .dashCount, _), .boundary(_, .spaces, _): .writeDashes
            case .boundary(_, .smallLetters, _): .writeCapitals
            case .page: .downloadAgain
            case .javaKeyStore(.jks): .exportJKS
            case .javaKeyStore(.jceks): .exportJCEKS
            case .octetsBehind(_, let start, _): .cutOff(at: start)
            case .markBefore: .cutMark
            case .pkcs7(isPEM: true): .printPKCS7
            case .pkcs7(isPEM: false): .printPKCS7OfDER
            case .pkcs12: .convertPKCS12
            }
    }

    var words: LocalizedText {
        switch self {
        case .decodeBase64: Self.run("tr -dc 'A-Za-z0-9+/=' < FILE | base64 -d > FILE.der", "decode it", "请解码")
        case .decodePEM: Self.run("tr -dc 'A-Za-z0-9+/=' < FILE | base64 -d > FILE.pem", "decode it", "请解码")
        case .takeCertificates:
            Self.run(
                "jq -r '.. | .x5c?[]?' FILE | while read -r x5c; do echo \"$x5c\" | base64 -d; done > FILE.der",
                "take them out", "请取出证书")
        case .noneIn:
            LocalizedText(
                "name a file with certificates or keys in PEM or DER; a JSON Web Key is neither",
                "请指定 PEM 或 DER 格式的证书或密钥文件；JSON Web Key 两者都不是")
        case .writeLineBreaks:
            Self.run(
                "grep -o -e '-----BEGIN.*-----' FILE | sed 's/\\\\n/\\n/g' > FILE.pem", "write them as line breaks",
                "请改写为换行")
        case .removeQuotation:
            Self.run("sed 's/^[>| ]*//' FILE > FILE.pem", "take the marks of the quotation away", "请去掉引用标记")
        case .removeProtection:
            Self.run("sed 's/^- //' FILE > FILE.pem", "take OpenPGP's protection away", "请去掉 OpenPGP 的转义")
        case .removeComments:
            Self.run("sed 's/^[#;/ ]*//' FILE > FILE.pem", "take the marks of the comment away", "请去掉注释标记")
        case .writeDashes:
            Self.run(
                "sed -E 's/^[^A-Za-z]+(BEGIN|END) ([A-Z0-9 #]*[A-Z0-9])[^A-Za-z0-9]+$/-----\\1 \\2-----/' "
                    + "FILE > FILE.pem",
                "write five of the character '-' on each side", "请在两侧各写五个“-”字符")
        case .writeCapitals:
            Self.run(
                "awk '/^-----/ { $0 = toupper($0) } 1' FILE > FILE.pem", "write it in capital letters", "请写成大写字母")
        case .downloadAgain:
            LocalizedText(
                "a server sent a page in its place: open it in a browser, read what it says, and download the file "
                    + "itself",
                "服务器发送的是网页而不是该文件：请用浏览器打开查看其内容，并下载文件本身")
        case .exportJKS:
            Self.run(
                "keytool -importkeystore -srckeystore FILE -destkeystore FILE.p12 -deststoretype PKCS12 && "
                    + "holdfast convert FILE.p12 --passphrase-file SECRET --to pem --out FILE.pem",
                "have Java's keytool write it as PKCS #12", "请用 Java 的 keytool 转为 PKCS #12")
        case .exportJCEKS:
            Self.run(
                "keytool -importkeystore -srcstoretype JCEKS -srckeystore FILE -destkeystore FILE.p12 "
                    + "-deststoretype PKCS12 && holdfast convert FILE.p12 --passphrase-file SECRET --to pem "
                    + "--out FILE.pem",
                "have Java's keytool write it as PKCS #12", "请用 Java 的 keytool 转为 PKCS #12")
        case .cutOff(let end): Self.run("head -c \(end) FILE > FILE.der", "cut it off", "请将其截去")
        case .cutMark: Self.run("tail -c +4 FILE > FILE.der", "cut it off", "请将其截去")
        case .printPKCS7:
            Self.run("openssl pkcs7 -print_certs -in FILE -out FILE.pem", "take its certificates out", "请取出其中的证书")
        case .printPKCS7OfDER:
            Self.run(
                "openssl pkcs7 -print_certs -inform DER -in FILE -out FILE.pem", "take its certificates out",
                "请取出其中的证书")
        case .convertPKCS12:
            Self.run(
                "holdfast convert FILE --passphrase-file SECRET --to pem --out FILE.pem", "take its certificates out",
                "请取出其中的证书")
        }
    }

    /// A sentence with a command to run at its end.
    private static func run(_ command: String, _ english: String, _ chinese: String) -> LocalizedText {
        LocalizedText("\(english): \(command)", "\(chinese)：\(command)")
    }
}

extension ForeignForm.BoundaryFault: Sentence {
    package static let topic = "boundaryFault"

    package var words: LocalizedText {
        switch self {
        case .quotedMail: LocalizedText("mail has marked it as quoted", "邮件为其加上了引用标记")
        case .openPGP: LocalizedText("OpenPGP has put \"- \" before it", "其前面被 OpenPGP 加上了“- ”")
        case .comment: LocalizedText("it is marked as a comment", "它被标记为注释")
        case .otherDashes: LocalizedText("its dashes are other characters than '-'", "其中的连字符不是“-”字符")
        case .dashCount: LocalizedText("it has not five dashes on each side", "其两侧不是各五个连字符")
        case .spaces: LocalizedText("it has spaces too many", "其中有多余的空格")
        case .smallLetters: LocalizedText("it has small letters", "其中有小写字母")
        }
    }
}

extension EncodedObject.Kind: Sentence {
    package static let topic = "kind"

    package var words: LocalizedText {
        switch self {
        case .certificate: LocalizedText("a certificate", "证书")
        case .certificateList: LocalizedText("a revocation list", "吊销列表")
        case .certificationRequest: LocalizedText("a request", "证书请求")
        case .ocspRequest: LocalizedText("an OCSP request", "OCSP 请求")
        case .ocspResponse: LocalizedText("an OCSP response", "OCSP 应答")
        case .privateKey: LocalizedText("a private key", "私钥")
        case .publicKey: LocalizedText("a public key", "公钥")
        case .pkcs12: LocalizedText("PKCS #12", "PKCS #12")
        case .pkcs7: LocalizedText("PKCS #7", "PKCS #7")
        case .parameters: LocalizedText("parameters of keys", "密钥参数")
        case .unknown: LocalizedText("DER of an unknown kind", "未知类型的 DER")
        }
    }
}
