import HoldfastStatements

/// The titles of an inspection's rows.
enum InspectionTitle: Hashable, Sendable {
    case from, version, serialNumber, issuer, subject, notBefore, notAfter, key, signature, issuerID, subjectID
    case sha256, sha1, spki, pin, octets, signedBy, signatureValue, error, advice, trustSettings, trustedFor
    case rejectedFor, alias, keyID, otherWords, label, form, encryption, damaged, closed, notRead, integrity
    case parts, holds, names, prime, generator, use, number, changesTo, thisUpdate, nextUpdate, speaksOf
    case unusable, entries, answer, responder, producedAt, nonce, certificate, certificates, comesWith, attributes
    case created, certManager, certManagerNames
    case blank
    /// A field of a certificate, as RFC 5280 names it.
    case field(String)
    /// An extension by its name, or by its identifier where it has none that is known.
    case `extension`(name: String?, oid: String)

    var words: LocalizedText {
        switch self {
        case .blank: .same("")
        case .field(let name): .same(name)
        case .extension(let name, let oid): Self.words(ofExtension: name, oid)
        case .from: LocalizedText("from", "来源")
        case .version: LocalizedText("version", "版本")
        case .serialNumber: LocalizedText("serial number", "序列号")
        case .issuer: LocalizedText("issuer", "签发者")
        case .subject: LocalizedText("subject", "主题")
        case .notBefore: LocalizedText("not before", "生效时间")
        case .notAfter: LocalizedText("not after", "到期时间")
        case .key: LocalizedText("key", "密钥")
        case .signature: LocalizedText("signature", "签名")
        case .issuerID: LocalizedText("issuer ID", "签发者 ID")
        case .subjectID: LocalizedText("subject ID", "主题 ID")
        case .sha256: .same("SHA-256")
        case .sha1: .same("SHA-1")
        case .spki: .same("SPKI SHA-256")
        case .pin: LocalizedText("pin", "固定值")
        case .octets: LocalizedText("octets", "字节")
        case .signedBy: LocalizedText("signed by", "签名算法")
        case .signatureValue: LocalizedText("signature value", "签名值")
        case .error: LocalizedText("error", "错误")
        case .advice: LocalizedText("advice", "处理建议")
        case .trustSettings: LocalizedText("trust settings", "信任设置")
        case .trustedFor: LocalizedText("trusted for", "信任用途")
        case .rejectedFor: LocalizedText("rejected for", "拒绝用途")
        case .alias: LocalizedText("alias", "别名")
        case .keyID: LocalizedText("key ID", "密钥 ID")
        case .otherWords: LocalizedText("other words", "其他内容")
        case .label: LocalizedText("label", "标签")
        case .form: LocalizedText("form", "形式")
        case .encryption: LocalizedText("encryption", "加密")
        case .damaged: LocalizedText("damaged", "损坏")
        case .closed: LocalizedText("closed", "已加密")
        case .notRead: LocalizedText("not read", "未读取")
        case .integrity: LocalizedText("integrity", "完整性")
        case .parts: LocalizedText("parts", "组成")
        case .holds: LocalizedText("holds", "内容")
        case .names: LocalizedText("names", "名称")
        case .prime: LocalizedText("prime", "素数")
        case .generator: LocalizedText("generator", "生成元")
        case .use: LocalizedText("use", "用途")
        case .number: LocalizedText("number", "编号")
        case .changesTo: LocalizedText("changes to", "变更所基于")
        case .thisUpdate: LocalizedText("this update", "本次更新")
        case .nextUpdate: LocalizedText("next update", "下次更新")
        case .speaksOf: LocalizedText("speaks of", "范围")
        case .unusable: LocalizedText("unusable", "不可用")
        case .entries: LocalizedText("entries", "条目")
        case .answer: LocalizedText("answer", "应答")
        case .responder: LocalizedText("responder", "应答者")
        case .producedAt: LocalizedText("produced at", "生成时间")
        case .nonce: .same("nonce")
        case .certificate: LocalizedText("certificate", "证书")
        case .certificates: LocalizedText("certificates", "证书")
        case .comesWith: LocalizedText("comes with", "附带")
        case .attributes: LocalizedText("attributes", "属性")
        case .created: LocalizedText("created", "创建时间")
        case .certManager: .same("cert-manager")
        case .certManagerNames: LocalizedText("asked for", "所请求的名称")
        }
    }

    /// The RFC's name stays beside the Chinese one: standards and other programs have it.
    private static func words(ofExtension name: String?, _ oid: String) -> LocalizedText {
        guard let name else { return .same(oid) }
        return LocalizedText(name, extensions[name].map { "\($0) \(name)" } ?? name)
    }

    /// Chinese names of the extensions of RFC 5280, RFC 6962, RFC 7633, RFC 9608 and others.
    private static let extensions: [String: String] = [
        "authorityInfoAccess": "颁发机构信息访问",
        "authorityKeyIdentifier": "颁发机构密钥标识",
        "basicConstraints": "基本约束",
        "cRLDistributionPoints": "吊销列表分发点",
        "cRLNumber": "吊销列表编号",
        "certificateIssuer": "证书签发者",
        "certificatePolicies": "证书策略",
        "deltaCRLIndicator": "增量吊销列表标志",
        "extKeyUsage": "扩展密钥用法",
        "freshestCRL": "最新增量吊销列表",
        "inhibitAnyPolicy": "禁止任意策略",
        "invalidityDate": "失效日期",
        "issuerAltName": "签发者可选名称",
        "issuingDistributionPoint": "签发分发点",
        "keyUsage": "密钥用法",
        "nameConstraints": "名称约束",
        "noRevAvail": "无吊销信息",
        "id-pkix-ocsp-nocheck": "OCSP 免检",
        "precertificatePoison": "预证书标记",
        "netscapeCertType": "Netscape 证书类型",
        "netscapeComment": "Netscape 注释",
        "qcStatements": "合格证书声明",
        "acmeIdentifier": "ACME 标识",
        "applicationPolicies": "应用策略",
        "certificateTemplate": "证书模板",
        "certificateTemplateName": "证书模板名称",
        "biometricInfo": "生物特征信息",
        "proxyCertInfo": "代理证书信息",
        "ntdsCASecurity": "账户安全标识",
        "policyConstraints": "策略约束",
        "policyMappings": "策略映射",
        "privateKeyUsagePeriod": "私钥使用期限",
        "reasonCode": "吊销原因",
        "signedCertificateTimestampList": "证书透明度时间戳",
        "subjectAltName": "使用者可选名称",
        "subjectDirectoryAttributes": "主题目录属性",
        "subjectInfoAccess": "主题信息访问",
        "subjectKeyIdentifier": "主题密钥标识",
        "tlsFeature": "TLS 特性",
    ]
}
