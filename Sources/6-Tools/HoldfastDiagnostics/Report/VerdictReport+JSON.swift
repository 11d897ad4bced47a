import HoldfastTrust
import HoldfastX509

extension VerdictReport: JSONLineReport, JSONReport {
    package var json: JSONObject {
        // Not checked is something else than checked and found good.
        func checked(_ part: (some Encodable)?) -> any Encodable { if let part { part } else { "notChecked" } }
        return JSONObject(
            [
                "schema": Self.schema, "target": target, "host": host, "trusted": trusted, "result": result.rawValue,
                "exitCode": exitCode, "policy": policy, "profile": profile, "at": at.toTheMillisecond,
                "findings": findings, "nearMisses": nearMisses.map(\.json), "presented": presented, "chain": chain,
                "revocation": checked(revocation), "transparency": checked(transparency), "pins": checked(pins),
            ],
            unlessNone: [
                "policyFile": policyFile, "explicitTrust": explicitTrust,
                "issuerFetches": issuerFetches.isEmpty ? nil : issuerFetches,
                "anchorProblems": anchorProblems.isEmpty ? nil : anchorProblems.map(\.json), "facts": facts,
                "address": addressOfTarget ?? connection?.address, "dial": dial, "sni": sni,
                "clientCertificate": clientCertificate, "clients": clients, "protocols": protocols, "error": failure,
                "attempts": attempts > 1 ? attempts : nil, "tls": connection?.tls,
                "postQuantum": postQuantum, "timing": connection?.timing,
            ])
    }
}

extension NearMiss {
    fileprivate var json: JSONObject {
        JSONObject(["chain": chain.map { HexString.encode($0) }, "findings": findings.map(\.rawValue)])
    }
}

extension AnchorProblem {
    /// Keys are always there.
    fileprivate var json: JSONObject {
        JSONObject([
            "file": path, "certificate": certificate, "line": line, "reason": reason.text,
            "statement": StatementReport(reason.statement),
        ])
    }
}
