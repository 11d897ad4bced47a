import HoldfastStatements

/// Sentences about the TLS features that certificates promise, of which must-staple is the one in use.
enum TLSFeatureSentence: Sentence {
    case statusRequest
    case stapleInEachHandshake
    case notLookedAt
    case noResponse
    case noneSent
    case doesNotCount
    case goodResponse
    case sentDoesNotCount
    case noFeature
    case features([Int])
    case featuresOfAuthorities([Int])
    case lacksDemanded([Int])
    case nothingToDo
    case staple
    case withFeaturesOfAuthority

    static let topic = "tlsFeature"

    var words: LocalizedText {
        switch self {
        case .statusRequest: LocalizedText("the TLS feature status_request", "TLS 特性 status_request")
        case .stapleInEachHandshake:
            LocalizedText("a stapled OCSP response in every handshake", "每次握手都附上 OCSP 应答")
        case .notLookedAt:
            LocalizedText(
                "the certificate asks for a stapled OCSP response, and whether there was one is not looked at",
                "证书要求附上 OCSP 应答，此处没有检查是否附上")
        case .noResponse: LocalizedText("a handshake without an OCSP response", "握手中没有 OCSP 应答")
        case .noneSent:
            LocalizedText(
                "the certificate asks for a stapled OCSP response, and the server sent none",
                "证书要求装订 OCSP 应答，而服务器没有发送")
        case .doesNotCount: LocalizedText("a response that does not count", "不能采信的应答")
        case .goodResponse:
            LocalizedText(
                "a stapled OCSP response that says that the certificate is good", "写明证书状态正常的装订 OCSP 应答")
        case .sentDoesNotCount:
            LocalizedText(
                "the certificate asks for a stapled OCSP response, and the one that the server sent does not count",
                "证书要求装订 OCSP 应答，而服务器发送的应答不能采信")
        case .noFeature: LocalizedText("no TLS feature", "没有 TLS 特性")
        case .features(let features):
            LocalizedText("the TLS features \(Self.list(features))", "TLS 特性 \(Self.list(features))")
        case .featuresOfAuthorities(let features):
            LocalizedText(
                "the TLS features of the authorities above it: \(Self.list(features))",
                "其上级颁发机构的 TLS 特性：\(Self.list(features))")
        case .lacksDemanded(let features):
            LocalizedText(
                "an authority above the certificate demands the TLS features \(Self.list(features)), and it lacks them",
                "上级颁发机构要求 TLS 特性 \(Self.list(features))，而这张证书没有")
        case .nothingToDo:
            LocalizedText(
                "nothing has to be done: what the server staples counts where revocation is asked for",
                "无需处理：在要求检查吊销时，服务器附上的应答即会被采信")
        case .staple:
            LocalizedText(
                "let the server staple its OCSP response: ssl_stapling of nginx, SSLUseStapling of Apache",
                "请让服务器附上 OCSP 应答：nginx 用 ssl_stapling，Apache 用 SSLUseStapling")
        case .withFeaturesOfAuthority:
            LocalizedText(
                "have the certificate issued with the TLS features that its authority's certificate has",
                "请在签发证书时加入其颁发机构证书所带的 TLS 特性")
        }
    }

    private static func list(_ features: [Int]) -> String { features.map(String.init).joined(separator: ", ") }
}
