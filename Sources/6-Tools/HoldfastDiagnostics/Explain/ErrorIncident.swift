/// Lines that belong together: what a program prints of one failure.
struct ErrorIncident {
    private let first: [UInt8]
    private let number: Int
    private var rows: [Int] = []
    private var host: String?
    private var backend: BackendAddress?
    private var verifyError: Int?
    /// The rows of remedies of which a mark stands in the lines.
    private var marked: Set<Int> = []

    init(first: [UInt8], number: Int) { (self.first, self.number) = (first, number) }

    /// The beginnings of lines that go on with what the line before them says.
    private static let beginnings = [
        " ", "\t", "Caused by:", "*** ", "- ", "code:", "reason:", "library:", "Verif", "verify ", "opensslErrorStack",
        "ERROR: The certificate", "Unable to establish SSL", "error:0",
    ].map { Array($0.utf8) }

    /// Whether a line goes on with what the one before it says: an exception's cause, a place in code, OpenSSL's stack.
    private static func continues(_ line: [UInt8]) -> Bool {
        if beginnings.contains(where: { line.starts(with: $0) }) { return true }
        // The number of a thread, then ":error:" (err_string of OpenSSL).
        let digits = line.prefix { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
        return !digits.isEmpty && line.dropFirst(digits.count).starts(with: Array(":error:".utf8))
    }

    /// Whether a line goes on with what this failure's first one says.
    ///
    /// Of mod_ssl these are OpenSSL's errors, and that the connection ended, in lines of the same process and thread.
    func isContinued(by line: [UInt8]) -> Bool {
        if Self.continues(line) { return true }
        guard let thread = Self.apacheThread(of: line), thread == Self.apacheThread(of: first) else { return false }
        return Self.apacheRests.contains { line.firstRange(of: $0) != nil }
    }

    private static let apacheRests = ["] SSL Library Error: ", "] AH02008: ", "] AH01997: ", "] AH01998: "]
        .map { Array($0.utf8) }

    /// `pid 7:tid 9` of a line of Apache's error log about TLS; nil for any other line.
    private static func apacheThread(of line: [UInt8]) -> ArraySlice<UInt8>? {
        guard line.first == UInt8(ascii: "["), let start = line.firstRange(of: Array("[ssl:".utf8)),
            let process = line[start.upperBound...].firstRange(of: Array("[pid ".utf8)),
            let end = line[process.upperBound...].firstIndex(of: UInt8(ascii: "]"))
        else { return nil }
        return line[process.upperBound..<end]
    }

    mutating func add(_ line: [UInt8], _ found: [ErrorLineTable.Hit], marked: Set<Int>) {
        self.marked.formUnion(marked)
        for hit in found where !rows.contains(hit.row) { rows.append(hit.row) }
        backend = backend ?? NamedServer.backend(of: line)
        verifyError = verifyError ?? RefusedClient.verifyError(in: line)
        host = host ?? NamedServer.of(line, names: found.compactMap(\.host))
    }

    func explanation(_ table: ErrorLineTable, _ remedies: RemedyTable) -> Explanation? {
        let rows = self.rows.map { table.rows[$0] }
        guard let best = rows.filter({ !$0.causes.isEmpty || $0.causesInLog != nil }).map(\.rank).min() else {
            return nil
        }
        let tellers = rows.filter { $0.rank == best && !($0.causes.isEmpty && $0.causesInLog == nil) }
        let proxy = ProxyWords(rows)
        let isServer = proxy == nil && rows.contains { $0.rank == .saysOnlyThat && $0.causesInLog != nil }
        let clients = ["curl", "python", "node", "gnutls", "dotnet"]
        let isClient = proxy != nil || rows.contains { clients.contains($0.program) }
        let reader: Explanation.Reader? = isServer ? .serverLog : isClient ? .client : nil
        var candidates: [Explanation.Candidate] = []
        func add(_ causes: [ErrorCause], _ reader: Explanation.Reader?) {
            for cause in causes where !candidates.contains(where: { $0.cause == cause && $0.reader == reader }) {
                let candidate = Explanation.Candidate(
                    cause, reader: reader, of: rows, proxy, verifyError: verifyError)
                candidates.append(candidate.withInspection(saidBy: rows))
            }
        }
        for row in tellers {
            guard let inLog = row.causesInLog else {
                add(row.causes, nil)
                continue
            }
            if reader != .serverLog { add(row.causes, reader == nil ? .client : nil) }
            if reader != .client { add(inLog, reader == nil ? .serverLog : nil) }
        }
        guard !candidates.isEmpty else { return nil }
        // The frame of the line says whose it is; its words may be a library's.
        let own = rows.first { $0.rank == .saysOnlyThat && !["openssl", "tls"].contains($0.program) }
        return Explanation(
            asked: String(decoding: first.filter { $0 != 0x0d }, as: UTF8.self), line: number,
            program: own?.program ?? tellers[0].program, tellers: tellers.map(Explanation.Teller.init),
            reader: tellers.contains { $0.causesInLog != nil } ? reader : nil,
            host: host, backend: backend, isProxy: proxy != nil, candidates: candidates
        ).withRemedies(remedies, marked: marked)
    }
}
