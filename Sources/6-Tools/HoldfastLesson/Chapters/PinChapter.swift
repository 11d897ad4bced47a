import HoldfastAuthority
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastStatements
import HoldfastX509

/// Chapter 11: pins, what they stop, and what they break.
enum PinChapter: LessonPart {
    static let title = LocalizedText("Pins", "公钥固定")
    static let lead = LocalizedText(
        """
        An anchor may vouch for any name. A pin says which key a server has, whoever vouches: it stops a proxy whose \
        authority somebody trusts, and it stops you, where the key is changed and nobody has thought of it.
        """,
        "信任锚可以为任何名称担保。固定（pin）则规定服务器用的是哪把密钥，不管谁来担保：它能挡住机构已被信任的代理；而在换密钥时考虑不周，它也会挡住你自己。")

    static func content(_ materials: LessonMaterials) async throws -> LessonContent {
        let network = try LessonNetwork(materials)
        let key = try materials.key(.p256)
        let backup = try materials.key(.p256)
        let identity = try network.identity(key: key)
        let chains = Chains(
            now: identity, sameKey: try network.identity(key: key), backupKey: try network.identity(key: backup),
            otherKey: try network.identity())
        let capture = try CertificateAuthority.root(name: "Capture Proxy", at: materials.at, key: materials.key(.p256))
        let caught = try capture.issue(
            .server(names: [LessonHost.name], at: materials.at), key: try materials.key(.p256))
        let pins = [Pin(key.subjectPublicKeyInfo), Pin(backup.subjectPublicKeyInfo)]
        return LessonContent(
            steps: [
                try computing(identity, pins), try await capturing(identity, caught, capture, pins, network),
                try renewing(chains, pins, network), try certificatePin(chains, network),
            ],
            files: [
                .certificates("server.pem", identity.chain), .publicKey("server.pub", key.subjectPublicKeyInfo),
                .publicKey("backup.pub", backup.subjectPublicKeyInfo),
                .certificates("same-key.pem", chains.sameKey.chain),
                .certificates("backup-key.pem", chains.backupKey.chain),
                .certificates("other-key.pem", chains.otherKey.chain),
                .certificates("captured.pem", caught.chain), .certificates("capture-ca.pem", [capture.certificate]),
                .certificates("root.pem", [network.root.certificate]),
            ])
    }

    /// The server's certificate and three ones that may follow it.
    struct Chains: Sendable {
        let now: Identity
        let sameKey: Identity
        let backupKey: Identity
        let otherKey: Identity
    }

    private static func computing(_ identity: Identity, _ pins: [Pin]) throws -> LessonStep {
        let certificate = try Certificate(der: identity.certificate)
        let digest = Digest.sha256(certificate.subjectPublicKeyInfo.bytes)
        return LessonStep(
            LocalizedText("A pin is a hash of a key", "pin 是公钥的散列"),
            [
                LocalizedText(
                    """
                    The pin of a server: SHA-256 over subjectPublicKeyInfo, the public key as it stands in the \
                    certificate, in Base64 (RFC 7469 §2.4). It is computed from the certificate here, and once more \
                    from the key alone.
                    """,
                    "服务器的 pin：对 subjectPublicKeyInfo（证书里的公钥）求 SHA-256，再写成 Base64（RFC 7469 §2.4）。这里先由证书算一遍，再单独由公钥算一遍。"),
                LocalizedText(
                    """
                    A program needs 32 bytes for it, and no certificate. A pin comes on top of all other checks, names \
                    and dates and anchors included, and replaces none of them.
                    """,
                    "程序里只需放 32 个字节，不必放证书。pin 是在名称、日期、信任锚等全部检查之外再加一道，并不取代其中任何一项。"),
            ],
            asking: LessonQuestion(
                "Are the pin of the certificate and that of the key the same?", "由证书算出的 pin 与由公钥算出的相同吗？"),
            exhibits: [
                .rows(
                    "The pin", "公钥的 pin",
                    [
                        LessonRow(
                            "subjectPublicKeyInfo", "subjectPublicKeyInfo",
                            Array(certificate.subjectPublicKeyInfo.bytes)),
                        LessonRow("its SHA-256", "它的 SHA-256", digest),
                        LessonRow("as it is written", "书写形式", text: pins[0].description),
                        LessonRow("the pin of the backup key", "备用密钥的 pin", text: pins[1].description),
                    ])
            ],
            commands: [
                LessonCommandLine("holdfast pin compute server.pem server.pub"),
                LessonCommandLine(
                    "openssl pkey -pubin -in server.pub -outform DER | openssl dgst -sha256 -binary | openssl base64"),
            ],
            checks: [
                LessonCheck(
                    "The pin of the certificate and that of the key", "证书的 pin 与公钥的 pin", taught: .same,
                    seen: .comparison("sha256/\(Base64.encode(digest))" == pins[0].description))
            ])
    }

    private static func pinning(_ pins: [Pin]) throws -> TrustPins {
        TrustPins(
            try PinnedHosts([
                .host(try ServerName(LessonHost.name)): .pinned(
                    try PinSet(anywhere: Set(pins), backup: pins.count > 1 ? .required : .waived))
            ]))
    }

    private static func capturing(
        _ identity: Identity, _ caught: Identity, _ capture: CertificateAuthority, _ pins: [Pin],
        _ network: LessonNetwork
    ) async throws -> LessonStep {
        let heard = LessonNotes<String>()
        let proxy = try network.server(caught) { request in
            heard.add(String(decoding: request.body, as: UTF8.self))
            return ServerResponse(text: "your account\n")
        }
        defer { proxy.stop() }
        let form = Array("user=\(PlainChapter.user)&password=\(PlainChapter.secret)".utf8)
        func login(_ pins: TrustPins) async throws -> (outcome: LessonOutcome, bytes: Int) {
            let policies = try network.policies(with: [capture.certificate], pins: pins)
            let session = try network.session { $0.trust.policy = policies }
            let before = proxy.counters
            let request = HTTPSRequest(try network.url(proxy, "/login"), method: "POST", body: form)
            let outcome = await network.outcome(of: session, for: request)
            _ = proxy.wait { $0.connections > before.connections }
            return (outcome, proxy.counters.applicationBytesReceived - before.applicationBytesReceived)
        }
        _ = try await login(.none)
        let pinned = try await login(try pinning(pins))
        return LessonStep(
            LocalizedText("A proxy that an anchor vouches for", "信任锚为之担保的代理"),
            [
                LocalizedText(
                    """
                    A capture tool, or a company's proxy, stands in the middle and issues a certificate for each name \
                    as it goes. Its authority is among this client's anchors: somebody has installed it. The client \
                    logs in twice, without a pin and with one.
                    """,
                    "抓包工具或公司的代理站在中间，为每个域名现场签发证书。它的机构证书已被人装进了这个客户端的信任锚。客户端登录两次：一次不设 pin，一次设 pin。"),
                LocalizedText(
                    """
                    Without a pin all is in order for the client: name, dates, an anchor at the end. With a pin the \
                    chain is refused, and not a byte of the request leaves. The system's anchors count as before: a \
                    pin only asks for more.
                    """,
                    "没有 pin 时，在客户端看来一切正常：名称、日期、链顶的信任锚。设了 pin，证书链被拒绝，请求一个字节都没有发出。系统的信任锚照常有效：pin 只是额外的要求。"),
            ],
            asking: LessonQuestion(
                "Without a pin: does the proxy read the password?", "不设 pin：代理能读到密码吗？"),
            exhibits: [
                .rows(
                    "What the proxy has got", "代理得到的内容",
                    [
                        LessonRow("without a pin", "不设 pin", text: heard.all.first ?? ""),
                        LessonRow("with a pin", "设 pin", text: "\(pinned.bytes) B"),
                    ])
            ],
            commands: [
                LessonCommandLine(
                    "holdfast evaluate captured.pem --host \(LessonHost.name) --anchors-only capture-ca.pem"),
                LessonCommandLine(
                    "holdfast evaluate captured.pem --host \(LessonHost.name) --anchors-only capture-ca.pem "
                        + "--pin \"$(holdfast pin compute server.pem)\"", exitCode: 26),
            ],
            checks: [
                LessonCheck(
                    "The password, at the proxy, without a pin", "不设 pin 时代理读取密码", taught: .opened,
                    seen: .opening(heard.all.first.map { Array($0.utf8) }, of: form)),
                LessonCheck(
                    "The proxy, with a pin", "设 pin 时的代理", taught: .refused(["pinMismatch"]), seen: pinned.outcome),
                LessonCheck(
                    "Bytes of the request that it got then", "此时代理得到的请求字节数", taught: .count(0),
                    seen: .count(pinned.bytes)),
            ])
    }

    /// The verdict about a chain under pins.
    private static func verdict(
        _ identity: Identity, _ pins: TrustPins, _ network: LessonNetwork, _ target: String
    ) throws -> VerdictReport {
        let materials = network.materials
        let policy = try network.policies(pins: pins)(try ServerName(LessonHost.name))
        let trust = try ServerTrust(derChain: identity.chain)
        do throws(TrustFailure) {
            return VerdictReport(try materials.judge(trust, policy, materials.at), target: target)
        } catch {
            return VerdictReport(error, target: target)
        }
    }

    private static func renewing(_ chains: Chains, _ pins: [Pin], _ network: LessonNetwork) throws -> LessonStep {
        let both = try pinning(pins)
        let alone = try pinning([pins[0]])
        let same = try verdict(chains.sameKey, alone, network, "same-key.pem")
        let backup = try verdict(chains.backupKey, both, network, "backup-key.pem")
        let lost = try verdict(chains.backupKey, alone, network, "backup-key.pem")
        let other = try verdict(chains.otherKey, both, network, "other-key.pem")
        var isRefused = false
        do throws(PinSetError) {
            _ = try PinSet(anywhere: [pins[0]])
        } catch {
            isRefused = error == .noBackup(.anywhere)
        }
        let key = "--pin \"$(holdfast pin compute server.pub)\""
        let spare = "--pin \"$(holdfast pin compute backup.pub)\""
        return LessonStep(
            LocalizedText("Renewed: the same key, a backup, another", "续期：同一密钥、备用密钥、其他密钥"),
            [
                LocalizedText(
                    """
                    Certificates end every few weeks or months; installed programs and their pins stay for years. The \
                    server renews three times: with the key that it had, with a second key whose pin was shipped \
                    beforehand, and with one that nobody knows of.
                    """,
                    "证书几周或几个月就到期，而装在用户手里的程序和其中的 pin 会留存多年。服务器分三种方式续期：沿用原密钥；换用备用密钥，其 pin 早已随程序发布；换用一把无人知晓的密钥。"),
                LocalizedText(
                    """
                    The end of a certificate is no reason for an update of the program: the key may stay, or its \
                    successor was announced. RFC 7469 §4.3 asks for a backup, kept elsewhere, and a set of pins \
                    without one is refused here unless it is waived by name. Try a renewal beforehand: holdfast pin \
                    simulate.
                    """,
                    "证书到期并不意味着必须升级程序：可以沿用密钥，也可以换用早已公布的后继者。RFC 7469 §4.3 要求备用 pin，其密钥另行保管；这里若不明确放弃，没有备用的 pin "
                        + "集合会被拒绝。续期之前先试一遍：holdfast pin simulate。"),
            ],
            asking: LessonQuestion(
                "Only one key was pinned, and it is lost; the server comes with a new one. What do installed "
                    + "programs say?",
                "只固定了一把密钥，如今丢失；服务器换上新密钥。已安装的程序会如何判定？", about: 2),
            exhibits: [.verdict(backup), .verdict(lost)],
            commands: [
                LessonCommandLine("holdfast pin simulate \(key) --host \(LessonHost.name) same-key.pem"),
                LessonCommandLine("holdfast pin simulate \(key) \(spare) --host \(LessonHost.name) backup-key.pem"),
                LessonCommandLine(
                    "holdfast pin simulate \(key) --known root.pem --host \(LessonHost.name) backup-key.pem",
                    exitCode: 26),
            ],
            checks: [
                LessonCheck("Renewed with the same key", "沿用原密钥续期", taught: .trusted, seen: .verdict(same)),
                LessonCheck(
                    "Renewed with the backup, whose pin was shipped", "换用 pin 已发布的备用密钥", taught: .trusted,
                    seen: .verdict(backup)),
                LessonCheck(
                    "The same, where the backup's pin was not shipped", "同样换用，但备用 pin 没有发布",
                    taught: .refused(["pinMismatch"]), seen: .verdict(lost)),
                LessonCheck(
                    "Renewed with a key that nobody knows of", "换用无人知晓的密钥", taught: .refused(["pinMismatch"]),
                    seen: .verdict(other)),
                LessonCheck(
                    "Is a set without a backup refused?", "没有备用的 pin 集合是否被拒", taught: .yes,
                    seen: .answer(isRefused)),
            ])
    }

    private static func certificatePin(_ chains: Chains, _ network: LessonNetwork) throws -> LessonStep {
        let certificate = try Certificate(der: chains.now.certificate)
        let whole = try pinning([Pin(certificate, .certificate)])
        let now = try verdict(chains.now, whole, network, "server.pem")
        let renewed = try verdict(chains.sameKey, whole, network, "same-key.pem")
        return LessonStep(
            LocalizedText("Pinned as a whole: the certificate", "固定整张证书"),
            [
                LocalizedText(
                    """
                    Some pin the whole certificate: every byte has to be the same. The server renews with the same \
                    key, and only dates and serial number are new.
                    """,
                    "也有人固定整张证书，要求每个字节都相同。服务器沿用同一密钥续期，只有日期和序列号变了。"),
                LocalizedText(
                    """
                    Such a program is refused by the renewal it knew would come, and has to be updated with each. It \
                    gains nothing over the pin of the key: without the private key nobody gets far with the \
                    certificate.
                    """,
                    "这样的程序，会被意料之中的续期挡在门外，每次续期都得升级。与固定公钥相比，它并没有更安全：没有私钥，拿着证书也无从冒充。"),
            ],
            asking: LessonQuestion(
                "The same key, other dates. What does a pin of the whole certificate say?", "同一密钥，新的日期。固定整张证书时会如何判定？",
                about: 1),
            exhibits: [
                .rows(
                    "SHA-256 of the whole certificate", "整张证书的 SHA-256",
                    [
                        LessonRow("pinned", "被固定的", Digest.sha256(chains.now.certificate)),
                        LessonRow("its successor", "后继证书", Digest.sha256(chains.sameKey.certificate)),
                    ])
            ],
            commands: [
                LessonCommandLine(
                    "holdfast pin simulate --pin \"$(holdfast pin compute --certificate server.pem)\" "
                        + "--known root.pem --host \(LessonHost.name) same-key.pem", exitCode: 26)
            ],
            checks: [
                LessonCheck("The certificate that was pinned", "被固定的那张证书", taught: .trusted, seen: .verdict(now)),
                LessonCheck(
                    "Its successor with the same key", "同一密钥的后继证书", taught: .refused(["pinMismatch"]),
                    seen: .verdict(renewed)),
            ])
    }
}
