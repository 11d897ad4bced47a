import TestSupport
import Testing

/// What `resolve`, `--resolver` and its companions refuse, in which words.
@Suite("Resolvers on the command line", .ownThread)
struct ResolveUsageTests {
    @Test("resolvers that are none, with what was meant")
    func specifications() throws {
        try Script(
            """
            $ holdfast resolve a.example --resolver systm
            ! holdfast: --resolver: 'systm': it is no resolver
            ! hint: did you mean system?
            = 2
            $ holdfast resolve a.example --resolver host:/etc/hosts
            ! holdfast: --resolver: 'host:/etc/hosts': it is no resolver
            ! hint: did you mean hosts:/etc/hosts?
            = 2
            $ holdfast resolve a.example --resolver hosts:
            ! holdfast: --resolver: 'hosts:': it names no file
            ! hint: write hosts:PATH, or hosts
            = 2
            $ holdfast resolve a.example --resolver something-else-entirely
            ! holdfast: --resolver: 'something-else-entirely': it is no resolver
            ! hint: resolvers are system, hosts[:PATH], static:NAME=ADDRESS, https://… and provider:…
            = 2
            $ holdfast resolve a.example --resolver 192.0.2.53
            ! holdfast: --resolver: '192.0.2.53': plain DNS is not spoken
            ! hint: as a server of DNS over HTTPS: https://192.0.2.53/dns-query
            = 2
            $ holdfast resolve a.example --resolver 2001:db8::53
            ! holdfast: --resolver: '2001:db8::53': plain DNS is not spoken
            ! hint: as a server of DNS over HTTPS: https://[2001:db8::53]/dns-query
            = 2
            $ holdfast resolve a.example --resolver http://dns.example/dns-query
            ! holdfast: --resolver: 'http://dns.example/dns-query': a resolver without TLS is not asked
            ! hint: write https://…
            = 2
            $ holdfast resolve a.example --resolver https:///dns-query
            ! holdfast: --resolver: 'https:///dns-query': it names no host
            ! hint: such as https://dns.example/dns-query
            = 2
            $ holdfast resolve a.example --resolver https://me:secret@dns.example/dns-query
            ! holdfast: --resolver: a resolver takes no user and no password
            ! hint: such as https://dns.example/dns-query
            = 2
            $ holdfast resolve a.example --resolver static:a.example
            ! holdfast: --resolver: 'static:a.example': it is no NAME=ADDRESS
            ! hint: write static:NAME=ADDRESS[,ADDRESS], such as static:www.example.com=192.0.2.1,2001:db8::1
            = 2
            $ holdfast resolve a.example --resolver static:a.example=192.0.2.1,192.0.2
            ! holdfast: --resolver: 'static:a.example=192.0.2.1,192.0.2': '192.0.2' is no IP address
            ! hint: …
            = 2
            $ holdfast resolve a.example --resolver static:192.0.2.1=192.0.2.2
            ! holdfast: --resolver: 'static:192.0.2.1=192.0.2.2': '192.0.2.1' is no DNS name
            ! hint: …
            = 2
            $ holdfast resolve a.example --resolver provider:nobody
            ! holdfast: --resolver: 'provider:nobody': there is no such provider
            ! hint: write provider:PATH.json…
            = 2
            $ holdfast resolve a.example --resolver provider:nowhere.json
            ! holdfast: 'nowhere.json': no such file or directory
            ! hint: …
            = 1
            $ holdfast check a.example --resolver system --resolver system
            ! holdfast: --resolver 'system' is given twice
            ! hint: give it once
            = 2
            """
        ).run(in: Folder())
    }

    @Test("names that are none, and options that need others")
    func options() throws {
        try Script(
            """
            $ holdfast resolve http://a.example
            ! holdfast: 'http://a.example' is no https URL
            ! hint: …
            = 2
            $ holdfast resolve [::1]:443
            ! holdfast: '[::1]:443' is an address already
            ! hint: holdfast check judges the server at an address
            = 2
            $ holdfast resolve 192.0.2.1
            ! holdfast: '192.0.2.1' is an address already
            ! hint: holdfast check judges the server at an address
            = 2
            $ holdfast resolve a.example --port 8443
            ! holdfast: --port needs --judge
            ! hint: without it no address is connected to
            = 2
            $ holdfast resolve a.example --anchors root.pem
            ! holdfast: --anchors needs --judge
            ! hint: without it no address is connected to
            = 2
            $ holdfast resolve a.example --judge --port 0
            ! holdfast: --port: '0' is no port
            ! hint: write a number from 1 to 65535
            = 2
            $ holdfast resolve a.example --judge --policy basic-x509
            ! holdfast: option --policy does not apply to resolve
            ! hint: holdfast resolve --help --all lists the options that do
            = 2
            $ holdfast resolve a.example --system-fallback last
            ! holdfast: option --system-fallback does not apply to resolve
            ! hint: …
            = 2
            $ holdfast check a.example --system-fallback last
            ! holdfast: --system-fallback needs --resolver
            ! hint: leave it out
            = 2
            $ holdfast check a.example --resolver hosts --system-fallback sometimes
            ! holdfast: --system-fallback: 'sometimes' is none of never, last, parallel
            ! hint: leave it out for never
            = 2
            $ holdfast check a.example --resolver-anchors root.pem
            ! holdfast: --resolver-anchors needs --resolver
            ! hint: leave it out
            = 2
            $ holdfast check a.example --resolver hosts --resolver-anchors root.pem
            ! holdfast: --resolver-anchors needs a resolver that speaks HTTPS
            ! hint: leave it out
            = 2
            $ holdfast check a.example --resolver https://dns.example/dns-query --resolver-bootstrap \
            dns.exmaple=192.0.2.1
            ! holdfast: --resolver-bootstrap: 'dns.exmaple=192.0.2.1': no resolver is at dns.exmaple
            ! hint: did you mean dns.example?
            = 2
            $ holdfast evaluate chain.pem --no-sni
            ! holdfast: option --no-sni does not apply to evaluate
            ! hint: …
            = 2
            """
        ).run(in: Folder())
    }
}
