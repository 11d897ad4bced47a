import HoldfastCrypto
import HoldfastHTTPS
import HoldfastJSON
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// One look at a file of pins.
struct PinLintPass {
    private(set) var findings: [PinLint.Finding] = []
    let certificates: [Certificate]
    let instant: Instant
    let suffixes: PublicSuffixes?

    init(certificates: [Certificate], instant: Instant, suffixes: PublicSuffixes?) {
        (self.certificates, self.instant, self.suffixes) = (certificates, instant, suffixes)
    }

    mutating func report(
        _ rule: PinLintRule, _ sentence: PinLintSentence, _ entry: PinFile.Entry, at place: String? = nil,
        as severity: Severity? = nil
    ) {
        findings.append(
            PinLint.Finding(
                rule: rule, severity: severity ?? rule.severity, statement: sentence.statement,
                pattern: entry.pattern, place: place ?? entry.place))
    }

    mutating func look(at file: PinFile) {
        // What is wrong with single pins is said below, with more to it.
        for problem in file.problems where !problem.isAboutPins {
            findings.append(
                PinLint.Finding(
                    rule: .invalidPolicy, severity: .error,
                    statement: PinLintSentence.member(path: problem.path, problem.statement).statement, pattern: "",
                    place: "\(problem.position)"))
        }
        let othersEnd = file.entries.contains { $0.expiry != nil }
        var seen: [String: PinFile.Entry] = [:]
        for entry in file.entries {
            lookAtPattern(of: entry)
            lookAtReports(of: entry)
            guard entry.isAboutPins else { continue }
            if let first = seen[entry.pattern], first.pins.map(\.text) != entry.pins.map(\.text) {
                report(
                    .repeatedPattern, .repeated(pattern: entry.pattern, place: first.place), entry)
            }
            seen[entry.pattern] = entry
            guard !entry.isExcluded else {
                lookAtExclusion(entry, in: file)
                continue
            }
            lookAtPins(of: entry)
            lookAtBackup(of: entry)
            lookAtLife(of: entry, othersEnd)
            if entry.enforcement == .reportOnly {
                report(.reportOnly, .reportOnly, entry)
            }
        }
    }

    private mutating func lookAtPattern(of entry: PinFile.Entry) {
        guard !entry.pattern.isEmpty else { return }
        do throws(HostPatternError) {
            _ = try HostPattern(entry.pattern, publicSuffixes: suffixes)
        } catch {
            switch error {
            case .publicSuffix: report(.publicSuffix, .pattern(error.statement), entry)
            case .notAHost, .moreThanAHost: report(.invalidPattern, .pattern(error.statement), entry)
            }
        }
    }

    private mutating func lookAtExclusion(_ entry: PinFile.Entry, in file: PinFile) {
        guard let own = try? HostPattern(entry.pattern, publicSuffixes: suffixes) else { return }
        let isNeeded = file.entries.contains { other in
            guard !other.isExcluded, !other.pins.isEmpty,
                let pattern = try? HostPattern(other.pattern, publicSuffixes: suffixes)
            else { return false }
            return pattern != own && pattern.contains(own)
        }
        if !isNeeded {
            report(.needlessExclusion, .needless(pattern: entry.pattern), entry)
        }
    }

    private mutating func lookAtReports(of entry: PinFile.Entry) {
        let own = try? HostPattern(entry.pattern, publicSuffixes: suffixes)
        for text in entry.reportURIs {
            guard let uri = ReportURI(text) else {
                report(.invalidReportURI, .noReportURL(text: ShownURL.text(of: text)), entry)
                continue
            }
            if !uri.isSecure {
                report(.plainReportURI, .plainReportURL(text: ShownURL.text(of: text)), entry)
            }
            if !entry.isExcluded, !entry.pins.isEmpty, own?.matches(uri.host) ?? false {
                report(.pinnedReportURI, .pinnedReportURL(text: text), entry)
            }
        }
    }

    private mutating func lookAtLife(of entry: PinFile.Entry, _ othersEnd: Bool) {
        guard let expiry = entry.expiry else {
            if othersEnd { report(.noExpiry, .noExpiry, entry) }
            return
        }
        let effect: PinLintSentence.Effect =
            switch expiry.mode {
            case .open, .warn: .unpinned
            case .closed: .refused
            }
        if expiry.end <= instant {
            report(.expired, .expired(end: expiry.end, effect), entry)
        } else if expiry.end <= instant.advanced(bySeconds: PinLint.notice) {
            report(.expiresSoon, .expiresSoon(end: expiry.end, effect), entry)
        }
    }
}

/// The URI of reports about pin failures: its server, and whether the scheme is https.
private struct ReportURI {
    let isSecure: Bool
    let host: ServerName

    /// Nil for what no session would dial.
    init?(_ text: String) {
        // Nothing is sent there: what is said about it is that it is in the clear.
        guard let url = try? HTTPSURL(dangerouslyAllowingPlainHTTP: text) else { return nil }
        (isSecure, host) = (!url.isPlainHTTP, url.serverName)
    }
}

extension DocumentProblem {
    /// Whether it is about the pins of a group, or the names that they are for.
    fileprivate var isAboutPins: Bool {
        let ends = PinSet.Group.allCases.map { ".pins.\($0.rawValue)" }
        let item = path.hasSuffix("].\(PinsCodec.PinName.pin.rawValue)") ? path.dropLast(4) : path[...]
        let list = item.hasSuffix("]") ? item.prefix { $0 != "[" }[...] : item
        return ends.contains { list.hasSuffix($0) } || path.hasSuffix("\"") && path.hasPrefix("hosts.")
    }
}
