public import HoldfastCrypto
import HoldfastFiles
public import HoldfastX509

/// Servers of the catalogue with what other programs need to judge them: anchors and chains in files.
///
/// All of them are issued by one authority, except where the case is another's.
public struct Lab: Sendable {
    /// The folder that the files are written to.
    public let directory: String
    /// The authority that issues the certificates.
    public let authority: TestAuthority
    /// The address that its servers listen on.
    public let address: String
    /// The ports of its servers; nil for some that are free.
    public let ports: LabPorts?

    /// Opens a lab.
    ///
    /// - Parameters:
    ///   - directory: A folder that exists, and whose files are nobody else's: they are overwritten.
    ///   - moment: The moment for which the certificates are made.
    ///   - address: One of this machine's addresses; `0.0.0.0` or `::` for all of them.
    ///   - ports: The ports of its servers; nil for some that are free.
    /// - Throws: ``TestBedError`` for what is no address.
    public init(
        directory: String, at moment: Instant = SystemClock.now(), listeningOn address: String = "127.0.0.1",
        ports: LabPorts? = nil
    ) throws(TestBedError) {
        _ = try LabPlace(address: address)
        (self.directory, self.address, self.ports) = (directory, address, ports)
        authority = try TestAuthority(at: moment)
    }

    /// Starts one server and writes `NAME.anchors.pem` and, where it sends a chain, `NAME.chain.pem`; where it is
    /// judged by logs of certificates, `NAME.logs.json`.
    ///
    /// - Throws: ``TestBedError``: for a name that the catalogue does not have, before anything is written.
    public func start(_ name: String) throws(TestBedError) -> LabServer {
        let server = try TestBed.start(name, authority: authority, place: place(of: name))
        let anchors = try write(server.anchorsPEM, to: "\(name).anchors.pem")
        var chain: String?
        if let pem = server.chainPEM { chain = try write(pem, to: "\(name).chain.pem") }
        var logs: String?
        if let list = server.logList { logs = try write(list, to: "\(name).logs.json") }
        return LabServer(server, anchorsFile: anchors, chainFile: chain, logListFile: logs)
    }

    private func place(of name: String) throws(TestBedError) -> LabPlace {
        guard let entry = TestBed.entry(name), let port = ports?.first(of: entry) else {
            return try LabPlace(address: address)
        }
        return try LabPlace(address: address, port: port, otherPort: port + 1)
    }

    /// Starts several servers, or the whole catalogue.
    ///
    /// - Parameters:
    ///   - names: Their names, in the order in which they are wanted; every one that can be started here
    ///     (``TestBed/available``) where there are none.
    ///   - directory: A folder that exists, for the files.
    ///   - moment: The moment for which the certificates are made.
    /// - Throws: ``TestBedError``; the servers that had been started are stopped. A name that the catalogue does not
    ///   have is found out before any server starts.
    public static func start(
        names: [String] = [], directory: String, at moment: Instant = SystemClock.now()
    ) throws(TestBedError) -> [LabServer] {
        for name in names where TestBed.entry(name) == nil { throw .unknownServer(name) }
        return try Lab(directory: directory, at: moment).start(names: names)
    }

    /// Starts several servers, or every one that can be started here (``TestBed/available``) where no names are given.
    ///
    /// - Throws: ``TestBedError``; the servers that had been started are stopped.
    public func start(names: [String]) throws(TestBedError) -> [LabServer] {
        var servers: [LabServer] = []
        for name in names.isEmpty ? TestBed.available.map(\.name) : names { servers.append(try start(name)) }
        return servers
    }

    /// Lines for `/etc/hosts`, or for `--resolver hosts:FILE`, by which this machine finds servers by their names, and
    /// another one where the address is not loopback's.
    ///
    /// Servers that are judged by an address have none.
    public static func hostsFile(for servers: [LabServer]) -> String {
        var lines: [String] = []
        for server in servers {
            guard let line = server.hostsLine, !lines.contains(line) else { continue }
            lines.append(line)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func write(_ text: String, to file: String) throws(TestBedError) -> String {
        let path = directory.hasSuffix("/") ? directory + file : "\(directory)/\(file)"
        try TextFile.write(text, to: path)
        return path
    }
}

/// Text that is written to a file.
enum TextFile {
    /// Writes a file anew; a symbolic link in its place is an error.
    static func write(_ text: String, to path: String) throws(TestBedError) {
        do throws(SystemError) {
            try FileWriting.put(Array(text.utf8), at: path, .emptiedUnlessLink, mode: 0o644)
        } catch {
            throw .file(path: path, reason: SystemText.error(error.number))
        }
    }
}
