import HoldfastAuthority
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastX509

/// Chapter 8: applying for a certificate, from the key to the server that has it.
enum RequestChapter: LessonPart {
    static let title = LocalizedText("Applying for a certificate", "申请证书")
    static let lead = LocalizedText(
        """
        A certificate is asked for, checked, issued and installed. Here one machine plays everybody: the applicant, \
        the authority, and one who would like a certificate for somebody else's name.
        """,
        "证书的一生：申请、核验、签发、安装。这里由一台机器扮演所有角色：申请人、颁发机构，以及想拿到别人域名证书的人。")

    static func content(_ materials: LessonMaterials) async throws -> LessonContent {
        let network = try LessonNetwork(materials)
        let key = try materials.key(.p256)
        var template = CertificationRequestTemplate(subject: try DistinguishedName(text: "CN=\(LessonHost.name)"))
        template.alternativeNames = [try GeneralName(alternativeName: LessonHost.name)]
        // Asked for, so that it can be seen not to be given.
        template.additionalExtensions = [
            Extension(.basicConstraints, isCritical: true, value: BasicConstraints(isCA: true).der)
        ]
        let request = try CertificationRequest(der: template.signed(by: key))
        let changed = changing(Array(request.bytes))
        let issued = try network.intermediate.issue(
            .server(names: [], at: materials.at), for: request, taking: .names)
        let certificate = try Certificate(der: issued.certificate)
        let identity = Identity(
            key: key, certificate: certificate, issuers: [network.intermediate.certificate])
        return LessonContent(
            steps: [
                try roles(network), try asking(request, key), try await validation(network),
                try issuing(request, issued, certificate, changed, network),
                try await installing(identity, network),
            ],
            files: [
                LessonFile("server.key", try key.pem, isPrivate: true), LessonFile("server.csr", request.pem),
                LessonFile("changed.csr", PEMBlock(.certificateRequest, contents: changed).encoded),
                .certificates("root.pem", [network.root.certificate]),
                .certificates("ca.pem", [network.intermediate.certificate]),
                LessonFile("ca.key", try network.intermediate.identity.key.pem, isPrivate: true),
                .certificates("server.pem", identity.chain), .certificates("leaf.pem", [identity.certificate]),
            ])
    }

    /// The request with the last letter of `www` changed where the name stands last.
    private static func changing(_ request: [UInt8]) -> [UInt8] {
        let name = Array(LessonHost.name.utf8)
        var changed = request
        if let start = request.indices.last(where: { request[$0...].starts(with: name) }) {
            changed[start + 2] = UInt8(ascii: "x")
        }
        return changed
    }

    private static func roles(_ network: LessonNetwork) throws -> LessonStep {
        let materials = network.materials
        let leaf = try network.root.issue(
            .server(names: [LessonHost.name], at: materials.at), key: try materials.key(.p256))
        // The server's key signs a certificate for somebody else, as an authority would.
        let forged = try CertificateAuthority(leaf).issue(
            .server(names: [LessonHost.other], at: materials.at), key: try materials.key(.p256))
        let report = try materials.verdict(
            [forged.certificate, leaf.certificate], host: LessonHost.other, anchors: [network.root.certificate],
            target: LessonHost.other)
        return LessonStep(
            LocalizedText("Who is who", "各方是谁"),
            [
                LocalizedText(
                    """
                    A public key infrastructure (PKI) is what it takes that strangers believe a key: authorities (CA) \
                    that vouch, rules that they keep to, a way to take a word back, and clients that name the \
                    authorities they believe. The CA is its heart. Now a server with a good certificate plays CA: its \
                    key signs a certificate for another name.
                    """,
                    "公钥基础设施（PKI）是让陌生人相信一把公钥所需的全部：作担保的颁发机构（CA）、机构遵守的规则、收回担保的途径，以及客户端对机构的选择。CA 是其核心。现在让一台持有正规证书的服务器冒充 "
                        + "CA：用自己的密钥为别的名称签发证书。"),
                LocalizedText(
                    """
                    Whether a certificate may sign others stands in the certificate: basicConstraints says whether it \
                    is a CA's, keyUsage what its key may do (RFC 5280 §4.2.1.9, §4.2.1.3). A client that forgot to \
                    look would believe everybody who ever got a certificate.
                    """,
                    "一张证书能否签发别的证书，写在证书里：basicConstraints 说明它是不是 CA，keyUsage 说明密钥的用途（RFC 5280 §4.2.1.9、§4.2.1.3）。"
                        + "客户端如果忘了检查，"
                        + "任何领到过证书的人就都能冒充任何人。"),
            ],
            asking: LessonQuestion(
                "Every signature verifies, up to the anchor. What is said of the certificate that the server signed?",
                "直到信任锚，每个签名都能通过验证。服务器签发的这张证书会如何判定？"),
            exhibits: [
                .rows(
                    "The parts of a PKI", "PKI 的组成",
                    [
                        LessonRow("the applicant: has a key and a name", "申请人：持有密钥和域名", text: "RFC 2986"),
                        LessonRow("the authority (CA): checks, signs, revokes", "颁发机构（CA）：核验、签发、吊销", text: "RFC 5280"),
                        LessonRow("its rules: CA/B BR, audited every year", "规则：CA/B 基线要求，每年审计", text: "CA/B BR"),
                        LessonRow("revocation: CRL and OCSP", "吊销：CRL 与 OCSP", text: "RFC 5280 §5, RFC 6960"),
                        LessonRow("public logs of what was issued", "公开的签发日志", text: "RFC 6962"),
                        LessonRow("the client: names its anchors, judges", "客户端：指定信任锚，作出判定", text: "RFC 5280 §6"),
                    ]),
                .verdict(report),
            ],
            checks: [
                LessonCheck(
                    "A certificate that a server's key has signed", "由服务器密钥签发的证书",
                    taught: .refused(["basicConstraints", "keyUsage"]), seen: .verdict(report))
            ])
    }

    private static func asking(_ request: CertificationRequest, _ key: PrivateKey) throws -> LessonStep {
        let secret = try key.pkcs8DER
        // The private number itself, wherever it stands in the file of the key.
        let scalar = try CertificateKeyScalar.of(key)
        let isCertificate = (try? Certificate(der: Array(request.bytes))) != nil
        return LessonStep(
            LocalizedText("The key stays, the request goes", "密钥留下，请求送出"),
            [
                LocalizedText(
                    """
                    The applicant makes a key and a request (PKCS #10, RFC 2986): the names, the public half of the \
                    key, and a signature by the private one, which proves that he has it. That is all the authority \
                    gets.
                    """,
                    "申请人生成密钥和一份证书请求（PKCS #10，RFC 2986）：其中有名称、公钥，以及用私钥作出的签名，证明私钥确实在他手里。颁发机构得到的仅此而已。"),
                LocalizedText(
                    """
                    A request is .csr or .p10, and never .cer: a .cer is a certificate, and whoever reads one for the \
                    other fails, as openssl does below. A service that sends you the private key has had it in its \
                    hands.
                    """,
                    "请求文件的扩展名是 .csr 或 .p10，绝不是 .cer：.cer 是证书。把一种当成另一种来读必然失败，下面的 openssl 命令就是如此。如果某个服务把私钥发给你，"
                        + "说明私钥曾在它手里。"),
            ],
            asking: LessonQuestion("Can the request be read as a certificate?", "能把请求当作证书来读取吗？", about: 2),
            exhibits: [
                .rows(
                    "The request", "证书请求",
                    [
                        LessonRow("the whole request, in DER", "整份请求（DER）", Array(request.bytes)),
                        LessonRow("names asked for", "申请的名称", text: LessonHost.name),
                        LessonRow(
                            "public half of the key", "公钥", Array(request.subjectPublicKeyInfo.bytes)),
                        LessonRow("signature by the private half", "私钥的签名", Array(request.signature.bytes)),
                        LessonRow("the private half, which stays here", "私钥，留在本地", secret),
                    ])
            ],
            commands: [
                LessonCommandLine("openssl req -in server.csr -noout -verify"),
                LessonCommandLine("holdfast inspect server.csr"),
                LessonCommandLine("openssl x509 -in server.csr -noout", exitCode: 1),
            ],
            checks: [
                LessonCheck(
                    "The request's signature, with the key inside", "用请求内的公钥验证其签名", taught: .verifies,
                    seen: .signature(request.isSignedByItsKey)),
                LessonCheck(
                    "Does the private key stand in it?", "请求里有私钥吗", taught: .no,
                    seen: .answer(Array(request.bytes).firstRange(of: scalar) != nil)),
                LessonCheck(
                    "Is it a certificate?", "它是证书吗", taught: .no, seen: .answer(isCertificate)),
            ])
    }
}
