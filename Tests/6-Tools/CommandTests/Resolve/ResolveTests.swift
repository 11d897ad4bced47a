import TestSupport
import Testing

/// `holdfast resolve`: the answers of several sources side by side.
@Suite("What resolvers say, side by side", .ownThread)
struct ResolveTests {
    @Test("JSON: one line for each name, source and kind, in the order of the arguments, A before AAAA")
    func json() throws {
        try Script(
            """
            $ holdfast resolve --json WWW.Example.com --resolver static:www.example.com=192.0.2.1,2001:db8::1 \
            --resolver static:other.example=192.0.2.9
            > {"addresses":[{"address":"192.0.2.1"}],"error":null,"host":"www.example.com","kind":"A","milliseconds":…,"name":"WWW.Example.com","schema":"holdfast.resolution/1","source":"static:www.example.com=192.0.2.1,2001:db8::1","ttl":null}
            > {"addresses":[{"address":"2001:db8::1"}],"error":null,"host":"www.example.com","kind":"AAAA","milliseconds":…,"name":"WWW.Example.com","schema":"holdfast.resolution/1","source":"static:www.example.com=192.0.2.1,2001:db8::1","ttl":null}
            > {"addresses":[],"error":{"code":"noSuchName","message":"there is no such \
            name"},"host":"www.example.com","kind":"A","milliseconds":…,"name":"WWW.Example.com","schema":"holdfast.resolution/1","source":"static:other.example=192.0.2.9","ttl":null}
            > {"addresses":[],"error":{"code":"noSuchName","message":"there is no such \
            name"},"host":"www.example.com","kind":"AAAA","milliseconds":…,"name":"WWW.Example.com","schema":"holdfast.resolution/1","source":"static:other.example=192.0.2.9","ttl":null}
            """
        ).run(in: Folder())
    }

    @Test("text: a table for each name; that a source does not know it is an answer")
    func text() throws {
        try Script(
            """
            $ holdfast resolve www.example.com --resolver static:www.example.com=192.0.2.1,192.0.2.2 --resolver \
            static:other.example=192.0.2.9
            > www.example.com
            >   source                                      type  address    TTL  time
            >   static:www.example.com=192.0.2.1,192.0.2.2  A     192.0.2.1  -    …
            >                                                     192.0.2.2
            >                                               AAAA  -          -    …no address of this type
            >   static:other.example=192.0.2.9              A     -          -    …there is no such name
            >                                               AAAA  -          -    …there is no such name
            """
        ).run(in: Folder())
    }

    @Test("text in Chinese: the same table, its columns as wide as a terminal shows them; errors and hints too")
    func chinese() throws {
        try Script(
            """
            $ holdfast resolve www.example.com --language zh-Hans -4 --resolver static:www.example.com=192.0.2.1 \
            --resolver static:other.example=192.0.2.9
            > www.example.com
            >   来源                              类型  地址       TTL  用时
            >   static:www.example.com=192.0.2.1  A     192.0.2.1  -    …
            >   static:other.example=192.0.2.9    A     -          -    …没有这个名称
            $ holdfast resolve b.example --language zh-Hans -4 --quiet --resolver static:a.example=192.0.2.1
            ! holdfast: b.example：没有来源给出地址
            ! 提示：请检查拼写，或询问另一个解析器
            = 3
            """
        ).run(in: Folder())
    }

    @Test("-4 and -6 choose the kind that is asked for; --quiet leaves the exit code")
    func kinds() throws {
        let folder = try Folder()
        let both = ["--resolver", "static:a.example=192.0.2.1,2001:db8::1"]
        for (option, kind, address) in [("-4", "A", "192.0.2.1"), ("-6", "AAAA", "2001:db8::1")] {
            let run = try CommandRun("holdfast", ["resolve", "a.example", "--json", option] + both, in: folder)
            let lines = try Resolution.all(run.output)
            #expect(lines.map(\.kind) == [kind] && lines.map { $0.addresses.map(\.address) } == [[address]])
        }
        let quiet = try CommandRun("holdfast", ["resolve", "a.example", "--quiet"] + both, in: folder)
        #expect(quiet.exitCode == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
    }

    @Test("several names, also from standard input, in their order; the first that fails is the exit code")
    func names() throws {
        try Script(
            """
            $ holdfast resolve - --json -4 --resolver static:a.example=192.0.2.1
            < # what to look up
            < a.example
            <
            < b.example # not there
            < bücher.example
            > {"addresses":[{"address":"192.0.2.1"}],…"name":"a.example"…
            > {"addresses":[],"error":{"code":"noSuchName"…"name":"b.example"…
            > {"addresses":[],"error":{"code":"noSuchName"…"host":"xn--bcher-kva.example"…"name":"bücher.example"…
            ! holdfast: b.example: no source has an address
            ! hint: check the spelling, or ask another resolver
            ! holdfast: bücher.example: no source has an address
            ! hint: check the spelling, or ask another resolver
            = 3
            $ holdfast resolve -
            < a.example
            < http://b.example
            ! holdfast: standard input, line 2: 'http://b.example' is no https URL
            ! hint: …
            = 2
            $ holdfast resolve -
            ! holdfast: standard input names no name
            ! hint: write one name a line
            = 2
            """
        ).run(in: Folder())
    }

    @Test("without --resolver the system and its hosts file are asked, both for A and AAAA")
    func standard() throws {
        let run = try CommandRun("holdfast", ["resolve", "localhost", "--json"], in: Folder())
        let lines = try Resolution.all(run.output)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(lines.map { "\($0.source) \($0.kind)" } == ["system A", "system AAAA", "hosts A", "hosts AAAA"])
        // RFC 6761 §6.3: name resolution APIs give loopback addresses for it.
        #expect(lines[0].addresses.map(\.address).contains("127.0.0.1"), "\(run.output)")
    }

    @Test("a hosts file of one's own")
    func hosts() throws {
        let folder = try Folder()
        try folder.write("names", "192.0.2.7 a.example\n2001:db8::7 a.example # six\n192.0.2.8 b.example\n")
        let run = try CommandRun(
            "holdfast", ["resolve", "a.example", "--json", "--resolver", "hosts:names"], in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try Resolution.all(run.output).map { $0.addresses.map(\.address) } == [["192.0.2.7"], ["2001:db8::7"]])
    }
}
