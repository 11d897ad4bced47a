/// The file of C2SP/x509-limbo: many chains, each with the verdict that its source asks for.
struct LimboFile: Decodable, Sendable {
    let testcases: [LimboCase]
}

/// One case, as far as a judge of chains needs it. Names are the schema's.
struct LimboCase: Decodable, Sendable {
    enum Verdict: String, Codable, Sendable {
        case success = "SUCCESS"
        case failure = "FAILURE"
        case skipped = "SKIPPED"
    }

    enum ValidationKind: String, Decodable, Sendable {
        case server = "SERVER"
        case client = "CLIENT"
    }

    struct PeerName: Decodable, Sendable {
        enum Kind: String, Decodable, Sendable {
            case dns = "DNS"
            case ip = "IP"
            case mail = "RFC822"
        }

        let kind: Kind
        let value: String
    }

    /// For `--only`, `--except` and the output line; no verdict depends on it.
    let id: String
    let validationKind: ValidationKind
    let trustedCerts: [String]
    let untrustedIntermediates: [String]
    let peerCertificate: String
    /// RFC 3339; null means now.
    let validationTime: String?
    let keyUsage: [String]
    let extendedKeyUsage: [String]
    let expectedResult: Verdict
    let expectedPeerName: PeerName?
    let expectedPeerNames: [PeerName]
    let maxChainDepth: Int?
    /// PEM.
    let crls: [String]

    private enum CodingKeys: String, CodingKey {
        case id
        case validationKind = "validation_kind"
        case trustedCerts = "trusted_certs"
        case untrustedIntermediates = "untrusted_intermediates"
        case peerCertificate = "peer_certificate"
        case validationTime = "validation_time"
        case keyUsage = "key_usage"
        case extendedKeyUsage = "extended_key_usage"
        case expectedResult = "expected_result"
        case expectedPeerName = "expected_peer_name"
        case expectedPeerNames = "expected_peer_names"
        case maxChainDepth = "max_chain_depth"
        case crls
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        validationKind = try container.decode(ValidationKind.self, forKey: .validationKind)
        trustedCerts = try container.decode([String].self, forKey: .trustedCerts)
        untrustedIntermediates = try container.decode([String].self, forKey: .untrustedIntermediates)
        peerCertificate = try container.decode(String.self, forKey: .peerCertificate)
        validationTime = try container.decodeIfPresent(String.self, forKey: .validationTime)
        keyUsage = try container.decodeIfPresent([String].self, forKey: .keyUsage) ?? []
        extendedKeyUsage = try container.decodeIfPresent([String].self, forKey: .extendedKeyUsage) ?? []
        expectedResult = try container.decode(Verdict.self, forKey: .expectedResult)
        expectedPeerName = try container.decodeIfPresent(PeerName.self, forKey: .expectedPeerName)
        expectedPeerNames = try container.decodeIfPresent([PeerName].self, forKey: .expectedPeerNames) ?? []
        maxChainDepth = try container.decodeIfPresent(Int.self, forKey: .maxChainDepth)
        crls = try container.decodeIfPresent([String].self, forKey: .crls) ?? []
    }
}
