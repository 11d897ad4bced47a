import HoldfastTrust
import HoldfastX509

/// `openssl verify`, one process a case and setting, two at a time.
struct OpenSSLJudge: PeerJudge {
    /// Whether it applies RFC 5280's rules to issuers and to policies too, which no TLS connection asks for.
    let isStrict: Bool
    let version: String?

    /// Processes at once; the machines that this runs on have two cores or more.
    private static let width = 2
    /// Seconds of silence before one counts as hanging. They take 10 ms.
    private static let patience: Int32 = 60

    var name: String { isStrict ? "openssl-strict" : "openssl" }
    var installation: String { "Debian's openssl" }

    init(isStrict: Bool) {
        self.isStrict = isStrict
        var version: String?
        if let child = try? ChildProcess("openssl", ["version"]), let result = try? child.finish(within: 60),
            result.status == 0
        {
            version = result.output.split(separator: "\n").first.map(String.init)
        }
        self.version = version
    }

    func judge(_ cases: [DifferentialCase], in folder: WorkFolder) throws -> [PeerVerdict?] {
        var verdicts: [PeerVerdict?] = []
        var next = 0
        while next < cases.count {
            // Started together, read one after the other: what they print fits into a pipe.
            let first = try ChildProcess("openssl", arguments(cases[next], folder))
            if next + 1 < cases.count {
                let second = try ChildProcess("openssl", arguments(cases[next + 1], folder))
                verdicts.append(Self.verdict(try first.finish(within: Self.patience)))
                verdicts.append(Self.verdict(try second.finish(within: Self.patience)))
            } else {
                verdicts.append(Self.verdict(try first.finish(within: Self.patience)))
            }
            next += Self.width
        }
        return verdicts
    }

    /// As libssl judges a server, at the security level that Debian builds it with; every anchor ends a path.
    private func arguments(_ testCase: DifferentialCase, _ folder: WorkFolder) throws -> [String] {
        let stem = folder.path(WorkFolder.stem(testCase))
        var words = [
            "verify", "-no-CApath", "-no-CAstore", "-CAfile", "\(stem).anchors.pem", "-partial_chain",
            "-purpose", "sslserver", "-auth_level", "2", "-attime", "\(testCase.at.secondsSince1970)",
        ]
        switch try ServerName(testCase.host) {
        case .dns: words += ["-verify_hostname", testCase.host]
        case .ip: words += ["-verify_ip", testCase.host]
        }
        if testCase.presented.count > 1 { words += ["-untrusted", "\(stem).others.pem"] }
        if isStrict { words += ["-x509_strict", "-policy_check", "-policy", "anyPolicy"] }
        return words + ["\(stem).leaf.pem"]
    }

    /// Reasons are the numbers of `X509_V_ERR_…` in the order of their appearance, or `unreadable`.
    static func verdict(_ result: ChildProcess.Result) -> PeerVerdict {
        if result.status == 0 { return PeerVerdict(isAccepted: true, reasons: []) }
        var reasons: [String] = []
        for line in result.output.split(separator: "\n") where line.hasPrefix("error ") {
            let words = line.split(separator: " ")
            guard words.count > 3, words[2] == "at", Int(words[1]) != nil else { continue }
            let reason = String(words[1])
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        return PeerVerdict(isAccepted: false, reasons: reasons.isEmpty ? ["unreadable"] : reasons)
    }
}
