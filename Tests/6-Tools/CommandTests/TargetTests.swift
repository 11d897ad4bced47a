import TestSupport
import Testing

/// Servers on the command line: how they are written, and what is said where they cannot be reached.
@Suite(.ownThread)
struct TargetTests {
    @Test("What is no https URL is a usage error, before anything is connected to")
    func targets() throws {
        try Script(
            """
            $ holdfast check http://www.example.com
            ! holdfast: 'http://www.example.com' is no https URL
            ! hint: without TLS there is no certificate to judge; write https://…
            = 2
            $ holdfast check ftp://www.example.com
            ! holdfast: 'ftp://www.example.com' is no https URL
            ! hint: …
            = 2
            $ holdfast check smtp://mail.example.com:25
            ! holdfast: 'smtp://mail.example.com:25' is no https URL
            ! hint: write host or host:port behind --starttls smtp
            = 2
            $ holdfast check ldaps://ldap.example.com
            ! holdfast: 'ldaps://ldap.example.com' is no https URL
            ! hint: write host:636, where TLS begins at once
            = 2
            $ holdfast check 'www.exa mple.com'
            ! holdfast: 'www.exa mple.com': …
            ! hint: write https://host, host:port or an address; IPv6 stands in brackets before a port
            = 2
            $ holdfast check www.example.com:99999
            ! holdfast: 'www.example.com:99999': …
            ! hint: …
            = 2
            $ holdfast check https://
            ! holdfast: 'https://': …
            ! hint: …
            = 2
            $ holdfast inspect http://www.example.com
            ! holdfast: 'http://www.example.com' is no https URL
            ! hint: …
            = 2
            $ holdfast request http://www.example.com
            ! holdfast: 'http://www.example.com' is no https URL
            ! hint: …
            = 2
            $ holdfast evaluate https://www.example.com
            ! holdfast: 'https://www.example.com' is no file
            ! hint: holdfast check judges a live server
            = 2
            $ holdfast check chain.pem
            ! holdfast: 'chain.pem' is a file, and no server
            ! hint: it holds certificates: holdfast evaluate chain.pem --host NAME judges them
            = 2
            $ holdfast check nowhere.pem
            ! holdfast: 'nowhere.pem' is a file, and no server
            ! hint: holdfast evaluate judges a recorded chain, holdfast inspect shows a file, - < FILE reads servers
            = 2
            $ holdfast trace ./server
            ! holdfast: './server' is a file, and no server
            ! hint: …
            = 2
            $ holdfast evaluate www.example.com:8443
            ! holdfast: 'www.example.com:8443': no such file or directory
            ! hint: a live server is judged by holdfast check www.example.com:8443
            = 1
            $ holdfast inspect nope.pem
            ! holdfast: 'nope.pem': no such file or directory
            ! hint: check the spelling; a relative path starts at the current folder
            = 1
            $ holdfast check -
            ! holdfast: standard input names no target
            ! hint: write one URL a line
            = 2
            """
        ).run(in: Folder())
    }

    @Test("Options of connections with values that make no sense")
    func dialling() throws {
        try Script(
            """
            $ holdfast check www.example.com --connect-to www.example.com:443:127.0.0.1
            ! holdfast: --connect-to: 'www.example.com:443:127.0.0.1' is not HOST:PORT:ADDR:PORT
            ! hint: for example www.example.com:443:127.0.0.1:8443; IPv6 in brackets
            = 2
            $ holdfast check www.example.com --connect-to :127.0.0.1:8443
            ! holdfast: --connect-to: ':127.0.0.1:8443' is not HOST:PORT:ADDR:PORT
            ! hint: …
            = 2
            $ holdfast check www.example.com --connect-to :0:127.0.0.1:8443
            ! holdfast: --connect-to: ':0:127.0.0.1:8443' is not HOST:PORT:ADDR:PORT
            ! hint: …
            = 2
            $ holdfast check www.example.com --resolve www.example.com:http:127.0.0.1
            ! holdfast: --resolve: 'www.example.com:http:127.0.0.1' is not HOST:PORT:ADDR[,ADDR]
            ! hint: …
            = 2
            $ holdfast check www.example.com --resolve www.example.com:443:localhost
            ! holdfast: --resolve: 'www.example.com:443:localhost' is not HOST:PORT:ADDR[,ADDR]
            ! hint: …
            = 2
            $ holdfast check www.example.com --resolve *:443:127.0.0.1
            ! holdfast: --resolve: '*:443:127.0.0.1' is not HOST:PORT:ADDR[,ADDR]
            ! hint: …
            = 2
            $ holdfast check www.example.com --connect-to 'www.example.com:443:a b:1'
            ! holdfast: --connect-to: …
            ! hint: …
            = 2
            $ holdfast check www.example.com --timeout soon
            ! holdfast: --timeout: 'soon' is no length of time up to a day
            ! hint: write a number of seconds above 0, such as 2 or 2.5s, or one of ms or m
            = 2
            $ holdfast check www.example.com --timeout=0
            ! holdfast: --timeout: '0' is no length of time up to a day
            ! hint: …
            = 2
            $ holdfast check www.example.com --host www.example.com
            ! holdfast: option --host does not apply to check
            ! hint: …
            = 2
            $ holdfast inspect leaf.pem --timeout 3
            ! holdfast: option --timeout does not apply to a file
            ! hint: name a server: host, host:port or URL
            = 2
            """
        ).run(in: Folder())
    }

    @Test("Requests that make no sense")
    func requests() throws {
        try Script(
            """
            $ holdfast request https://www.example.com --policy basic-x509
            ! holdfast: --policy basic-x509 does not apply to request: a request goes to a server of proven name
            ! hint: …
            = 2
            $ holdfast request https://www.example.com --json -i
            ! holdfast: --json excludes --include
            ! hint: …
            = 2
            $ holdfast request https://www.example.com -X 'GET /'
            ! holdfast: --method: 'GET /' is no method
            ! hint: …
            = 2
            $ holdfast request https://www.example.com -H no-colon
            ! holdfast: --header: 'no-colon' is no header field
            ! hint: write 'Name: value'
            = 2
            $ holdfast request https://www.example.com -H 'Host: other.example'
            ! holdfast: --header: Host follows from the URL and the body
            ! hint: …
            = 2
            $ holdfast request https://www.example.com --data @nope
            ! holdfast: 'nope': no such file or directory
            ! hint: …
            = 1
            $ holdfast request https://www.example.com --max-redirects=-1
            ! holdfast: --max-redirects: '-1' is no number from 0 to 100
            ! hint: …
            = 2
            $ holdfast request https://www.example.com https://www.example.org
            ! holdfast: too many arguments: 'https://www.example.org'
            ! hint: holdfast request takes URL
            = 2
            """
        ).run(in: Folder())
    }

    @Test("A name that does not exist, a port where nobody listens: exit code 3, one line, a hint")
    func unreachable() throws {
        // Port 1 of loopback: reserved, and bound by nobody (RFC 1078's tcpmux).
        try Script(
            """
            $ holdfast check https://no-such-host.invalid --timeout 120
            ! holdfast: https://no-such-host.invalid: …
            ! hint: …
            ! more: holdfast explain …
            = 3
            $ holdfast check 127.0.0.1:1
            ! holdfast: 127.0.0.1:1: …
            ! hint: …
            ! more: holdfast explain connectionRefused
            = 3
            $ holdfast check --json https://127.0.0.1:1/
            > {…"error":{…"phase":"connect",…"host":"127.0.0.1"…"result":"invalid"…"trusted":false}
            ! holdfast: https://127.0.0.1:1/: …
            ! hint: …
            ! more: holdfast explain connectionRefused
            = 3
            $ holdfast check --json https://www.example.com --connect-to www.example.com:443:127.0.0.1:1
            > {…"error":{…"phase":"connect",…"host":"www.example.com"…"target":"https://www.example.com"…}
            ! holdfast: https://www.example.com: …
            ! hint: …
            ! more: holdfast explain connectionRefused
            = 3
            $ holdfast check https://bücher.example --resolve bücher.example:443:[::1] --connect-to \
            bücher.example:443:127.0.0.1:1
            ! holdfast: https://bücher.example: …
            ! hint: …
            ! more: holdfast explain connectionRefused
            = 3
            $ holdfast request https://127.0.0.1:1/
            ! holdfast: https://127.0.0.1:1/: …
            ! hint: …
            ! more: holdfast explain connectionRefused
            = 3
            $ holdfast inspect https://127.0.0.1:1/
            ! holdfast: https://127.0.0.1:1/: …
            ! hint: …
            ! more: holdfast explain connectionRefused
            = 3
            """
        ).run(in: Folder())
    }

    @Test("Several targets: lines and exit code in the order of the arguments, progress on standard error")
    func several() throws {
        try Script(
            """
            $ holdfast check --json https://a.invalid:1 127.0.0.1:1 [::1]:1
            > {…"target":"https://a.invalid:1"…}
            > {…"target":"127.0.0.1:1"…}
            > {…"target":"[::1]:1"…}
            ! …
            = 3
            $ holdfast check - --json
            < # remarks and empty lines are passed over
            <
            < 127.0.0.1:1   # with a remark
            > {…"target":"127.0.0.1:1"…}
            ! …
            = 3
            """
        ).run(in: Folder())
    }
}
