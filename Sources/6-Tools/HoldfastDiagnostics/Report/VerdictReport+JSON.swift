import HoldfastTrust
import HoldfastX509

extension VerdictReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schema, target, host, trusted, result, exitCode, policy, profile, at, findings, nearMisses, presented,
            chain
        case address, dial, sni, clientCertificate, revocation, issuerFetches, transparency, pins, error, tls, timing,
            explicitTrust, anchorProblems, clients, postQuantum, facts, policyFile
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schema, forKey: .schema)
        try container.encode(target, forKey: .target)
        try container.encode(host, forKey: .host)
        try container.encode(trusted, forKey: .trusted)
        try container.encode(result.rawValue, forKey: .result)
        try container.encode(exitCode, forKey: .exitCode)
        try container.encode(policy, forKey: .policy)
        try container.encode(profile, forKey: .profile)
        try container.encode(at.toTheMillisecond, forKey: .at)
        try container.encodeIfPresent(policyFile, forKey: .policyFile)
        try container.encodeIfPresent(explicitTrust, forKey: .explicitTrust)
        try container.encode(findings, forKey: .findings)
        try container.encode(nearMisses, forKey: .nearMisses)
        try container.encode(presented, forKey: .presented)
        try container.encode(chain, forKey: .chain)
        // Not checked is something else than checked and found good.
        if let revocation {
            try container.encode(revocation, forKey: .revocation)
        } else {
            try container.encode("notChecked", forKey: .revocation)
        }
        if !issuerFetches.isEmpty { try container.encode(issuerFetches, forKey: .issuerFetches) }
        if !anchorProblems.isEmpty { try container.encode(anchorProblems, forKey: .anchorProblems) }
        try container.encodeIfPresent(facts, forKey: .facts)
        if let transparency {
            try container.encode(transparency, forKey: .transparency)
        } else {
            try container.encode("notChecked", forKey: .transparency)
        }
        if let pins {
            try container.encode(pins, forKey: .pins)
        } else {
            try container.encode("notChecked", forKey: .pins)
        }
        try container.encodeIfPresent(addressOfTarget ?? connection?.address, forKey: .address)
        try container.encodeIfPresent(dial, forKey: .dial)
        try container.encodeIfPresent(sni, forKey: .sni)
        try container.encodeIfPresent(clientCertificate, forKey: .clientCertificate)
        try container.encodeIfPresent(clients, forKey: .clients)
        try container.encodeIfPresent(failure, forKey: .error)
        try container.encodeIfPresent(connection?.tls, forKey: .tls)
        try container.encodeIfPresent(postQuantum, forKey: .postQuantum)
        try container.encodeIfPresent(connection?.timing, forKey: .timing)
    }

    /// One line of JSON in the schema `holdfast.verdict/1`, keys sorted, without a line end.
    public func jsonLine() throws -> String {
        String(decoding: try JSONLine.bytes(of: self), as: UTF8.self)
    }
}
