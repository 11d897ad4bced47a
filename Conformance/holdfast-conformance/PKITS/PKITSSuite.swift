import FoundationEssentials

/// NIST's Public Key Interoperability Test Suite as one file: certificates and lists by name, and the tests that use
/// them.
struct PKITSSuite: Decodable, Sendable {
    /// DER by name.
    let certs: [String: Data]
    /// DER by name.
    let crls: [String: Data]
    let tests: [PKITSTest]

    private enum CodingKeys: String, CodingKey {
        case certs, crls, tests
    }

    private struct Identity: Decodable {
        let id: String
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        certs = try container.decode([String: Data].self, forKey: .certs)
        crls = try container.decode([String: Data].self, forKey: .crls)
        var elements = try container.nestedUnkeyedContainer(forKey: .tests)
        var read: [PKITSTest] = []
        var ids: Set<String> = []
        while !elements.isAtEnd {
            let index = elements.currentIndex
            do {
                read.append(try elements.decode(PKITSTest.self))
            } catch {
                throw SuiteError(error, case: try? elements.decode(Identity.self).id, at: index)
            }
            guard ids.insert(read[read.count - 1].id).inserted else {
                throw SuiteError("case \(index + 1) (\(read[read.count - 1].id)): its id stands in the file twice")
            }
        }
        tests = read
    }
}

/// One test, as far as a judge of paths needs it, and what its authors expect. Names are the file's.
struct PKITSTest: Decodable, Sendable {
    /// For `--only`, `--except` and the output line; no verdict depends on it.
    let id: String
    let section: Int
    let sectionTitle: String
    let anchor: String
    /// Authorities first, the certificate in question last.
    let chain: [String]
    let crls: [String]
    /// RFC 3339.
    let time: String
    let initialPolicySet: [String]
    let initialExplicitPolicy: Bool
    let initialPolicyMappingInhibit: Bool
    let initialInhibitAnyPolicy: Bool
    /// Whether the path is valid.
    let expected: Bool
    /// Where it is: for which of the acceptable policies.
    let userConstrainedPolicySet: [String]

    private enum CodingKeys: String, CodingKey {
        case id, section, anchor, chain, crls, time, expected
        case sectionTitle = "section_title"
        case initialPolicySet = "initial_policy_set"
        case initialExplicitPolicy = "initial_explicit_policy"
        case initialPolicyMappingInhibit = "initial_policy_mapping_inhibit"
        case initialInhibitAnyPolicy = "initial_inhibit_any_policy"
        case userConstrainedPolicySet = "user_constrained_policy_set"
    }
}
