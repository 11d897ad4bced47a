public import HoldfastNIOSSL
import HoldfastTrust
public import Logging

extension JudgeSettings {
    /// Tells each verdict to a logger too: acceptances as `debug`, with warnings as `notice`, refusals as `warning`.
    ///
    /// Certificates of a peer are a stranger's text: it stands in metadata, with what steers a terminal written out,
    /// and never in the message.
    public mutating func log(to logger: Logger) {
        let earlier = report
        report = { report in
            earlier?(report)
            report.log(to: logger)
        }
    }
}

extension PeerReport {
    /// Writes the verdict as one line.
    public func log(to logger: Logger) {
        var metadata: Logger.Metadata = ["peer": "\(role.rawValue)", "duration": "\(duration)"]
        if let serverName { metadata["name"] = "\(serverName)" }
        switch verdict {
        case .success(let peer):
            if let admitted = peer.admitted { metadata["admitted"] = "\(admitted)" }
            metadata["remembered"] = "\(isRemembered)"
            let warnings = peer.findings.filter { $0.severity == .warning }
            if !warnings.isEmpty { metadata["findings"] = .array(warnings.map { "\($0.code)" }) }
            logger.log(level: warnings.isEmpty ? .debug : .notice, "peer accepted", metadata: metadata)
        case .failure(let error):
            metadata["reason"] = "\(error)"
            let errors = error.failure?.errors ?? []
            if !errors.isEmpty { metadata["findings"] = .array(errors.map { "\($0.code)" }) }
            logger.warning("peer refused", metadata: metadata)
        }
    }
}
