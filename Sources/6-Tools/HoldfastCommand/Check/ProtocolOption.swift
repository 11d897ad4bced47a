import HoldfastDiagnostics
import HoldfastStatements
import HoldfastTracing
import HoldfastX509

extension CommandOption {
    static let protocols = CommandOption(
        "--protocols", in: .connection,
        help: "also ask which versions of TLS, suites, groups and more a server takes, by hellos alone",
        chinese: "另用 ClientHello 询问服务器支持的 TLS 版本、密码套件、密钥交换组等")
}

/// The option that has a server asked what it speaks.
enum ProtocolOption {
    /// Whether it is given.
    static func parse(_ invocation: Invocation, dial: DialOptions) throws(CommandError) -> Bool {
        guard invocation.has(.protocols) else { return false }
        try dial.allowDiagnosticClient(of: CommandOption.protocols.name)
        return true
    }
}

extension LiveServer {
    /// The versions of TLS that a server speaks, at the address that it was judged at; nil where it could not be
    /// reached.
    ///
    /// - Parameters:
    ///   - report: the verdict by the hello of `check` itself; a refused server is asked as any other, since nothing is
    ///     sent but hellos.
    ///   - pace: the bounds on new connections, which hold for each hello.
    func protocols(
        of target: Target, at address: IPAddress?, besides report: VerdictReport, pace: ConnectionPace
    ) async -> ProtocolReport? {
        guard let place = await placeOfJudged(target, at: address, besides: report) else { return nil }
        let counted = address ?? report.connection?.address.flatMap { IPAddress($0) }
        if let counted { await pace.enter(counted) }
        defer { if let counted { pace.leave(counted) } }
        var bounds = SurveyLimits()
        if pace.hasRate { bounds.turn = { pace.slot() } }
        var wanted = TraceConfiguration(policy: policy(for: target))
        if target.startTLS != nil { wanted.applicationProtocols = [] }
        return ProtocolReport(await client.survey(place, prepared(wanted, for: target, within: nil), within: bounds))
    }
}
