import PeerPrograms
import TestSupport
import Testing

/// The command line itself: what is refused with exit code 2, and in which words.
@Suite(.ownThread)
struct UsageTests {
    @Test("With an unknown command, with a server in the place of a list")
    func commands() throws {
        try Script(
            """
            $ holdfast chekc
            ! holdfast: unknown command 'chekc'
            ! hint: did you mean holdfast check?
            = 2
            $ holdfast completely-else
            ! holdfast: unknown command 'completely-else'
            ! hint: holdfast --help lists the commands
            = 2
            $ holdfast scan https://www.example.com
            ! holdfast: 'https://www.example.com' is a server, and no list of servers
            ! hint: holdfast check https://www.example.com judges one server
            = 2
            $ holdfast scan https://www.example.com --language zh-Hans
            ! holdfast: 'https://www.example.com' 是服务器，不是服务器列表
            ! …
            = 2
            $ holdfast --json check https://www.example.com
            ! holdfast: unknown option --json
            ! hint: a command comes first; holdfast --help lists them
            = 2
            """
        ).run(in: Folder())
    }

    @Test("Options: unknown, misspelt, without a value, with one too many, twice, of another command, of later")
    func options() throws {
        try Script(
            """
            $ holdfast evaluate chain.pem --completely-else
            ! holdfast: unknown option --completely-else
            ! hint: holdfast evaluate --help --all lists the options
            = 2
            $ holdfast evaluate chain.pem --anchor root.pem
            ! holdfast: unknown option --anchor
            ! hint: did you mean --anchors?
            = 2
            $ holdfast evaluate chain.pem --host
            ! holdfast: option --host needs a value
            ! hint: write --host NAME
            = 2
            $ holdfast evaluate chain.pem --json=yes
            ! holdfast: option --json takes no value
            ! hint: write --json alone
            = 2
            $ holdfast evaluate chain.pem --at 2027-01-01T00:00:00Z --at=2028-01-01T00:00:00Z
            ! holdfast: option --at is given twice
            ! hint: give it once
            = 2
            $ holdfast evaluate chain.pem --timeout 3
            ! holdfast: option --timeout does not apply to evaluate
            ! hint: holdfast evaluate --help --all lists the options that do
            = 2
            $ holdfast evaluate chain.pem --pin sha256/AAAA
            ! holdfast: --pin: a pin of sha256 has 32 bytes, not 3
            ! hint: as sha256/ and 44 characters of Base64
            = 2
            $ holdfast check https://www.example.com --revocation maybe
            ! holdfast: --revocation: 'maybe' is no mode
            ! hint: modes are off, soft, hard
            = 2
            $ holdfast check https://www.example.com --proxy user:secret@localhost:3128
            ! holdfast: --proxy: it is no http://, https:// or socks5:// URL
            ! hint: for example http://proxy.example.com:8080
            = 2
            $ holdfast check https://www.example.com --proxy http://localhost:3128 --all-addresses
            ! holdfast: --proxy excludes --all-addresses
            ! hint: the proxy resolves the name and chooses the address; leave one of them out
            = 2
            $ holdfast evaluate chain.pem --proxy http://localhost:3128
            ! holdfast: option --proxy does not apply to evaluate
            ! hint: holdfast evaluate --help --all lists the options that do
            = 2
            $ holdfast evaluate chain.pem -4
            ! holdfast: option -4 does not apply to evaluate
            ! hint: holdfast evaluate --help --all lists the options that do
            = 2
            $ holdfast evaluate chain.pem --all-addresses
            ! holdfast: option --all-addresses does not apply to evaluate
            ! hint: holdfast evaluate --help --all lists the options that do
            = 2
            $ holdfast request https://www.example.com --expires-within 30d
            ! holdfast: option --expires-within does not apply to request
            ! hint: holdfast request --help --all lists the options that do
            = 2
            $ holdfast inspect leaf.pem --junit leaf.xml
            ! holdfast: option --junit does not apply to inspect
            ! hint: holdfast inspect --help --all lists the options that do
            = 2
            $ holdfast evaluate -z chain.pem
            ! holdfast: unknown option -z
            ! hint: holdfast evaluate --help --all lists the options
            = 2
            $ holdfast evaluate
            ! holdfast: evaluate needs CHAIN…
            ! hint: holdfast evaluate --help shows examples
            = 2
            $ holdfast create key csr
            ! holdfast: too many arguments: 'csr'
            ! hint: holdfast create key takes no argument
            = 2
            """
        ).run(in: Folder())
    }

    @Test("Values that make no sense")
    func values() throws {
        try Script(
            """
            $ holdfast evaluate chain.pem --at yesterday
            ! holdfast: --at: 'yesterday' is no time
            ! hint: write a date such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z (RFC 3339)
            = 2
            $ holdfast evaluate chain.pem --policy tls
            ! holdfast: 'tls' is no policy
            ! hint: policies are ssl, ssl-client, basic-x509
            = 2
            $ holdfast evaluate chain.pem --policy ssl
            ! holdfast: --policy ssl needs --host NAME
            ! hint: without a name judge by --policy basic-x509
            = 2
            $ holdfast evaluate chain.pem --policy basic-x509 --host www.example.com
            ! holdfast: --host does not apply to --policy basic-x509, which compares no name
            ! hint: leave one of the two out
            = 2
            $ holdfast evaluate chain.pem --profile strict
            ! holdfast: 'strict' is no profile
            ! hint: profiles are default, rfc5280, webpki, apple
            = 2
            $ holdfast evaluate chain.pem --host 'www.exa mple.com'
            ! holdfast: --host: …
            ! hint: write a DNS name or an IP address, without scheme and port
            = 2
            $ holdfast evaluate chain.pem --anchors root.pem --anchors-only root.pem
            ! holdfast: --anchors-only excludes --anchors
            ! hint: give all files with the one or with the other
            = 2
            """
        ).run(in: Folder())
    }

    @Test("Help goes to standard output and succeeds, whatever else stands on the line")
    func help() throws {
        try Script(
            """
            $ holdfast --help
            > holdfast decides whether a server is the one it claims to be, and says why
            > …
            > …check     …
            > …scan      …
            > …evaluate  …
            > …inspect   …
            > …request   …
            > …lab       …
            > …
            > …trust     …
            > …
            $ holdfast help evaluate
            > judge a recorded chain, without a connection
            > …
            $ holdfast evaluate --help
            > judge a recorded chain, without a connection
            > …
            > …--host NAME…
            > …
            $ holdfast check --nonsense -h
            > …
            > usage: holdfast check [OPTION…] SERVER…
            > …
            $ holdfast --version
            > holdfast 0.2.0
            $ holdfast-conformance --help
            > run a conformance suite through the engine
            > …
            """
        ).run(in: Folder())
    }

    /// The Swift runtime has its arguments from /proc/self/cmdline.
    @Test(
        "Without /proc the command says that it cannot read its arguments",
        .enabled(if: mayHideProcesses, "no namespace of mounts can be had"))
    func bareRoot() throws {
        let run = try CommandRun(
            shell: "unshare --mount sh -c 'mount -t tmpfs none /proc && exec \"$0\" --version' \"$holdfast\"",
            in: Folder())
        #expect(run.exitCode == 2 && run.errors.contains("there is no /proc here"), "\(run.errors)")
    }

    private static let mayHideProcesses =
        (try? Peer.run("unshare", ["--mount", "sh", "-c", "mount -t tmpfs none /proc"]))?.status == 0
}
