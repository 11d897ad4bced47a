import Foundation
import Glibc
import PeerPrograms
import TestSupport

/// A key distribution centre of MIT's for the realm HOLDFAST.TEST, all of it in a folder of its own, with alice and the
/// service of www.holdfast.test. The realm HUNG.TEST has one that never answers.
///
/// The library reads `KRB5_CONFIG` and `KRB5CCNAME` from this process's environment: both are set once, and name the
/// same files for every realm that a test makes. One at a time.
final class KerberosRealm {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let password = "s\u{e9}cret of alice"
    static let user = "alice"
    static let name = "HOLDFAST.TEST"

    /// Folder and ports, the same for the whole process.
    private static let place = Result {
        let folder = TemporaryFolder.toBeMade()
        unsafe setenv("KRB5_CONFIG", folder.path("krb5.conf"), 1)
        unsafe setenv("KRB5CCNAME", "FILE:" + folder.path("default"), 1)
        return (folder: folder, port: try LoopbackPort.free(), silent: try LoopbackPort.free())
    }

    let folder: TemporaryFolder
    private let process = ChildProcess()
    private let silent: SilentPort

    /// For programs that are to know the realm.
    var environment: [String: String] {
        [
            "KRB5_CONFIG": folder.path("krb5.conf"),
            "KRB5_KDC_PROFILE": folder.path("kdc.conf"),
            // Tickets are fresh in each test, and nobody else's cache of them is touched.
            "KRB5RCACHENAME": "none:",
        ]
    }

    /// The service's keys, readable by a server that has given up its rights.
    var keytab: String { folder.path("http.keytab") }
    /// Where the server puts what is delegated to it.
    var delegated: String { folder.path("delegated") }
    /// The tickets that the process has by default; nobody's until ``fill(_:)``.
    var defaultCache: String { folder.path("default") }

    /// Makes the realm, starts its centre, and waits until it listens.
    init() async throws {
        let (folder, port, silent) = try Self.place.get()
        self.folder = folder
        self.silent = try SilentPort(silent)
        try? FileManager.default.removeItem(at: folder.url)
        try FileManager.default.createDirectory(
            at: folder.url("delegated"), withIntermediateDirectories: true)
        try write(
            "krb5.conf",
            """
            [libdefaults]
            default_realm = \(Self.name)
            dns_lookup_kdc = false
            dns_lookup_realm = false
            dns_canonicalize_hostname = false
            rdns = false
            forwardable = true
            [realms]
            \(Self.name) = {
                kdc = 127.0.0.1:\(port)
            }
            HUNG.TEST = {
                kdc = 127.0.0.1:\(silent)
            }
            [domain_realm]
            .holdfast.test = \(Self.name)
            """)
        try write(
            "kdc.conf",
            """
            [kdcdefaults]
            kdc_listen = 127.0.0.1:\(port)
            kdc_tcp_listen = 127.0.0.1:\(port)
            [realms]
            \(Self.name) = {
                database_name = \(folder.path)/principal
                key_stash_file = \(folder.path)/stash
                acl_file = \(folder.path)/acl
            }
            """)
        try run("kdb5_util", ["-r", Self.name, "create", "-s", "-P", "master of the realm"])
        for command in [
            "addprinc -pw \"\(Self.password)\" \(Self.user)", "addprinc -randkey HTTP/www.holdfast.test",
            "ktadd -k \(keytab) HTTP/www.holdfast.test",
        ] {
            try run("kadmin.local", ["-r", Self.name, "-q", command])
        }
        unsafe chmod(keytab, 0o644)
        unsafe chmod(delegated, 0o777)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["PATH=/usr/bin:/usr/sbin", "krb5kdc", "-r", Self.name, "-n"]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        guard try await LoopbackPort.waitUntilOpen(port) else { throw Failure(description: "krb5kdc does not listen") }
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder.url)
    }

    /// Puts alice's first ticket into a cache, as `kinit` does it.
    func fill(_ cache: String) throws {
        try run("kinit", ["-c", cache, Self.user], input: Self.password + "\n")
    }

    private func write(_ name: String, _ text: String) throws {
        try folder.write(text + "\n", to: name)
    }

    private func run(_ program: String, _ arguments: [String], input: String = "") throws {
        let variables = environment.map { "\($0)=\($1)" }
        let peer = try Peer.run(
            "env", variables + ["PATH=/usr/bin:/usr/sbin:/bin:/sbin", program] + arguments, input: input)
        guard peer.status == 0 else { throw Failure(description: "\(program): \(peer.all)") }
    }
}

/// A port of 127.0.0.1 that takes what comes, and says nothing.
private final class SilentPort {
    private let descriptors: [Int32]

    init(_ port: UInt16) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        // Exit tests of other suites are processes that would hold the port otherwise.
        descriptors = [SOCK_DGRAM, SOCK_STREAM].map {
            socket(AF_INET, Int32($0.rawValue | SOCK_CLOEXEC.rawValue), 0)
        }
        for descriptor in descriptors {
            var yes: Int32 = 1
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            let bound = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    unsafe bind(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard bound == 0 else { throw KerberosRealm.Failure(description: "port \(port) is taken") }
        }
        listen(descriptors[1], 16)
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
