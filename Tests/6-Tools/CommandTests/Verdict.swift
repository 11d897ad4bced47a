import Foundation

/// The parts of a `holdfast.verdict/1` line that the tests look at.
struct Verdict: Decodable {
    struct Finding: Decodable {
        let code: String
        let severity: String
    }

    struct Failure: Decodable {
        let phase: String
        let code: String
    }

    struct TLS: Decodable {
        let version: String?
        let sni: String?
    }

    struct SNI: Decodable {
        struct Certificate: Decodable {
            let subject: String
        }

        let sent: String?
        let tried: String?
        let choosesBySNI: Bool?
        let presents: Certificate?
        let provesName: Bool
        let message: String
        let error: Failure?
    }

    struct ClientCertificate: Decodable {
        let required: Bool?
        let sent: Bool
    }

    let schema: String
    let target: String
    let host: String?
    let trusted: Bool
    let result: String
    let exitCode: Int32
    let findings: [Finding]
    let error: Failure?
    let tls: TLS?
    let address: String?
    let sni: SNI?
    let clientCertificate: ClientCertificate?

    init(_ line: String) throws {
        self = try JSONDecoder().decode(Verdict.self, from: Data(line.utf8))
    }

    /// One for each line.
    static func all(_ lines: String) throws -> [Verdict] {
        try lines.split(separator: "\n").map { try Verdict(String($0)) }
    }

    /// The codes of error severity.
    var errors: Set<String> { Set(findings.filter { $0.severity == "error" }.map(\.code)) }
}
