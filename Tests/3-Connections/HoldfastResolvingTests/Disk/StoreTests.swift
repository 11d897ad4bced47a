import Foundation
import HoldfastFiles
import HoldfastResolving
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

struct StoreTests {
    private let bench: StoreBench
    private let resolver = ScriptedResolver { query, _ throws(ResolverError) in
        switch (query.name.text, query.kind) {
        case ("missing.example.com", _):
            throw ResolverError(.noSuchName, from: "scripted", timeToLive: .seconds(600))
        case ("broken.example.com", _): throw ResolverError(.timedOut, from: "scripted")
        case (_, .ipv6):
            let addresses = ["2001:db8::1", "2001:db8::2"].compactMap { IPAddress($0) }
            return ResolverAnswer(addresses, timeToLive: .seconds(3_600), from: "scripted")
        default: return .of(1, 2, 3, seconds: 3_600)
        }
    }

    init() throws { bench = try StoreBench() }

    private func ask(
        _ cache: ResolverCache, _ name: String, _ kind: AddressKind = .ipv4
    ) async -> Result<ResolverAnswer, ResolverError> {
        do throws(ResolverError) {
            guard let name = try? dnsName(name) else { throw ResolverError(.unusable("name"), from: "test") }
            return .success(try await cache.answer(to: ResolverQuery(name, kind), from: resolver))
        } catch {
            return .failure(error)
        }
    }

    @Test func answersComeBackWithTheirAge() async throws {
        let cache = bench.cache()
        _ = await ask(cache, "www.example.com")
        _ = await ask(cache, "www.example.com", .ipv6)
        _ = await ask(cache, "missing.example.com")
        _ = await ask(cache, "broken.example.com")
        bench.clock.advance(by: .seconds(50))
        cache.flush()
        bench.clock.advance(by: .seconds(50))
        let second = bench.cache()
        // That a resolver failed is of no use to another process.
        #expect(second.statistics.fromDisk == 3)
        let (asked, answer) = (resolver.asked, try await ask(second, "www.example.com").get())
        #expect(answer.addresses == [try address(1), try address(2), try address(3)])
        // When it was asked, and not when it was written.
        #expect(answer.age == .seconds(100))
        #expect(answer.resolver == "scripted")
        #expect(answer.timeToLive == .seconds(3_600))
        #expect(!answer.isStale)
        #expect(
            try await ask(second, "www.example.com", .ipv6).get().addresses.map(\.description) == [
                "2001:db8::1", "2001:db8::2",
            ])
        #expect(
            await ask(second, "missing.example.com")
                == .failure(ResolverError(.noSuchName, from: "scripted", timeToLive: .seconds(600))))
        #expect(resolver.asked == asked)
        #expect(bench.problems.isEmpty)
    }

    @Test func whatIsTooOldIsNotTakenUp() async throws {
        let cache = bench.cache()
        _ = await ask(cache, "www.example.com")
        _ = await ask(cache, "missing.example.com")
        cache.flush()
        bench.clock.advance(by: .seconds(600))
        #expect(bench.cache().statistics.fromDisk == 1)
        bench.clock.advance(by: .seconds(3_000 + 86_399))
        #expect(bench.cache().statistics.fromDisk == 1)
        bench.clock.advance(by: .seconds(1))
        #expect(bench.cache().statistics.fromDisk == 0)
    }

    @Test func forTheirOwnerAlone() async throws {
        let path = bench.folder + "/new/deeper/answers.sqlite"
        let cache = bench.cache(bench.store(at: path))
        _ = await ask(cache, "www.example.com")
        cache.flush()
        #expect(try bench.mode(path) == 0o600)
        #expect(try bench.mode(bench.folder + "/new/deeper") == 0o700)
        for beside in ["-wal", "-shm"] where bench.contents(path + beside) != nil {
            #expect(try bench.mode(path + beside) == 0o600)
        }
    }

    @Test func aBurstIsWrittenSoonWithoutAFlush() async throws {
        let cache = bench.cache()
        _ = await ask(cache, "www.example.com")
        try await eventually("written") { bench.cache().statistics.fromDisk == 1 }
    }

    @Test func forgottenOnDiskToo() async throws {
        let cache = bench.cache()
        for name in ["one.example.com", "two.example.com", "missing.example.com"] { _ = await ask(cache, name) }
        cache.flush()
        cache.remove(try dnsName("one.example.com"))
        #expect(bench.cache().statistics.fromDisk == 2)
        cache.removeAll()
        #expect(bench.cache().statistics.fromDisk == 0)
        // No name is left in what is free in the file, or in its log.
        for file in bench.files {
            let bytes = try #require(bench.contents(bench.folder + "/" + file))
            #expect(bytes.range(of: Data("example.com".utf8)) == nil, "\(file)")
        }
    }

    @Test func rowsAreBounded() async throws {
        let store = bench.store { $0.rows = 10 }
        let cache = bench.cache(store)
        for number in 0..<30 {
            bench.clock.advance(by: .seconds(1))
            _ = await ask(cache, "n\(number).example.com")
            if number % 7 == 0 { cache.flush() }
        }
        cache.flush()
        let second = bench.cache()
        #expect(second.statistics.fromDisk == 10)
        let asked = resolver.asked
        for number in 20..<30 { _ = await ask(second, "n\(number).example.com") }
        #expect(resolver.asked == asked)
    }

    @Test func bytesAreBounded() async throws {
        let store = bench.store { $0.bytes = 128 << 10 }
        let cache = bench.cache(store)
        let long = String(repeating: "a", count: 60)
        for number in 0..<3_000 {
            _ = await ask(cache, "n\(number).\(long).\(long).example.com")
            if number % 100 == 99 { cache.flush() }
        }
        #expect(bench.problems.contains(.full))
        #expect(bench.problems.count == 1)
        #expect(try #require(bench.contents(bench.path)).count <= 128 << 10)
        // It goes on after that.
        _ = await ask(cache, "last.example.com")
        cache.flush()
        let second = bench.cache()
        let asked = resolver.asked
        _ = await ask(second, "last.example.com")
        #expect(resolver.asked == asked)
    }

    @Test func twoProcessesShareIt() async throws {
        let (one, other) = (ResolverCache(store: bench.store()), ResolverCache(store: bench.store()))
        _ = await ask(one, "one.example.com")
        _ = await ask(other, "two.example.com")
        one.flush()
        other.flush()
        #expect(bench.cache().statistics.fromDisk == 2)
        #expect(bench.problems.isEmpty)
    }
}
