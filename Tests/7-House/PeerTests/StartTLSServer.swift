import Foundation
import Glibc
import HoldfastAuthority
import HoldfastTracing
import PeerPrograms
import TestSupport

/// A server of Debian's that begins in the clear, in a folder of its own, with the ports of its protocols.
final class StartTLSServer {
    enum Kind: String, CaseIterable {
        case vsftpd, mariadbd, dovecot, nnrpd, inspircd, postgres

        /// The protocols, of which each has a port of its own.
        var protocols: [StartTLS] {
            switch self {
            case .vsftpd: [.ftp]
            case .mariadbd: [.mysql]
            case .dovecot: [.sieve, .lmtp, .imap]
            case .nnrpd: [.nntp]
            case .inspircd: [.irc]
            case .postgres: [.postgres]
            }
        }

        /// The program; nil where it is not there.
        var program: String? {
            let places =
                switch self {
                case .vsftpd, .mariadbd, .dovecot, .inspircd: ["/usr/sbin/\(rawValue)"]
                case .nnrpd: ["\(Self.news)/bin/nnrpd"]
                case .postgres: Self.versionsOfPostgreSQL.map { "/usr/lib/postgresql/\($0)/bin/postgres" }
                }
            return places.first { FileManager.default.isExecutableFile(atPath: $0) }
        }

        /// Whether it is there, and with what the test asks of it: the module of STARTTLS, and the words of
        /// configuration that Dovecot had before 2.4.
        var isInstalled: Bool {
            switch self {
            case .inspircd:
                program != nil
                    && FileManager.default.fileExists(atPath: "/usr/lib/inspircd/modules/m_starttls.so")
            case .dovecot: program != nil && Self.version(ofPackage: "dovecot-core")?.contains(":2.3.") == true
            case .vsftpd, .mariadbd, .nnrpd, .postgres: program != nil
            }
        }

        /// The version of an installed package, as dpkg's own file has it.
        private static func version(ofPackage name: String) -> Substring? {
            let file = try? String(contentsOfFile: "/var/lib/dpkg/status", encoding: .utf8)
            let lines = file?.split(separator: "\n", omittingEmptySubsequences: false)
                .drop { $0 != "Package: \(name)" }.prefix { !$0.isEmpty }
            return lines?.first { $0.hasPrefix("Version: ") }
        }

        /// The folder of INN, which `scripts/setup peers` puts below .build: the package wants a host with a domain.
        static var news: String { ProjectFolder.top.appending(path: ".build/inn2/usr/lib/news").path }

        private static var versionsOfPostgreSQL: [Int] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
            return names.compactMap { Int($0) }.sorted(by: >)
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let ports: [StartTLS: UInt16]
    private let server: PeerServer
    private var folder: String { server.folder.path }
    private static let isRoot = getuid() == 0
    /// The name of this process's group.
    private static var group: String {
        guard let entry = unsafe getgrgid(getgid()), let name = unsafe entry.pointee.gr_name else {
            return "\(getgid())"
        }
        return unsafe String(cString: name)
    }

    /// Starts one and waits until it listens.
    ///
    /// - Parameter offersTLS: whether it has the identity; without, it stays in the clear.
    init(_ kind: Kind, _ identity: Identity, offersTLS: Bool = true) async throws {
        guard let program = kind.program else { throw Failure(description: "\(kind.rawValue) is not installed") }
        server = try PeerServer()
        try server.write(identity)
        var ports: [StartTLS: UInt16] = [:]
        for one in kind.protocols { ports[one] = try LoopbackPort.free() }
        self.ports = ports
        let port = ports[kind.protocols[0], default: 0]
        // Servers refuse a key that others may read.
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: server.place("key.pem").path)
        let command =
            switch kind {
            case .vsftpd: try ftp(program, port, offersTLS)
            case .mariadbd: try database(program, port, offersTLS)
            case .dovecot: try mail(program, ports)
            case .nnrpd: try news(program, port)
            case .inspircd: try chat(program, port)
            case .postgres: try postgreSQL(program, port, offersTLS)
            }
        let log = try FileHandle(forWritingTo: try made("server.log"))
        try await server.start(command, listeningAt: port, output: log)
        for other in ports.values where other != port { _ = try await LoopbackPort.waitUntilOpen(other) }
    }

    private func made(_ name: String) throws -> URL {
        try server.write("", to: name)
        return server.place(name)
    }

    /// Runs what makes a server's files, to its end.
    private func run(_ words: [String]) throws {
        let peer = try Peer.run(words[0], Array(words.dropFirst()))
        guard peer.status == 0 else { throw Failure(description: "\(words.joined(separator: " ")): \(peer.all)") }
    }

    // MARK: Configurations

    private func ftp(_ program: String, _ port: UInt16, _ offersTLS: Bool) throws -> [String] {
        let tls = "ssl_enable=YES\nrsa_cert_file=\(folder)/chain.pem\nrsa_private_key_file=\(folder)/key.pem\n"
        try server.write(
            """
            listen=YES
            listen_address=127.0.0.1
            listen_port=\(port)
            run_as_launching_user=YES
            background=NO
            anonymous_enable=YES
            seccomp_sandbox=NO
            \(offersTLS ? tls : "")
            """, to: "vsftpd.conf")
        return [program, "\(folder)/vsftpd.conf"]
    }

    private func database(_ program: String, _ port: UInt16, _ offersTLS: Bool) throws -> [String] {
        // As root it stays root: the folder is root's.
        let user = Self.isRoot ? ["--user=root"] : []
        try run(
            ["mariadb-install-db", "--no-defaults", "--datadir=\(folder)/data", "--skip-test-db"] + user
                + ["--auth-root-authentication-method=normal"])
        let tls = offersTLS ? ["--ssl-cert=\(folder)/chain.pem", "--ssl-key=\(folder)/key.pem"] : ["--skip-ssl"]
        return [program, "--no-defaults", "--datadir=\(folder)/data", "--socket=\(folder)/socket"]
            + ["--pid-file=\(folder)/pid", "--port=\(port)", "--bind-address=127.0.0.1"] + tls + user
    }

    private func mail(_ program: String, _ ports: [StartTLS: UInt16]) throws -> [String] {
        let users =
            Self.isRoot
            ? "default_internal_user = dovecot\ndefault_login_user = dovenull"
            : "default_internal_user = \(NSUserName())\ndefault_internal_group = \(Self.group)\n"
                + "default_login_user = \(NSUserName())"
        try server.write(
            """
            base_dir = \(folder)/run
            state_dir = \(folder)/run
            log_path = \(folder)/dovecot.log
            protocols = imap lmtp sieve
            listen = 127.0.0.1
            ssl = yes
            ssl_cert = <\(folder)/chain.pem
            ssl_key = <\(folder)/key.pem
            mail_location = maildir:\(folder)/mail
            \(users)
            passdb {
              driver = static
              args = nopassword=y
            }
            service anvil {
              chroot =
            }
            service stats {
              chroot =
            }
            service imap-login {
              chroot =
              inet_listener imap {
                port = \(ports[.imap, default: 0])
              }
              inet_listener imaps {
                port = 0
              }
            }
            service managesieve-login {
              chroot =
              inet_listener sieve {
                port = \(ports[.sieve, default: 0])
              }
            }
            service lmtp {
              inet_listener lmtp {
                port = \(ports[.lmtp, default: 0])
              }
            }

            """, to: "dovecot.conf")
        // An empty folder to be locked up in.
        try FileManager.default.createDirectory(atPath: "\(folder)/run/empty", withIntermediateDirectories: true)
        return [program, "-F", "-c", "\(folder)/dovecot.conf"]
    }

    private func news(_ program: String, _ port: UInt16) throws -> [String] {
        let folders = ["db", "run", "log", "tmp", "spool"].map { "path\($0): \(folder)/\($0)" }
        try server.write(
            """
            mta: "/bin/true %s"
            domain: news.test
            fromhost: news.test
            pathhost: news.test
            hismethod: hisv6
            enableoverview: true
            ovmethod: tradindexed
            pathnews: \(Kind.news)
            pathbin: \(Kind.news)/bin
            pathetc: \(folder)/etc
            patharticles: \(folder)/spool
            pathoverview: \(folder)/spool
            pathfilter: \(folder)/etc
            \(folders.joined(separator: "\n"))
            tlscertfile: \(folder)/chain.pem
            tlskeyfile: \(folder)/key.pem
            runasuser: \(NSUserName())
            runasgroup: \(Self.group)
            nnrpdloadlimit: 0

            """, to: "etc/inn.conf")
        let readers = """
            auth all {
              hosts: "*"
              default: "<anon>"
            }
            access all {
              users: "*"
              newsgroups: "*"
              access: R
            }

            """
        try server.write(readers, to: "etc/readers.conf")
        try server.write("method trash {\n  newsgroups: *\n  class: 0\n}\n", to: "etc/storage.conf")
        try server.write("test 0000000000 0000000001 y\n", to: "db/active")
        for name in ["db/history", "run/empty", "log/empty", "tmp/empty", "spool/empty"] {
            try server.write("", to: name)
        }
        let environment = ["env", "LD_LIBRARY_PATH=\(Kind.news)", "INNCONF=\(folder)/etc/inn.conf"]
        // The index of articles, of which there are none.
        try run(environment + ["sh", "-c", "exec \(Kind.news)/bin/overchan </dev/null"])
        return environment + [
            program, "-D", "-f", "-p", "\(port)", "-b", "127.0.0.1", "-c", "\(folder)/etc/readers.conf",
        ]
    }

    private func chat(_ program: String, _ port: UInt16) throws -> [String] {
        try server.write(
            """
            <server name="irc.test" description="test" network="Test" id="001">
            <admin name="test" nick="test" email="test@irc.test">
            <bind address="127.0.0.1" port="\(port)" type="clients">
            <connect allow="*" timeout="60" resolvehostnames="no">
            <path configdir="\(folder)" datadir="\(folder)" logdir="\(folder)" runtimedir="\(folder)"
             moduledir="/usr/lib/inspircd/modules">
            <pid file="\(folder)/pid">
            <module name="ssl_gnutls">
            <module name="starttls">
            <sslprofile name="Clients" provider="gnutls" certfile="\(folder)/chain.pem" keyfile="\(folder)/key.pem">

            """, to: "inspircd.conf")
        return [program, "--nofork", "--config=\(folder)/inspircd.conf"] + (Self.isRoot ? ["--runasroot"] : [])
    }

    /// PostgreSQL refuses to be root: what is its own is then the user's that Debian makes for it.
    private func postgreSQL(_ program: String, _ port: UInt16, _ offersTLS: Bool) throws -> [String] {
        let user = Self.isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
        if Self.isRoot { try run(["chown", "-R", "postgres", folder]) }
        let tools = URL(filePath: program).deletingLastPathComponent().path
        try run(user + ["\(tools)/initdb", "-D", "\(folder)/data", "-A", "trust", "--no-sync"])
        let tls = [
            "-c", "ssl=on", "-c", "ssl_cert_file=\(folder)/chain.pem", "-c", "ssl_key_file=\(folder)/key.pem",
        ]
        return user + [program, "-D", "\(folder)/data", "-p", "\(port)", "-c", "listen_addresses=127.0.0.1"]
            + ["-c", "unix_socket_directories="] + (offersTLS ? tls : [])
    }
}
