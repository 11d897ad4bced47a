import HoldfastStatements
import HoldfastDiagnostics
import HoldfastTracing
import HoldfastX509

extension CommandOption {
    static let asClient = CommandOption(
        "--as", "CLIENT", repeatable: true, in: .connection,
        help: "also ask as this client would, and judge what it is shown: "
            + "\(ClientOptions.words.joined(separator: ", "))",
        chinese: "也像该客户端那样询问，并判定出示给它的证书：\(ClientOptions.words.joined(separator: "、"))")
}

/// The clients whose hellos `check` sends besides its own.
struct ClientOptions: Sendable {
    /// The word for every client.
    private static let all = "all"

    let clients: [RecordedClient]
    /// The clients that were asked for by name.
    let named: Set<String>

    /// The words that the option takes.
    static var words: [String] { names + [all] }

    private static var names: [String] {
        (try? RecordedClient.all())?.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } ?? []
    }

    /// Reads the option; nil where it is not given.
    init?(_ invocation: Invocation, dial: DialOptions) throws(CommandError) {
        let words = invocation.values(.asClient)
        guard !words.isEmpty else { return nil }
        for word in words where !Self.words.contains(word) {
            throw .usage(
                CheckSentence.unknownClient(word: word),
                hint: CheckAdvice.clients(names: Self.words.joined(separator: ", ")))
        }
        try invocation.exclude([.asClient], beside: .table, CheckAdvice.ownTable)
        try dial.allowDiagnosticClient(of: CommandOption.asClient.name)
        named = Set(words).subtracting([Self.all])
        guard let known = try? RecordedClient.all() else {
            throw CommandError(.internalError, CheckSentence.noTable)
        }
        clients = words.contains(Self.all) ? known : known.filter { [named] client in named.contains(client.name) }
    }
}

extension LiveServer {
    /// Clients' ways with a server, at the address that it was judged at; nil where it could not be reached.
    ///
    /// - Parameter report: the verdict by the hello of `check` itself.
    func clients(
        _ options: ClientOptions, on target: Target, at address: IPAddress?, besides report: VerdictReport
    ) async -> ClientsReport? {
        guard let place = await placeOfJudged(target, at: address, besides: report) else { return nil }
        var wanted = TraceConfiguration(policy: policy(for: target))
        if target.startTLS != nil { wanted.applicationProtocols = [] }
        let answers = await client.ask(place, as: options.clients, prepared(wanted, for: target, within: nil))
        return ClientsReport(answers, named: options.named, besides: report)
    }

    /// The place of a server that was judged, to ask it again; nil where it could not be reached.
    ///
    /// - Parameter address: the address that was asked for; nil for that of the verdict.
    func placeOfJudged(
        _ target: Target, at address: IPAddress?, besides report: VerdictReport
    ) async -> TraceTarget? {
        if let failure = report.failure, [.name, .connect, .internal].contains(failure.phase) { return nil }
        let judged = dial.proxy == nil ? report.connection?.address.flatMap(IPAddress.init) : nil
        return try? await place(of: target, at: address ?? judged)
    }
}
