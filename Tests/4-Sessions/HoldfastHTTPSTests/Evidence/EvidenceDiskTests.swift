import HoldfastAuthority
import HoldfastFiles
import HoldfastStore
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastHTTPS

@Suite("Evidence on the disk", .ownThread)
struct EvidenceDiskTests {
    private let bench: EvidenceBench
    private let now = EvidenceBench.now

    init() throws { bench = try EvidenceBench() }

    @Test("the next process has what this one kept: small answers in the index, long ones in files, all 0600")
    func lasting() throws {
        let (asking, listing) = (try bench.asking(), try bench.list())
        let (response, list) = (try bench.response(), try bench.list(1_000))
        #expect(list.count > IndexTable.inlineLimit)
        let first = bench.disk()
        #expect(first.evidence(for: asking, at: now) == nil)
        #expect(bench.folder.names.isEmpty, "who only looks leaves nothing behind")
        try bench.keep(response, asking, in: first)
        try bench.keep(list, listing, in: first, tag: "\"7\"")
        for disk in [first, bench.disk()] {
            let answer = try #require(disk.evidence(for: asking, at: now))
            #expect(answer.fetch.bytes == response && answer.fetch.isCached && answer.fetch.url == asking.place)
            let found = try #require(disk.evidence(for: listing, at: now))
            #expect(found.fetch.bytes == list && found.fetch.validators.entityTag == "\"7\"")
            #expect(found.fetch.content == .revocationList(SuppliedRevocationList(der: list)))
        }
        // Another certificate, or another place, is another question.
        #expect(bench.disk().evidence(for: try bench.asking(at: "http://other.example/"), at: now) == nil)
        #expect(bench.disk().evidence(for: try EvidenceBench().asking(), at: now) == nil)
        #expect(try bench.folder.mode(of: "evidence") == 0o700)
        #expect(try bench.folder.mode(of: "evidence/evidence.sqlite") == 0o600)
        #expect(try bench.folder.mode(of: "evidence/lists") == 0o700)
        #expect(bench.told.all.isEmpty)
    }

    /// RFC 6960 §2.4: "nextUpdate: The time at or before which newer information will be available".
    @Test("until its own nextUpdate, from when it came; without one it is not kept")
    func until() throws {
        let question = try bench.asking()
        let disk = bench.disk()
        try bench.keep(bench.response(), question, in: disk)
        let end = now.advanced(byDays: 1)
        #expect(disk.evidence(for: question, at: end.advanced(bySeconds: -1)) != nil)
        #expect(disk.evidence(for: question, at: end) == nil)
        #expect(disk.evidence(for: question, at: now.advanced(bySeconds: -1)) == nil, "the clock was set back")
        #expect(throws: SystemError.self) { try bench.kept(bench.response(until: nil), to: question) }
        let nonce = try #require(OCSPNonce([UInt8](repeating: 1, count: 32)))
        #expect(throws: SystemError.self) { try bench.kept(bench.response(nonce: nonce), to: question) }
    }

    @Test("what was changed on the disk, or cut short, is not given, and goes")
    func changed() throws {
        let (asking, listing) = (try bench.asking(), try bench.list())
        try bench.keep(bench.response(), asking, in: bench.disk())
        try bench.keep(bench.list(1_000), listing, in: bench.disk())
        let index = try bench.index()
        try index.execute("UPDATE evidence SET body = substr(body, 1, 99) WHERE body IS NOT NULL")
        #expect(bench.disk().evidence(for: asking, at: now) == nil)
        #expect(bench.told.all == [.badEntries(1)])
        let file = try #require(files.first)
        try bench.folder.write([0x30, 0x00], to: "evidence/lists/\(file)", mode: 0o600)
        #expect(bench.disk().evidence(for: listing, at: now) == nil)
        #expect(try index.integer("SELECT count(*) FROM evidence") == 0)
        #expect(files.isEmpty)
    }

    private var files: [String] { (try? PrivateFolder(bench.path + "/lists").names()) ?? [] }

    @Test(
        "rows that no version has written are read over",
        arguments: [
            "confirmed = 'now'", "until = x'00'", "cost = -1", "digest = NULL", "body = NULL",
            "file = '../../etc/passwd'",
            "tag = x'00'",
        ])
    func rows(change: String) throws {
        let question = try bench.asking()
        try bench.keep(bench.response(), question, in: bench.disk(), tag: "\"1\"")
        // A column that may not be NULL stays as it is, and the row with it.
        try? bench.index().execute("UPDATE evidence SET \(change)")
        let found = bench.disk().evidence(for: question, at: now)
        #expect((found == nil) == !["digest = NULL", "tag = x'00'"].contains(change))
        #expect(found?.fetch.validators.entityTag == (change == "tag = x'00'" ? nil : found.map { _ in "\"1\"" }))
    }

    @Test("a folder that others may write to, or that is no folder, is not touched, and said so")
    func untrusted() throws {
        let question = try bench.asking()
        try bench.folder.makeFolder("evidence", mode: 0o770)
        let open = bench.disk()
        try bench.keep(bench.response(), question, in: open)
        #expect(open.evidence(for: question, at: now) == nil)
        #expect(bench.told.all == [.openToOthers(0o770)])
        try bench.folder.remove("evidence")
        try bench.folder.makeFolder("elsewhere", mode: 0o700)
        try bench.folder.link("evidence", to: "elsewhere")
        try bench.keep(bench.response(), question, in: bench.disk())
        #expect(bench.told.all.last == .wrongKind)
    }

    @Test("files of lists that others may read are not read; nor is a folder of them that others may write to")
    func untrustedLists() throws {
        let question = try bench.list()
        try bench.keep(bench.list(1_000), question, in: bench.disk())
        try bench.folder.setMode(0o777, of: "evidence/lists")
        #expect(bench.disk().evidence(for: question, at: now) == nil)
        #expect(bench.told.all == [.openToOthers(0o777)])
    }

    @Test("a file that is no index is put aside, and made anew")
    func damaged() throws {
        let question = try bench.asking()
        try bench.keep(bench.response(), question, in: bench.disk())
        for ending in ["-wal", "-shm"] { try? bench.folder.remove("evidence/evidence.sqlite" + ending) }
        try bench.folder.write("no database, whatever its name says\n", to: "evidence/evidence.sqlite", mode: 0o600)
        let disk = bench.disk()
        #expect(disk.evidence(for: question, at: now) == nil)
        try bench.keep(bench.response(), question, in: disk)
        #expect(bench.disk().evidence(for: question, at: now) != nil)
        guard case .corrupt(_, keptAs: let place?)? = bench.told.all.first else {
            Issue.record("\(bench.told.all)")
            return
        }
        #expect(place.hasSuffix("evidence.sqlite.corrupt-1"))
    }

    /// What a place on the disk says is worth no more than what the network says.
    @Test("a response that somebody else has put there is judged, does not count, and goes")
    func forged() async throws {
        let (other, question) = (try EvidenceBench(), try bench.asking())
        var template = OCSPResponseTemplate(at: now)
        template.answer(try bench.issuer.certID(for: bench.certificate.serialNumber), .good)
        try bench.keep(try other.issuer.issue(template), question, in: bench.disk())
        var configuration = EvidenceFetcher.Configuration()
        configuration.storage = EvidenceFetcher.Storage(folder: bench.path) { [told = bench.told] in
            told.add($0.reason)
        }
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.anchors = .only([try Certificate(der: bench.issuer.certificate)])
        (policy.revocation, policy.fetching) = (.soft, EvidenceFetching(revocation: .ocsp))
        let proof = try await TrustEngine().evaluate(
            try ServerTrust(derChain: [Array(bench.certificate.bytes)]), with: policy, at: now,
            using: EvidenceFetcher(configuration: configuration))
        let check = try #require(proof.revocationChecks.first)
        #expect(check.fetches.map(\.isCached) == [true] && check.sources.isEmpty)
        #expect(proof.findings.contains { $0.code == .revocationUnknown })
        #expect(bench.disk().evidence(for: question, at: now) == nil)
        #expect(bench.told.all.isEmpty)
    }

    @Test("of too many, and of too many bytes, the oldest go, with their files")
    func limits() throws {
        let few = bench.disk(entries: 3)
        let questions = try (0..<5).map { try bench.asking(at: "http://ocsp.example/\($0)") }
        for question in questions { try bench.keep(bench.response(), question, in: few) }
        #expect(questions.map { few.evidence(for: $0, at: now) != nil } == [false, false, true, true, true])
        // Kept once more, it is the youngest.
        try bench.keep(bench.response(), questions[2], in: few)
        try bench.keep(bench.response(), questions[0], in: few)
        #expect(questions.map { few.evidence(for: $0, at: now) != nil } == [true, false, true, false, true])

        let list = try bench.list(1_000)
        let small = bench.disk(bytes: 2 * list.count + 10_000)
        let places = try (0..<3).map { try bench.list(at: "http://crl.example/\($0)") }
        for place in places { try bench.keep(list, place, in: small) }
        #expect(places.map { small.evidence(for: $0, at: now) != nil } == [false, true, true])
        #expect(files.count == 2)
        let tiny = bench.disk(bytes: list.count)
        try bench.keep(list, places[0], in: tiny)
        #expect(tiny.evidence(for: places[0], at: now) == nil)
    }

    @Test("what has ended goes with the next that is kept; all goes where it is asked to")
    func ends() throws {
        let disk = bench.disk()
        try bench.keep(bench.response(), bench.asking(), in: disk)
        let later = now.advanced(byDays: 2)
        let list = try bench.list()
        disk.keep(try bench.kept(bench.list(1_000), to: list, at: later), for: list, at: later)
        let index = try bench.index()
        #expect(try index.integer("SELECT count(*) FROM evidence") == 1)
        disk.removeAll()
        #expect(try index.integer("SELECT count(*) FROM evidence") == 0 && files.isEmpty)
        #expect(disk.evidence(for: list, at: later) == nil)
    }

    @Test("a list that its place has confirmed is fresh from then on; one question dropped leaves the others")
    func confirmed() throws {
        let (asking, list) = (try bench.asking(), try bench.list())
        let disk = bench.disk()
        try bench.keep(bench.list(1), list, in: disk)
        try bench.keep(bench.response(), asking, in: disk)
        let later = now.advanced(bySeconds: 90_000)
        #expect(disk.evidence(for: list, at: later)?.isFresh(at: later, for: .seconds(86_400)) == false)
        disk.confirm(list, at: later)
        #expect(bench.disk().evidence(for: list, at: later)?.isFresh(at: later, for: .seconds(86_400)) == true)
        disk.drop(list)
        #expect(bench.disk().evidence(for: list, at: later) == nil)
        #expect(bench.disk().evidence(for: asking, at: now) != nil)
    }
}
