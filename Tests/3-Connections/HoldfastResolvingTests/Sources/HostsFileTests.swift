import FoundationEssentials
import HoldfastResolving
import HoldfastTrust
import TestSupport
import Testing

@Suite("A file of hosts (hosts(5))")
struct HostsFileTests {
    /// The example of hosts(5), and what Debian's installer writes.
    private static let text = """
        # The following lines are desirable for IPv4 capable hosts
        127.0.0.1       localhost

        # 127.0.1.1 is often used for the FQDN of the machine
        127.0.1.1       thishost.example.org   thishost
        192.168.1.10    foo.example.org        foo
        192.168.1.13    bar.example.org        bar
        146.82.138.7    master.debian.org      master
        209.237.226.90  www.opensource.org

        # The following lines are desirable for IPv6 capable hosts
        ::1             localhost ip6-localhost ip6-loopback
        ff02::1         ip6-allnodes
        ff02::2         ip6-allrouters

        """

    private func addresses(_ file: HostsFile, _ name: String) throws -> [String]? {
        file.addresses[try DNSName(name)]?.map { "\($0)" }
    }

    @Test("the manual's example is read")
    func example() throws {
        let file = HostsFile(Array(Self.text.utf8))
        #expect(file.problems.isEmpty)
        #expect(try addresses(file, "localhost") == ["127.0.0.1", "::1"])
        #expect(try addresses(file, "thishost") == ["127.0.1.1"])
        #expect(try addresses(file, "foo.example.org") == ["192.168.1.10"])
        #expect(try addresses(file, "ip6-allrouters") == ["ff02::2"])
        #expect(try addresses(file, "nobody.example.org") == nil)
        #expect(file.addresses.count == 14)
    }

    @Test("case, tabs, carriage returns, a comment behind a line, repeated names and a last line without an end")
    func spelling() throws {
        let file = HostsFile(
            Array("\t192.0.2.1\tWWW.Example.COM # here\r\n192.0.2.2 www.example.com.\n192.0.2.1 www.example.com".utf8))
        #expect(file.problems.isEmpty)
        #expect(try addresses(file, "www.example.com") == ["192.0.2.1", "192.0.2.2"])
    }

    @Test("lines that are none are told, with their number, and leave the others alone")
    func problems() throws {
        let text = """
            www.example.com 192.0.2.1
            192.0.2.1
            192.0.2.01 www.example.com
            fe80::1%eth0 www.example.com
            192.0.2.5 -bad- good.example.com
            192.0.2.6 bücher.example
            192.0.2.7 \(String(repeating: "a.", count: 200))b
            192.0.2.8 other.example.com
            """
        let file = HostsFile(Array(text.utf8))
        #expect(file.problems.map(\.line) == [1, 2, 3, 4, 5, 6, 7])
        #expect(file.problems.allSatisfy { (1...400).contains($0.description.utf8.count) })
        #expect(Set(file.addresses.keys.map(\.text)) == ["good.example.com", "other.example.com"])
    }

    @Test("of a file that is all wrong a hundred lines are told, and bytes that are no text are lines like others")
    func bounded() {
        let wrong = HostsFile(Array(String(repeating: "nonsense here\n", count: 5_000).utf8))
        #expect(wrong.problems.count == HostsFile.maximumProblems)
        #expect(wrong.addresses.isEmpty)
        let bytes = HostsFile([0xff, 0xfe, 0x00, 0x0a, 0x31])
        #expect(bytes.problems.map(\.line) == [1, 2])
    }
}

@Suite("Addresses from a file of hosts")
struct HostsFileResolverTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("hosts") }

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }

    private func ask(
        _ resolver: HostsFileResolver, _ name: String, _ kind: AddressKind = .ipv4
    ) async throws -> String {
        let query = ResolverQuery(try DNSName(name), kind)
        do throws(ResolverError) {
            let answer = try await resolver.resolve(query)
            #expect(answer.timeToLive == nil)
            return answer.addresses.map { "\($0)" }.joined(separator: " ")
        } catch {
            return error.code
        }
    }

    @Test("one kind at a time; a name with the other kind alone is there; one that is not in the file is not")
    func kinds() async throws {
        try write("192.0.2.1 both.example\n2001:db8::1 both.example six.example\n")
        let resolver = HostsFileResolver(path: path)
        #expect(try await ask(resolver, "both.example") == "192.0.2.1")
        #expect(try await ask(resolver, "BOTH.example", .ipv6) == "2001:db8::1")
        #expect(try await ask(resolver, "six.example") == "")
        #expect(try await ask(resolver, "seven.example") == "noSuchName")
        #expect(resolver.isCacheable == false)
        #expect(resolver.identifier == "hosts:\(path)")
    }

    @Test("a file that was changed, replaced or taken away is looked at anew")
    func changes() async throws {
        try write("192.0.2.1 www.example\n")
        let resolver = HostsFileResolver(path: path)
        #expect(try await ask(resolver, "www.example") == "192.0.2.1")
        try write("192.0.2.22 www.example\nbroken\n")
        #expect(try await ask(resolver, "www.example") == "192.0.2.22")
        #expect(try resolver.problems().map(\.line) == [2])
        try FileManager.default.removeItem(atPath: path)
        #expect(try await ask(resolver, "www.example") == "unusable")
        try write("192.0.2.3 www.example\n")
        #expect(try await ask(resolver, "www.example") == "192.0.2.3")
    }

    @Test("a file as large as may be is read, one byte more is refused; a folder is no file")
    func limits() async throws {
        let line = "192.0.2.1 www.example\n"
        try write(line + String(repeating: "#", count: HostsFileResolver.maximumBytes - line.utf8.count))
        let resolver = HostsFileResolver(path: path)
        #expect(try await ask(resolver, "www.example") == "192.0.2.1")
        try write(line + String(repeating: "#", count: HostsFileResolver.maximumBytes - line.utf8.count + 1))
        #expect(try await ask(resolver, "www.example") == "tooLarge")
        #expect(try await ask(HostsFileResolver(path: "/tmp"), "www.example") == "unusable")
    }
}
