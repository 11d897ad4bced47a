import HoldfastDiagnostics
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastTracing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// Reports about several targets in their order, of which one that lacks its issuer waits for another that sends it.
struct IssuersOfOthers {
    /// Targets that wait behind one that lacks its issuer; with more, it is told without.
    private static let maximumWaiting = 1_000

    private let targets: [Target]
    private let server: LiveServer
    private var sent = SentIssuers()
    private var finished: [Int: [VerdictReport]] = [:]
    private var next = 0
    private var received = 0

    init(_ targets: [Target], _ server: LiveServer) {
        self.targets = targets
        self.server = server
    }

    /// Takes in the reports about a target.
    mutating func add(_ reports: [VerdictReport], of index: Int) {
        let (target, server) = (targets[index], server)
        for report in reports {
            sent.add(report) { Self.command(saving: $0, of: target, in: report, by: server) }
        }
        finished[index] = reports
        received += 1
    }

    /// The reports about the next target that is to be told; nil where it has to wait.
    mutating func following() -> (index: Int, reports: [VerdictReport])? {
        guard var reports = finished[next] else { return nil }
        let mayWait = received < targets.count && finished.count < Self.maximumWaiting
        for index in reports.indices where reports[index].lacksIssuer {
            if !sent.name(in: &reports[index]), mayWait { return nil }
        }
        finished[next] = nil
        next += 1
        return (next - 1, reports)
    }

    /// The command that saves a certificate of a server's list.
    ///
    /// - Parameter place: in the list, from 0, as `convert --index` counts.
    private static func command(
        saving place: Int, of target: Target, in report: VerdictReport, by server: LiveServer
    ) -> String {
        var words = ["openssl s_client -connect \(address(of: target, in: report, by: server))"]
        if let proxy = server.dial.proxy {
            guard proxy.kind == .http else {
                // openssl takes no other kind; the page has each certificate to be saved.
                return "holdfast check \(target.text) --proxy \(proxy) --report page.html"
            }
            words.append("-proxy \(proxy.host):\(proxy.port)")
        }
        if case .dns(let name) = target.url.serverName, server.dial.sendsServerName {
            words.append("-servername \(name.text)")
        } else {
            words.append("-noservername")
        }
        if let startTLS = target.startTLS {
            words.append(startTLS.beginsInClear ? "-starttls \(startTLS.rawValue)" : "-alpn postgresql")
        }
        words.append("-showcerts </dev/null | holdfast convert - --index \(place) --to pem --out issuer.pem")
        return words.joined(separator: " ")
    }

    /// The host and port as the user named them, or where an option or `--all-addresses` led.
    private static func address(of target: Target, in report: VerdictReport, by server: LiveServer) -> String {
        let isLed = server.dial.saysAddresses || report.addressOfTarget != nil
        guard isLed, server.dial.proxy == nil, let text = report.connection?.address, let address = IPAddress(text)
        else { return target.authority }
        return "\(Endpoint(address, port: server.session.dialledPort(of: target.url)))"
    }
}
