import HoldfastStatements

/// Sentences about what cannot be made, or would be refused by everybody.
enum CreateSentence: Sentence {
    case renewNeedsFile
    case damagedAuthorityKey
    case damagedResponderKey
    case noAuthorityCertificate(file: String)
    case noResponderCertificate(file: String)
    case keyUsageWithoutLists(name: String)
    case listWithoutNext
    case changeToLater(number: String)
    case revokedTwice(serialNumber: String)
    case removalOutsideDelta
    case overBeforeItBegins(start: String)
    case ofOtherIssuer(file: String, issuer: String, own: String)
    case notForOCSP(name: String)
    case noResponderOf(name: String, issuer: String)
    case notTogether
    case sameThing
    case nameForRequest
    case outForKey
    case exists(path: String)
    case bothFiles
    case bareNames
    case noUsage(text: String)
    case noRequest(file: String)
    case noAuthority(file: String)
    case needsAuthority(kind: String, option: String)
    case fileNeeded(option: String)
    case keyNeeded
    case keyTypeBesideKey(file: String)
    case noKeyKind(name: String)
    case emptyPassphrase(option: String, file: String)
    case holdsKey(file: String)
    case isAuthority(file: String)
    case keyStays
    case otherIssuer(file: String, issuer: String)
    case noIssuer(issuer: String)
    case keyKindNotMade
    case notItsKey(file: String)
    case nameOrSAN
    case noStatus(text: String)
    case noDigest(text: String)
    case noNonce(text: String)
    case notOnList(name: String, own: String)
    case noOnlyKind(kind: String)
    case noSerialNumber(option: String, text: String)
    case noReason(option: String, text: String)

    static let topic = "commandCreate"

    var words: LocalizedText {
        switch self {
        case .renewNeedsFile: LocalizedText("create renew needs one FILE", "create renew 需要一个 FILE")
        case .damagedAuthorityKey:
            LocalizedText("the authority's key is damaged: its halves differ", "颁发机构的密钥已损坏：其公钥与私钥不符")
        case .damagedResponderKey:
            LocalizedText("the responder's key is damaged: its halves differ", "应答者的密钥已损坏：其公钥与私钥不符")
        case .noAuthorityCertificate(let file):
            LocalizedText(
                "\(Wording.quoted(file)) holds no certificate of the authority's key",
                "\(Wording.quoted(file)) 中没有颁发机构密钥的证书")
        case .noResponderCertificate(let file):
            LocalizedText(
                "\(Wording.quoted(file)) holds no certificate of the responder's key",
                "\(Wording.quoted(file)) 中没有应答者密钥的证书")
        case .keyUsageWithoutLists(let name):
            LocalizedText("the key usage of \(name) does not let it sign lists", "\(name) 的密钥用法不允许其签署吊销列表")
        case .listWithoutNext: LocalizedText("a list has to say when the next one is there", "吊销列表须写明下一份的时间")
        case .changeToLater(let number):
            LocalizedText(
                "the list of number \(number) cannot be a change to a later one",
                "编号为 \(number) 的列表不能是对更晚列表的增量")
        case .revokedTwice(let serialNumber):
            LocalizedText("the certificate \(serialNumber) is taken back twice", "证书 \(serialNumber) 被吊销两次")
        case .removalOutsideDelta:
            LocalizedText(
                "removeFromCRL stands on lists of changes alone: see --delta-of",
                "removeFromCRL 只能出现在增量列表中：见 --delta-of")
        case .overBeforeItBegins(let start):
            LocalizedText(
                "it would be over before it begins: --next-update is before \(start)",
                "尚未开始就会结束：--next-update 早于 \(start)")
        case .ofOtherIssuer(let file, let issuer, let own):
            LocalizedText(
                "\(Wording.quoted(file)) is not of \(issuer), but of \(own)",
                "\(Wording.quoted(file)) 不是由 \(issuer) 签发的，而是由 \(own) 签发的")
        case .notForOCSP(let name):
            LocalizedText("\(name) is not for signing OCSP responses", "\(name) 不可用于签署 OCSP 应答")
        case .noResponderOf(let name, let issuer):
            LocalizedText("\(name) is no responder of \(issuer)", "\(name) 不是 \(issuer) 的应答者")
        case .notTogether:
            LocalizedText("--p12 and --passphrase-file - do not go together", "--p12 与 --passphrase-file - 不能同用")
        case .sameThing: LocalizedText("--key and --out name the same thing here", "此处 --key 与 --out 指的是同一样东西")
        case .nameForRequest: LocalizedText("--name is needed: the request has no subject", "需要 --name：该请求没有主题名称")
        case .outForKey: LocalizedText("--out FILE is needed for a private key", "私钥需要 --out FILE")
        case .exists(let path):
            LocalizedText("\(Wording.quoted(path)) is there already", "\(Wording.quoted(path)) 已经存在")
        case .bothFiles: LocalizedText("--out FILE and --key FILE are needed", "需要 --out FILE 与 --key FILE")
        case .bareNames: LocalizedText("names without an option are a server's", "不带选项的名称是服务器的名称")
        case .noUsage(let text): LocalizedText("\(Wording.quoted(text)) is no usage", "\(Wording.quoted(text)) 不是用途")
        case .noRequest(let file):
            LocalizedText("\(Wording.quoted(file)) holds no request", "\(Wording.quoted(file)) 中没有请求")
        case .noAuthority(let file):
            LocalizedText(
                "\(Wording.quoted(file)) is no authority's: its basic constraints do not say CA",
                "\(Wording.quoted(file)) 不是颁发机构的证书：其基本约束未标明 CA")
        case .needsAuthority(let kind, let option):
            LocalizedText("create \(kind) needs \(option) FILE", "create \(kind) 需要 \(option) FILE")
        case .fileNeeded(let option): LocalizedText("\(option) FILE is needed", "需要 \(option) FILE")
        case .keyNeeded: LocalizedText("--key FILE is needed", "需要 --key FILE")
        case .keyTypeBesideKey(let file):
            LocalizedText(
                "--key-type does not apply: \(Wording.quoted(file)) is there, and its key is used",
                "--key-type 不适用：\(Wording.quoted(file)) 已存在，将使用其中的密钥")
        case .noKeyKind(let name):
            LocalizedText(
                "\(Wording.quoted(name)) is no kind of key that is made",
                "\(Wording.quoted(name)) 不是可以生成的密钥种类")
        case .emptyPassphrase(let option, let file):
            LocalizedText(
                "\(option): \(Wording.quoted(file)) begins with an empty line",
                "\(option)：\(Wording.quoted(file)) 以空行开头")
        case .holdsKey(let file):
            LocalizedText(
                "\(Wording.quoted(file)) holds a private key too, which would be gone",
                "\(Wording.quoted(file)) 中还有私钥，写入会使其丢失")
        case .isAuthority(let file):
            LocalizedText("\(Wording.quoted(file)) is an authority's certificate", "\(Wording.quoted(file)) 是颁发机构的证书")
        case .keyStays: LocalizedText("the key stays as it is", "密钥保持不变")
        case .otherIssuer(let file, let issuer):
            LocalizedText(
                "\(Wording.quoted(file)) was issued by \(issuer), and not by this authority",
                "\(Wording.quoted(file)) 由 \(issuer) 签发，而不是这个颁发机构")
        case .noIssuer(let issuer):
            LocalizedText(
                "the authority that issued it, \(Wording.line(issuer)), is in no usual place",
                "签发它的颁发机构 \(Wording.line(issuer)) 不在任何常用位置")
        case .keyKindNotMade: LocalizedText("a key of its kind is not made here", "此处不生成这种密钥")
        case .notItsKey(let file):
            LocalizedText("\(Wording.quoted(file)) is not the certificate's key", "\(Wording.quoted(file)) 不是该证书的密钥")
        case .nameOrSAN: LocalizedText("--name or --san is needed", "需要 --name 或 --san")
        case .noStatus(let text):
            LocalizedText("--status: \(Wording.quoted(text)) is no status", "--status：\(Wording.quoted(text)) 不是状态")
        case .noDigest(let text):
            LocalizedText("--digest: \(Wording.quoted(text)) is none", "--digest：没有名为 \(Wording.quoted(text)) 的摘要算法")
        case .noNonce(let text):
            LocalizedText("--nonce: \(Wording.quoted(text)) is no nonce", "--nonce：\(Wording.quoted(text)) 不是随机数")
        case .notOnList(let name, let own):
            LocalizedText(
                "certificates of \(name) cannot stand on the list of \(own)",
                "\(name) 的证书不能列入 \(own) 的吊销列表")
        case .noOnlyKind(let kind):
            LocalizedText("--only: \(Wording.quoted(kind)) is no kind", "--only：\(Wording.quoted(kind)) 不是种类")
        case .noSerialNumber(let option, let text):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) does not begin with a serial number",
                "\(option)：\(Wording.quoted(text)) 不以序列号开头")
        case .noReason(let option, let text):
            LocalizedText("\(option): \(Wording.quoted(text)) is no reason", "\(option)：\(Wording.quoted(text)) 不是原因")
        }
    }
}

/// Advice of `holdfast create`.
enum CreateAdvice: Sentence {
    case reasons(names: String)
    case keyNotHere
    case oneOfItsOwn
    case readForEach
    case doesNotReplaceSigner
    case requestsOwnKey
    case nameIssuer
    case foundByName
    case leaveNamesOut
    case printsIt
    case replaceWithForce
    case setHome
    case writeNameOrSAN
    case serversNameOrAddress
    case ownAuthority
    case usages(names: String)
    case createCSR
    case makesAuthority
    case authorityOrSelfSigned
    case holdsNoKey(file: String)
    case keyUsedOrMade
    case keyOfItsOwn
    case anotherForNewKey
    case keyKinds(names: String)
    case passphraseLine
    case renewFile
    case elsewhere
    case anotherAuthority
    case newKey
    case allowRefused
    case createLeafBelow
    case nameItsFiles
    case createKey
    case nameKey
    case orRenew
    case certificateOfResponse
    case certificateOfResponder
    case responderSigns
    case namedByAuthority
    case statuses(names: String)
    case notTakenBack(status: String)
    case digests
    case writeNonce
    case nameAuthorityOrIndirect
    case onlyKinds
    case writeHexadecimal
    case makesRefused

    static let topic = "commandCreateAdvice"

    var words: LocalizedText {
        switch self {
        case .reasons(let names): LocalizedText("reasons are \(names)", "原因有 \(names)")
        case .keyNotHere: LocalizedText("the key is not here", "密钥不在此处")
        case .oneOfItsOwn: LocalizedText("each needs one of its own", "两者须各用一个文件")
        case .readForEach: LocalizedText("name a file: it is read for each of the two", "请指定文件：两者会各读取一次")
        case .doesNotReplaceSigner: LocalizedText("what is made does not replace who signs it", "生成的内容不会替换签发者的文件")
        case .requestsOwnKey: LocalizedText("the key is the request's own", "密钥就是请求自己的密钥")
        case .nameIssuer: LocalizedText("name who issues", "请指明由谁签发")
        case .foundByName: LocalizedText("an authority is found by its name", "颁发机构是按名称查找的")
        case .leaveNamesOut:
            LocalizedText(
                "leave these names out or name another authority; --allow-refused issues what will be refused",
                "请去掉这些名称，或指定另一个颁发机构；--allow-refused 会照样签发将被拒绝的证书")
        case .printsIt: LocalizedText("--out - prints it", "--out - 会将其打印出来")
        case .replaceWithForce:
            LocalizedText("name another file, or replace it with --force", "请指定另一个文件，或以 --force 替换")
        case .setHome: LocalizedText("or set HOME, for the user's own authority", "或设置 HOME，以使用用户自己的颁发机构")
        case .writeNameOrSAN: LocalizedText("write --name TEXT, or --san NAME", "请写 --name TEXT 或 --san NAME")
        case .serversNameOrAddress:
            LocalizedText(
                "write the server's name or address, as holdfast create leaf app.test",
                "请写服务器的名称或地址，例如 holdfast create leaf app.test")
        case .ownAuthority:
            LocalizedText(
                "run holdfast create ca first, which makes an authority of your own; ca.pem and ca.key of this "
                    + "folder are taken too",
                "请先运行 holdfast create ca，它会生成您自己的颁发机构；此文件夹中的 ca.pem 与 ca.key 也可使用")
        case .usages(let names): LocalizedText("usages are \(names)", "用途有 \(names)")
        case .createCSR: LocalizedText("create csr makes one", "create csr 可生成请求")
        case .makesAuthority:
            LocalizedText("create ca or create intermediate makes one", "可用 create ca 或 create intermediate 生成")
        case .authorityOrSelfSigned:
            LocalizedText(
                "create ca makes an authority; self-signed needs none",
                "create ca 可生成颁发机构；self-signed 则不需要")
        case .holdsNoKey(let file):
            LocalizedText("\(Wording.quoted(file)) holds no private key", "\(Wording.quoted(file)) 中没有私钥")
        case .keyUsedOrMade:
            LocalizedText("a key that is there is used; otherwise a new one is put there", "密钥文件若已存在则直接使用，否则在该处生成新的")
        case .keyOfItsOwn: LocalizedText("a private key belongs into a file of its own", "私钥应放在单独的文件中")
        case .anotherForNewKey: LocalizedText("name another file for a new key", "新密钥请指定另一个文件")
        case .keyKinds(let names): LocalizedText("kinds are \(names)", "种类有 \(names)")
        case .passphraseLine: LocalizedText("the passphrase is the first line", "口令是第一行")
        case .renewFile: LocalizedText("it holds the certificate, then those above it", "该文件先是要更新的证书，其后是上级证书")
        case .elsewhere:
            LocalizedText("write the renewed certificate elsewhere: --out FILE", "请将更新后的证书写到别处：--out FILE")
        case .anotherAuthority:
            LocalizedText(
                "create ca --key FILE makes another one with the same key",
                "create ca --key FILE 可用同一密钥再生成一张")
        case .newKey: LocalizedText("--new-key makes another one of the same kind", "--new-key 会生成同一种类的另一个密钥")
        case .allowRefused: LocalizedText("--allow-refused issues it", "--allow-refused 会照样签发")
        case .createLeafBelow:
            LocalizedText("create leaf makes a certificate below another one", "create leaf 可在另一个颁发机构下生成证书")
        case .nameItsFiles: LocalizedText("name it: --ca FILE --ca-key FILE", "请指明：--ca FILE --ca-key FILE")
        case .createKey: LocalizedText("create key, and create leaf with it", "请先用 create key，再以该密钥 create leaf")
        case .nameKey: LocalizedText("name it by --key FILE", "请以 --key FILE 指定")
        case .orRenew: LocalizedText("or --renew FILE for a certificate's successor", "或以 --renew FILE 更新某张证书")
        case .certificateOfResponse: LocalizedText("name the certificate that the response speaks of", "请指定应答所针对的证书")
        case .certificateOfResponder: LocalizedText("name the certificate of the key", "请指定该密钥的证书")
        case .responderSigns: LocalizedText("the responder signs, not the authority", "由应答者签名，而非颁发机构")
        case .namedByAuthority: LocalizedText("the response names the certificate by its authority", "应答以颁发机构来指明证书")
        case .statuses(let names): LocalizedText("a certificate is \(names)", "证书的状态有 \(names)")
        case .notTakenBack(let status):
            LocalizedText("what is \(status) has not been taken back", "状态为 \(status) 的证书并未被吊销")
        case .digests: LocalizedText("it is sha1 or sha256", "可选 sha1 或 sha256")
        case .writeNonce:
            LocalizedText("write 1 to 128 octets in hexadecimal (RFC 9654)", "请以十六进制写 1 到 128 个字节（RFC 9654）")
        case .nameAuthorityOrIndirect:
            LocalizedText(
                "name their authority by --ca; --indirect makes a list that speaks of others",
                "请以 --ca 指定其颁发机构；--indirect 生成涉及其他机构的列表")
        case .onlyKinds: LocalizedText("kinds are users and authorities", "种类有 users 与 authorities")
        case .writeHexadecimal:
            LocalizedText("write it in hexadecimal, as holdfast inspect does", "请像 holdfast inspect 那样以十六进制书写")
        case .makesRefused:
            LocalizedText("--allow-refused makes what will be refused", "--allow-refused 会照样生成将被拒绝的内容")
        }
    }
}

/// Sentences about certificates whose names their authority may not issue for.
enum IssuanceSentence: Sentence {
    case mayNotIssue(authority: String, names: [String])
    case tooManyNames
    case several([IssuanceSentence])

    static let topic = "commandIssuance"

    var words: LocalizedText {
        switch self {
        case .mayNotIssue(let authority, let names):
            LocalizedText(
                "\(authority) may not issue for \(names.joined(separator: ", "))",
                "\(authority) 不得为 \(names.joined(separator: "、")) 签发证书")
        case .tooManyNames:
            LocalizedText("there are more names and name constraints than a verdict looks at", "名称与名称约束多于一次判定所查看的数量")
        case .several(let sentences): .joined(sentences.map(\.words), by: .semicolon)
        }
    }
}
