import HoldfastFiles
package import HoldfastStatements

/// Things of which a store of credentials has too many, with their sizes.
package enum CredentialSize: Sentence {
    case store(bytes: Int)
    case items(count: Int)
    case value(bytes: Int)
    case item(bytes: Int)
    case itemAttributes(count: Int)
    case attribute(String, bytes: Int)
    case attributes(bytes: Int)
    case files

    package static let topic = "credentialSize"

    package var words: LocalizedText {
        switch self {
        case .store(let bytes): LocalizedText("a store of \(bytes) bytes", "\(bytes) 字节的存储")
        case .items(let count): LocalizedText("a store of \(count) items", "有 \(count) 个条目的存储")
        case .value(let bytes): LocalizedText("a value of \(bytes) bytes", "\(bytes) 字节的值")
        case .item(let bytes): LocalizedText("an item of \(bytes) bytes", "\(bytes) 字节的条目")
        case .itemAttributes(let count): LocalizedText("an item of \(count) attributes", "有 \(count) 个属性的条目")
        case .attribute(let name, let bytes):
            LocalizedText("the attribute '\(name)' of \(bytes) bytes", "\(bytes) 字节的属性“\(name)”")
        case .attributes(let bytes):
            LocalizedText("attributes of \(bytes) bytes together", "合计 \(bytes) 字节的属性")
        case .files: LocalizedText("the number of files", "文件数")
        }
    }
}

/// Sentences about keys of stores that cannot be had.
package enum CredentialKeyFault: Sentence {
    case none
    case slash
    case openToOthers
    case mayChange(place: String)
    case haveRights(place: String)
    case file(Statement)
    case passphraseLength(least: Int, most: Int)
    case keyLength(Int)

    package static let topic = "credentialKey"

    init(_ error: GuardedFileError) {
        self =
            switch error {
            case .writableByOthers(let place, _): .mayChange(place: place)
            case .openToOthers(let place, _): .haveRights(place: place)
            default: .file(error.statement)
            }
    }

    package var words: LocalizedText {
        switch self {
        case .none: LocalizedText("none was given", "没有提供")
        case .slash: LocalizedText("a name of a credential has no slash", "凭据名称不含斜线")
        case .openToOthers: LocalizedText("others have rights to it", "他人对它有权限")
        case .mayChange(let place): LocalizedText("others may change '\(place)'", "他人可以更改“\(place)”")
        case .haveRights(let place): LocalizedText("others have rights to '\(place)'", "他人对“\(place)”有权限")
        case .file(let fault): fault.words
        case .passphraseLength(let least, let most):
            LocalizedText("a passphrase has \(least) to \(most) bytes", "口令为 \(least) 至 \(most) 字节")
        case .keyLength(let count): LocalizedText("a key has 32 bytes, not \(count)", "密钥为 32 字节，而不是 \(count) 字节")
        }
    }
}

/// Sentences about a Secret Service that does not do what it is asked, in ours where it has none.
enum SecretServiceFault: Sentence {
    case programName
    case noSecret
    case moreRights
    case late(limit: String)
    case noMemory
    case noReason

    static let topic = "secretService"

    var words: LocalizedText {
        switch self {
        case .programName: LocalizedText("a program's name has one to 100 bytes", "程序名称为 1 至 100 字节")
        case .noSecret: LocalizedText("it gives no secret of an item", "它没有给出条目的密文")
        case .moreRights:
            LocalizedText(
                "a program with more rights than its caller does not ask it", "权限多于其调用者的程序不会询问它")
        case .late(let limit): LocalizedText("no answer within \(limit)", "\(limit) 内没有应答")
        case .noMemory: LocalizedText("there is no memory for it", "没有内存可供其使用")
        case .noReason: LocalizedText("it gives no reason", "它没有说明原因")
        }
    }
}

/// Sentences about negotiations by GSSAPI, where the library has none.
package enum NegotiationFault: Sentence {
    case underWay
    case noThread
    case late
    case nul
    case noMemory
    case noReason
    case none
    case noNTLM
    case weakChallenge
    case noAnswer
    case weakAnswer
    case unusableUser
    case noUnicode

    package static let topic = "negotiation"

    package var words: LocalizedText {
        switch self {
        case .underWay: LocalizedText("a call of GSSAPI is still under way", "对 GSSAPI 的一次调用仍在进行")
        case .noThread: LocalizedText("no thread could be started", "无法启动线程")
        case .late: LocalizedText("GSSAPI did not come back in time", "GSSAPI 未及时返回")
        case .nul:
            LocalizedText("a user, a password or a cache's name has a NUL", "用户名、密码或缓存名称含有 NUL")
        case .noMemory: LocalizedText("there is no memory for GSSAPI", "没有内存可供 GSSAPI 使用")
        case .noReason: LocalizedText("GSSAPI gives no reason", "GSSAPI 没有说明原因")
        case .none: LocalizedText("there is no negotiation under way", "没有正在进行的协商")
        case .noNTLM:
            LocalizedText(
                "GSSAPI has no mechanism for NTLM (Debian's package gss-ntlmssp)",
                "GSSAPI 没有 NTLM 机制（Debian 的软件包 gss-ntlmssp）")
        case .weakChallenge: LocalizedText("NTLMv1 is asked for", "对方要求 NTLMv1")
        case .noAnswer: LocalizedText("GSSAPI gives no message to send", "GSSAPI 没有给出要发送的消息")
        case .weakAnswer:
            LocalizedText("the mechanism for NTLM would answer by NTLMv1", "NTLM 机制将以 NTLMv1 应答")
        case .unusableUser: LocalizedText("there is no user, or no password", "没有用户名或密码")
        case .noUnicode:
            LocalizedText(
                "the challenge of NTLM's takes no Unicode, and the user is not ASCII",
                "NTLM 质询不接受 Unicode，而用户名不是 ASCII")
        }
    }
}
