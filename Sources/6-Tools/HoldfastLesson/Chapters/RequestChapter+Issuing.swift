import HoldfastAuthority
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastStatements
import HoldfastWeb
import HoldfastX509

/// The later steps of chapter 8: the check of the name, issuing, installing.
extension RequestChapter {
    static func validation(_ network: LessonNetwork) async throws -> LessonStep {
        let account = try network.materials.key(.p256)
        let validation = try DomainValidation(
            account: account.subjectPublicKeyInfo, random: network.materials.random(16))
        // The applicant's server is found under the name; the stranger's is not, whatever he puts there.
        let applicant = try network.server(
            try network.identity(), answer: { validation.answer($0) }, change: { $0.speaksPlainHTTP = true })
        defer { applicant.stop() }
        let owner = try network.server(try network.identity(), change: { $0.speaksPlainHTTP = true })
        defer { owner.stop() }
        let session = try network.session()
        func look(at server: TLSServer) async throws -> String {
            // The authority dials the address that the name has, port 80.
            let url = "http://\(LessonHost.name):\(server.port)\(validation.path)"
            let request = HTTPSRequest(try HTTPSURL(dangerouslyAllowingPlainHTTP: url))
            return String(decoding: try await session.data(for: request).body, as: UTF8.self)
        }
        let proof = try await look(at: applicant)
        let none = try await look(at: owner)
        return LessonStep(
            LocalizedText("What the authority checks", "颁发机构核验什么"),
            [
                LocalizedText(
                    """
                    The signature of the request says nothing about the name. So the authority gives the applicant a \
                    random word and looks for it under the name itself, at an address that only the holder of the name \
                    can fill. A stranger asks for the same certificate; under the name stands the owner's server, \
                    which knows nothing of it.
                    """,
                    "请求上的签名并不能说明域名归谁。于是颁发机构给申请人一个随机字串，再到该域名下的固定地址去取，只有域名的持有者才能在那里放东西。另有一个陌生人申请同一张证书，但域名指向的是真正主人的服务器，"
                        + "上面并没有这个字串。"
                ),
                LocalizedText(
                    """
                    That is domain validation. ACME (RFC 8555) does it without people: a client makes an account key, \
                    orders a certificate, gets a challenge (a file, a DNS record, or a handshake), fulfils it, sends \
                    the request and fetches the certificate, every few weeks. Who the company is, nobody has looked \
                    at: that is checked with papers, where a certificate says it.
                    """,
                    "这叫域名验证。ACME（RFC 8555）让它无需人工：客户端生成账户密钥，下订单，领取验证任务（放一个文件、加一条 DNS 记录，或完成一次握手），完成后提交请求、取回证书，每隔几周重复一次。"
                        + "至于公司是谁，并没有人查过；证书若写明公司名称，才会线下核对材料。"),
            ],
            asking: LessonQuestion(
                "The stranger's request is signed well. Does the authority find the word for him?",
                "陌生人的请求签名无误。颁发机构能替他找到那个字串吗？", about: 1),
            exhibits: [
                .rows(
                    "Looked for and found", "查找与结果",
                    [
                        LessonRow("the address, under the name", "域名下的地址", text: validation.path),
                        LessonRow(
                            "expected: token and hash of the account's key", "期望：令牌与账户公钥的散列",
                            text: validation.keyAuthorization),
                        LessonRow("found at the applicant's", "申请人处得到", text: proof),
                        LessonRow(
                            "found when the stranger asks", "陌生人申请时得到", text: String(none.prefix(while: { $0 != "\n" }))
                        ),
                    ])
            ],
            checks: [
                LessonCheck(
                    "The word at the applicant's and the one expected", "申请人处的字串与期望的字串", taught: .same,
                    seen: .comparison(proof == validation.keyAuthorization)),
                LessonCheck(
                    "Is it found for the stranger?", "能替陌生人找到吗", taught: .no,
                    seen: .answer(none == validation.keyAuthorization)),
            ])
    }

    static func issuing(
        _ request: CertificationRequest, _ issued: IssuedFromRequest, _ certificate: Certificate, _ changed: [UInt8],
        _ network: LessonNetwork
    ) throws -> LessonStep {
        var isRefused = false
        do throws(AuthorityError) {
            _ = try network.intermediate.issue(
                .server(names: [], at: network.materials.at), for: try read(changed), taking: .names)
        } catch {
            isRefused = error == .requestNotSigned
        }
        return LessonStep(
            LocalizedText("Issued: the authority's own words", "签发：以颁发机构的话为准"),
            [
                LocalizedText(
                    """
                    The authority takes the key and the names that it has checked, and writes everything else itself: \
                    serial number, dates, purposes, issuer. This request also asks to be a CA's. Another copy of it \
                    was changed on the way, by one letter of the name.
                    """,
                    "颁发机构只采用请求里的公钥和核验过的名称，其余都由它自己填写：序列号、有效期、用途、签发者。这份请求还要求成为 CA。另有一份副本在途中被改动了名称里的一个字母。"),
                LocalizedText(
                    """
                    What was signed is tbsCertificate; the private key of the server was never needed. In practice the \
                    certificate also goes to public logs first, and carries their timestamps (RFC 6962).
                    """,
                    "签名的对象是 tbsCertificate，自始至终用不到服务器的私钥。实践中，证书还会先提交到公开日志，并带上日志的时间戳（RFC 6962）。"),
            ],
            asking: LessonQuestion(
                "It asked to be a CA. Is the certificate one of a CA?", "它要求成为 CA。签发出来的证书是 CA 证书吗？", about: 1),
            exhibits: [
                .bytes("The certificate", "证书", try CertificateAnatomy.of(issued.certificate)),
                .rows(
                    "Asked for and not given", "申请了但未获准",
                    issued.notTaken.map { LessonRow("from the request", "来自请求", text: $0.description) }),
            ],
            commands: [
                LessonCommandLine(
                    "holdfast create leaf --csr server.csr --ca ca.pem --ca-key ca.key --out issued.pem --force"),
                LessonCommandLine(
                    "holdfast create leaf --csr changed.csr --ca ca.pem --ca-key ca.key --out never.pem", exitCode: 2),
            ],
            checks: [
                LessonCheck(
                    "The key in the certificate and the key of the request", "证书里的公钥与请求里的公钥", taught: .same,
                    seen: .comparison(certificate.subjectPublicKeyInfo == request.subjectPublicKeyInfo)),
                LessonCheck(
                    "Is it a CA's?", "它是 CA 证书吗", taught: .no,
                    seen: .answer(certificate.basicConstraints?.isCA ?? false)),
                LessonCheck(
                    "Is the changed request refused?", "被改动的请求是否遭拒", taught: .yes, seen: .answer(isRefused)),
            ])
    }

    private static func read(_ request: [UInt8]) throws(AuthorityError) -> CertificationRequest {
        do throws(DERError) { return try CertificationRequest(der: request) } catch { throw .malformed(error) }
    }

    static func installing(_ identity: Identity, _ network: LessonNetwork) async throws -> LessonStep {
        let session = try network.session()
        func verdict(of identity: Identity, _ target: String) async throws -> VerdictReport {
            let server = try network.server(identity)
            defer { server.stop() }
            return await network.verdict(of: session, at: try network.url(server), as: target)
        }
        let whole = try await verdict(of: identity, "server.pem")
        let alone = try await verdict(of: identity.presenting([]), "leaf.pem")
        // The key of another request: an easy slip where several lie in one folder.
        let certificate = try Certificate(der: identity.certificate)
        let wrongKey = Identity(
            key: try network.materials.key(.p256), certificate: certificate, issuers: identity.issuers)
        var isStarted = true
        do throws(ServingError) {
            try network.start(wrongKey)
        } catch {
            isStarted = false
        }
        return LessonStep(
            LocalizedText("Installed, and seen from outside", "安装，并从外部查看"),
            [
                LocalizedText(
                    """
                    Two files go to the server: the private key, and the certificate with the intermediate behind it \
                    (server.pem here, often called fullchain.pem). It is started three times: right, without the \
                    intermediate, and with the key of another request.
                    """,
                    "服务器上要放两个文件：私钥，以及证书加中间证书（这里是 server.pem，常见名称是 fullchain.pem）。分别启动三次：正确配置；缺少中间证书；用了另一份请求的私钥。"),
                LocalizedText(
                    """
                    Key and certificate belong together where the public halves are the same. After each change look \
                    from outside, with a client that has remembered nothing: holdfast check does that.
                    """,
                    "公钥一致，私钥与证书才配套。每次改动之后，都应当用一个没有任何缓存的客户端从外部检查：holdfast check 正是为此而设。"),
            ],
            asking: LessonQuestion(
                "The intermediate was left out. What does a client say that has remembered nothing?",
                "漏掉了中间证书。没有任何缓存的客户端会如何判定？", about: 1),
            exhibits: [.verdict(whole), .verdict(alone)],
            commands: [
                LessonCommandLine(
                    "test \"$(openssl x509 -in server.pem -noout -pubkey)\" = \"$(openssl pkey -in server.key "
                        + "-pubout)\""
                ),
                LessonCommandLine(
                    "holdfast evaluate server.pem --host \(LessonHost.name) --anchors-only root.pem"),
                LessonCommandLine(
                    "holdfast evaluate leaf.pem --host \(LessonHost.name) --anchors-only root.pem", exitCode: 20),
            ],
            checks: [
                LessonCheck(
                    "The server with its whole chain", "证书链完整的服务器", taught: .trusted, seen: .verdict(whole)),
                LessonCheck(
                    "The server without the intermediate", "缺少中间证书的服务器", taught: .refused(["issuerNotFound"]),
                    seen: .verdict(alone)),
                LessonCheck(
                    "Does it start with another key?", "换了私钥还能启动吗", taught: .no, seen: .answer(isStarted)),
            ])
    }
}

extension LessonNetwork {
    /// Starts a server and stops it again: whether it takes its identity at all.
    func start(_ identity: Identity) throws(ServingError) {
        try TLSServer(TLSServerConfiguration(identity)) { _ in ServerResponse(text: "") }.stop()
    }
}
