import Foundation
import HoldfastSecurityNames
import HoldfastX509

/// The judgement of one server by an ``AFSecurityPolicy``.
struct AFServerJudge {
    let trust: SecTrust
    let host: String
    let pins: PinnedCertificateList
    let skipsName: Bool
    let allowsInvalid: Bool
    /// The receiver of the line that tells what was not judged.
    var say: (String) -> Void = PinnedCertificateList.say

    /// Judges the server.
    ///
    /// - Throws: where it is not to be trusted.
    func judge(by mode: AFSSLPinningMode) throws(ServerTrustFailureReason) {
        // AFNetworking's own guard: a name proves nothing where any chain counts.
        if allowsInvalid, !skipsName, mode == .none || pins.certificates.isEmpty { throw .nameNeedsPins(host: host) }
        switch mode {
        case .none:
            if !allowsInvalid { try judgeChain() }
        case .publicKey: try compareKeys()
        case .certificate: try compareCertificates()
        }
        sayWhatWasSkipped(mode)
    }

    private func judgeChain() throws(ServerTrustFailureReason) {
        let policy = skipsName ? SecPolicyCreateBasicX509() : SecPolicyCreateSSL(true, host as CFString)
        guard SecTrustSetPolicies(trust, policy) == errSecSuccess else {
            throw .trustEvaluationFailed(host: host, error: nil)
        }
        var error: CFError?
        guard unsafe SecTrustEvaluateWithError(trust, &error) else {
            throw .trustEvaluationFailed(host: host, error: error)
        }
    }

    private func compareKeys() throws(ServerTrustFailureReason) {
        guard !pins.keys.isEmpty else { throw .noPublicKeysFound }
        if allowsInvalid {
            // Of a chain that nobody vouches for only the server's own key is proven, by the handshake: the rest
            // anybody can send.
            guard let key = SecTrustCopyKey(trust), pins.keys.contains(key) else {
                throw .publicKeyPinningFailed(host: host)
            }
            return
        }
        try judgeChain()
        guard trust.builtChain.compactMap(SecCertificateCopyKey).contains(where: pins.keys.contains) else {
            throw .publicKeyPinningFailed(host: host)
        }
    }

    private func compareCertificates() throws(ServerTrustFailureReason) {
        guard !pins.certificates.isEmpty else { throw .noCertificatesFound }
        _ = SecTrustSetAnchorCertificates(trust, pins.certificates as CFArray)
        _ = SecTrustSetAnchorCertificatesOnly(trust, true)
        try judgeChain()
        guard trust.builtChain.contains(where: { pins.given?.contains(SecCertificateCopyData($0) as Data) == true })
        else { throw .certificatePinningFailed(host: host) }
    }

    /// Says aloud what let the server through, once a process and host.
    private func sayWhatWasSkipped(_ mode: AFSSLPinningMode) {
        // A chain that is not judged proves no name.
        let isUnseen = allowsInvalid && mode != .certificate
        guard isUnseen || skipsName else { return }
        let skipped = isUnseen ? "its chain and its name" : "its name"
        let line = "holdfast: dangerous: AFSecurityPolicy accepts \(host) without judging \(skipped)"
        say(line)
    }
}

/// The hosts for which an ``AFSecurityPolicy`` is lenient, and until when.
struct AFLeniency {
    /// Days that it may last; 30, as everything that accepts unseen.
    private static let maximumDays = 30.0

    private var ends = (invalid: [String: Date](), name: [String: Date]())

    mutating func allowInvalid(_ hosts: Set<String>, until end: Date) { Self.set(hosts, end, in: &ends.invalid) }

    mutating func skipName(_ hosts: Set<String>, until end: Date) { Self.set(hosts, end, in: &ends.name) }

    private static func set(_ hosts: Set<String>, _ end: Date, in ends: inout [String: Date]) {
        let bounded = min(end, Date().addingTimeInterval(maximumDays * 86_400))
        for host in hosts { ends[host.asciiLowercased()] = bounded }
    }

    /// Whether chains that nobody vouches for are accepted from a host; from any, where it is nil.
    func allowsInvalid(_ host: String?, at date: Date) -> Bool { Self.holds(ends.invalid, host, date) }

    /// Whether the name is not judged for a host; for any, where it is nil.
    func skipsName(of host: String?, at date: Date) -> Bool { Self.holds(ends.name, host, date) }

    private static func holds(_ ends: [String: Date], _ host: String?, _ date: Date) -> Bool {
        guard let host else { return ends.values.contains { date < $0 } }
        return ends[host.asciiLowercased()].map { date < $0 } ?? false
    }
}
