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

    /// Opens a lab.
    ///
    /// - Parameters:
    ///   - directory: A folder that exists, and whose files are nobody else's: they are overwritten.
    ///   - moment: The moment for which the certificates are made.
    public init(directory: String, at moment: Instant = SystemClock.now()) throws(TestBedError) {
        self.directory = directory
        authority = try TestAuthority(at: moment)
    }

    /// Starts one server and writes `NAME.anchors.pem` and, where it sends a chain, `NAME.chain.pem`; where it is
    /// judged by logs of certificates, `NAME.logs.json`.
    ///
    /// - Throws: ``TestBedError``: for a name that the catalogue does not have, before anything is written.
    public func start(_ name: String) throws(TestBedError) -> LabServer {
        let server = try TestBed.start(name, authority: authority)
        let anchors = try write(server.anchorsPEM, to: "\(name).anchors.pem")
        var chain: String?
        if let pem = server.chainPEM { chain = try write(pem, to: "\(name).chain.pem") }
        var logs: String?
        if let list = server.logList { logs = try write(list, to: "\(name).logs.json") }
        return LabServer(server, anchorsFile: anchors, chainFile: chain, logListFile: logs)
    }

    /// Starts several servers, or the whole catalogue.
    ///
    /// - Parameters:
    ///   - names: Their names, in the order in which they are wanted; the whole catalogue where there are none.
    ///   - directory: A folder that exists, for the files.
    ///   - moment: The moment for which the certificates are made.
    /// - Throws: ``TestBedError``; the servers that had been started are stopped. A name that the catalogue does not
    ///   have is found out before any server starts.
    public static func start(
        names: [String] = [], directory: String, at moment: Instant = SystemClock.now()
    ) throws(TestBedError) -> [LabServer] {
        for name in names where TestBed.entry(name) == nil { throw .unknownServer(name) }
        let lab = try Lab(directory: directory, at: moment)
        var servers: [LabServer] = []
        for name in names.isEmpty ? TestBed.catalogue.map(\.name) : names { servers.append(try lab.start(name)) }
        return servers
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
