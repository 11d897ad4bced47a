import HoldfastResolving
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("The system and lists as resolvers")
struct SourceTests {
    private func outcome(_ resolver: some Resolver, _ name: String, _ kind: AddressKind = .ipv4) async throws -> String
    {
        let query = ResolverQuery(try DNSName(name), kind, timeout: .seconds(600))
        do throws(ResolverError) {
            let answer = try await resolver.resolve(query)
            #expect(answer.resolver == resolver.name)
            #expect(answer.timeToLive == nil)
            return answer.addresses.map { "\($0)" }.joined(separator: " ")
        } catch {
            #expect(error.resolver == resolver.name)
            return error.code
        }
    }

    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    @Test("the system is asked for one kind, and what it says of another is left out")
    func system() async throws {
        let (four, six) = (try address("192.0.2.9"), try address("2001:db8::9"))
        let low = try address("192.0.2.3")
        let resolver = SystemResolver { host, family in
            #expect(host == "www.example.com")
            return .success(family == .ipv4 ? [four, six, low] : [six])
        }
        #expect(try await outcome(resolver, "www.example.com") == "192.0.2.3 192.0.2.9")
        #expect(try await outcome(resolver, "WWW.example.com.", .ipv6) == "2001:db8::9")
        #expect(resolver.isCacheable == false)
    }

    @Test("a name without addresses of a kind is there; what else goes wrong has its own word")
    func systemFailures() async throws {
        // POSIX, getaddrinfo: EAI_NONAME, "the name does not resolve for the supplied parameters"; RFC 2308 §2.1 and
        // §2.2 tell a name that is not there from one that has nothing of a type.
        let onlyIPv4 = SystemResolver { _, family in
            family == .ipv6
                ? .failure(TransportError(.name, .couldNotResolveHost, Verbatim("no address"), advice: nil))
                : .success([IPAddress("192.0.2.1")].compactMap { $0 })
        }
        #expect(try await outcome(onlyIPv4, "www.example.com", .ipv6) == "")
        #expect(try await outcome(onlyIPv4, "www.example.com") == "192.0.2.1")
        let none = SystemResolver { _, _ in .success([]) }
        #expect(try await outcome(none, "www.example.com") == "")
        let errors: [(TransportError, String)] = [
            (
                TransportError(.name, .couldNotResolveHost, Verbatim("not found"), advice: Verbatim("none")),
                "noSuchName"
            ),
            (TransportError(.name, .lookupFailed, Verbatim("no server"), advice: Verbatim("none")), "unreachable"),
            (TransportError(.name, .timedOut, Verbatim("late"), advice: Verbatim("none")), "timedOut"),
            (TransportError(.name, .cancelled, Verbatim("gone"), advice: Verbatim("none")), "cancelled"),
        ]
        for (error, code) in errors {
            #expect(try await outcome(SystemResolver { _, _ in .failure(error) }, "www.example.com") == code)
        }
    }

    @Test("glibc itself: localhost has an address, a name of `invalid` has none (RFC 6761 §6.4)")
    func machine() async throws {
        #expect(try await outcome(SystemResolver(), "localhost").contains("127.0.0.1"))
        let words = ["noSuchName", "unreachable"]
        #expect(try words.contains(await outcome(SystemResolver(), "nobody.invalid")))
    }

    @Test("a list answers by the most specific pattern, in its order, none twice")
    func list() async throws {
        let (one, two, six) = (try address("192.0.2.1"), try address("192.0.2.2"), try address("2001:db8::1"))
        let domain = try DNSName("example.com")
        let resolver = StaticResolver([
            .host(.dns(try DNSName("www.example.com"))): [two, six, one, two],
            .oneLabelBelow(domain): [one],
            .withSubdomains(domain): [six],
        ])
        #expect(try await outcome(resolver, "www.example.com") == "192.0.2.2 192.0.2.1")
        #expect(try await outcome(resolver, "www.example.com", .ipv6) == "2001:db8::1")
        #expect(try await outcome(resolver, "api.example.com") == "192.0.2.1")
        #expect(try await outcome(resolver, "api.example.com", .ipv6) == "")
        #expect(try await outcome(resolver, "a.b.example.com", .ipv6) == "2001:db8::1")
        #expect(try await outcome(resolver, "example.com", .ipv6) == "2001:db8::1")
        #expect(try await outcome(resolver, "example.org") == "noSuchName")
        #expect(resolver.isCacheable == false)
    }

    @Test("lists that say different things have different identifiers, the same one in every run")
    func identifiers() throws {
        let name = try DNSName("www.example.com")
        let (one, two) = (try address("192.0.2.1"), try address("192.0.2.2"))
        #expect(StaticResolver([name: [one, two]]).identifier == "static:www.example.com=192.0.2.1,192.0.2.2")
        #expect(StaticResolver([name: [one]]).identifier != StaticResolver([name: [two]]).identifier)
    }
}
