import FoundationEssentials

/// The file of C2SP/x509-limbo: many chains, each with the verdict that its source asks for.
struct LimboFile: Decodable, Sendable {
    let testcases: [LimboCase]

    private enum CodingKeys: String, CodingKey {
        case testcases
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var elements = try container.nestedUnkeyedContainer(forKey: .testcases)
        var cases: [LimboCase] = []
        var ids: Set<String> = []
        while !elements.isAtEnd {
            let index = elements.currentIndex
            do {
                cases.append(try elements.decode(LimboCase.self))
            } catch {
                // What could not be read as a case still has its turn, and mostly a name.
                throw SuiteError(error, case: try? elements.decode(LimboCase.Identity.self).id, at: index)
            }
            // The schema: "A short, unique identifier".
            guard ids.insert(cases[cases.count - 1].id).inserted else {
                throw SuiteError("case \(index + 1) (\(cases[cases.count - 1].id)): its id stands in the file twice")
            }
        }
        testcases = cases
    }
}

/// One case, as far as a judge of chains needs it. Names are the schema's.
///
/// Fields that are not here are ignored; values that the schema may get later, as another kind of name, are kept as
/// text and make the judge skip the case.
struct LimboCase: Decodable, Sendable {
    struct PeerName: Decodable, Sendable {
        let kind: String
        let value: String
    }

    struct Identity: Decodable {
        let id: String
    }

    /// For `--only`, `--except` and the output line; no verdict depends on it.
    let id: String
    let features: [String]
    let validationKind: String
    let trustedCerts: [String]
    let untrustedIntermediates: [String]
    let peerCertificate: String
    /// RFC 3339; null means now.
    let validationTime: String?
    let signatureAlgorithms: [String]
    let keyUsage: [String]
    let extendedKeyUsage: [String]
    let expectedResult: String
    let expectedPeerName: PeerName?
    let expectedPeerNames: [PeerName]
    let maxChainDepth: Int?
    /// PEM.
    let crls: [String]

    private enum CodingKeys: String, CodingKey {
        case id, features, crls
        case validationKind = "validation_kind"
        case trustedCerts = "trusted_certs"
        case untrustedIntermediates = "untrusted_intermediates"
        case peerCertificate = "peer_certificate"
        case validationTime = "validation_time"
        case signatureAlgorithms = "signature_algorithms"
        case keyUsage = "key_usage"
        case extendedKeyUsage = "extended_key_usage"
        case expectedResult = "expected_result"
        case expectedPeerName = "expected_peer_name"
        case expectedPeerNames = "expected_peer_names"
        case maxChainDepth = "max_chain_depth"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func list(_ key: CodingKeys) throws -> [String] {
            try container.decodeIfPresent([String].self, forKey: key) ?? []
        }
        id = try container.decode(String.self, forKey: .id)
        features = try list(.features)
        validationKind = try container.decode(String.self, forKey: .validationKind)
        trustedCerts = try container.decode([String].self, forKey: .trustedCerts)
        untrustedIntermediates = try container.decode([String].self, forKey: .untrustedIntermediates)
        peerCertificate = try container.decode(String.self, forKey: .peerCertificate)
        validationTime = try container.decodeIfPresent(String.self, forKey: .validationTime)
        signatureAlgorithms = try list(.signatureAlgorithms)
        keyUsage = try list(.keyUsage)
        extendedKeyUsage = try list(.extendedKeyUsage)
        expectedResult = try container.decode(String.self, forKey: .expectedResult)
        expectedPeerName = try container.decodeIfPresent(PeerName.self, forKey: .expectedPeerName)
        expectedPeerNames = try container.decodeIfPresent([PeerName].self, forKey: .expectedPeerNames) ?? []
        maxChainDepth = try Self.number(.maxChainDepth, in: container)
        crls = try list(.crls)
    }

    /// The decoder's error for a number that is no integer, or too large for one, does not say where it is.
    private static func number(
        _ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>
    ) throws -> Int? {
        do {
            return try container.decodeIfPresent(Int.self, forKey: key)
        } catch let error as DecodingError {
            throw error
        } catch {
            throw SuiteError("unexpected value at \(key.stringValue)")
        }
    }

    /// Cases that belong together: the id up to its last `::`.
    var group: String {
        let parts = id.components(separatedBy: "::")
        return parts.count > 1 ? parts.dropLast().joined(separator: "::") : "(no group)"
    }
}
