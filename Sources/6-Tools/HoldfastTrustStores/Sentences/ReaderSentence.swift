import HoldfastStatements

/// Remarks on readers of stores that do not take an authority as it is meant.
enum ReaderRemark: Sentence {
    case seen(store: TrustStoreKind, ReaderDoing, because: ReaderTrait, with: String, day: String)

    static let topic = "storeReaders"

    var words: LocalizedText {
        switch self {
        case .seen(let store, let doing, let trait, let source, let day):
            LocalizedText(
                "\(store.readers.english): \(doing.english); \(trait.english) (seen with \(source), \(day))",
                "\(store.readers.chinese)：\(doing.chinese)；\(trait.chinese)（所见版本：\(source)，\(day)）")
        }
    }
}

extension TrustStoreKind {
    /// The kind of store for people.
    fileprivate var readers: LocalizedText {
        switch self {
        case .system: LocalizedText("the system's store", "系统的信任库")
        case .nss: LocalizedText("databases of browsers", "浏览器的数据库")
        case .java: LocalizedText("Java's store", "Java 的信任库")
        }
    }
}

/// Doings of programs that read a store.
enum ReaderDoing: Sentence {
    case gnuTLSAlone
    case nssAccepts
    case javaAccepts
    case goAndGnuTLSDoNot
    case nssRefuses
    case javaDoesNotVerify
    case certutilDoesNotTake
    case goDoesNotVerify
    case newerOpenSSLAndGo
    case newerBrowsers
    case javaHasNoTLS

    static let topic = "storeReaderDoing"

    var words: LocalizedText {
        switch self {
        case .gnuTLSAlone:
            LocalizedText(
                "OpenSSL, curl, Python and Go refuse servers below it, GnuTLS accepts them",
                "OpenSSL、curl、Python 与 Go 拒绝其下的服务器，GnuTLS 接受")
        case .nssAccepts: LocalizedText("NSS accepts servers below it", "NSS 接受其下的服务器")
        case .javaAccepts: LocalizedText("Java accepts servers below it", "Java 接受其下的服务器")
        case .goAndGnuTLSDoNot:
            LocalizedText(
                "Go does not read such a key, GnuTLS refuses servers below it; OpenSSL, curl and Python accept them",
                "Go 不读取这种密钥，GnuTLS 拒绝其下的服务器；OpenSSL、curl 与 Python 接受")
        case .nssRefuses: LocalizedText("NSS refuses servers below it", "NSS 拒绝其下的服务器")
        case .javaDoesNotVerify: LocalizedText("Java does not verify by such a key", "Java 不以这种密钥验证")
        case .certutilDoesNotTake:
            LocalizedText(
                "certutil does not take such a key (SEC_ERROR_ADDING_CERT)",
                "certutil 不接受这种密钥（SEC_ERROR_ADDING_CERT）")
        case .goDoesNotVerify:
            LocalizedText(
                "Go does not verify by such a key; OpenSSL, curl, Python and GnuTLS do",
                "Go 不以这种密钥验证；OpenSSL、curl、Python 与 GnuTLS 可以")
        case .newerOpenSSLAndGo:
            LocalizedText(
                "OpenSSL 3.5 and newer, curl on top of it, and Go 1.27 accept servers below it, OpenSSL 3.0 and GnuTLS "
                    + "do not",
                "OpenSSL 3.5 及更新版本、以其为基础的 curl 与 Go 1.27 接受其下的服务器，OpenSSL 3.0 与 GnuTLS 不接受")
        case .newerBrowsers:
            LocalizedText(
                "Chromium 156 and NSS 3.132 accept servers below it, NSS 3.110 does not take such a key",
                "Chromium 156 与 NSS 3.132 接受其下的服务器，NSS 3.110 不接受这种密钥")
        case .javaHasNoTLS:
            LocalizedText("Java reads such a key, and has no TLS with it", "Java 可读取这种密钥，但没有使用它的 TLS")
        }
    }
}

/// Properties of an authority's certificate by which programs differ, as they show.
enum ReaderTrait: Sentence {
    case usage(names: String)
    case key(for: String)
    case curve(String)

    static let topic = "storeReaderTrait"

    var words: LocalizedText {
        switch self {
        case .usage(let names):
            LocalizedText("its extended key usage is \(names) alone", "其扩展密钥用法只有 \(names)")
        case .key(let algorithm): LocalizedText("its key is for \(algorithm)", "其密钥用于 \(algorithm)")
        case .curve(let name): LocalizedText("its key is on the curve \(name)", "其密钥在曲线 \(name) 上")
        }
    }
}
