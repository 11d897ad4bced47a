import HoldfastAuthority
import HoldfastCrypto
import HoldfastFiles
import HoldfastServing
import HoldfastStatements
import HoldfastX509

/// The place where a story is set up: its authority, its servers, its files and the words of its command lines.
final class StoryBench {
    /// The servers that run, to be stopped together.
    struct Running: Sendable {
        fileprivate var servers: [TLSServer] = []
        fileprivate var proxies: [ProxyServer] = []
        fileprivate var resets: [@Sendable () -> Void] = []

        /// Closes every connection, and has the servers forget their clients.
        func reset() {
            for proxy in proxies { proxy.reset() }
            for server in servers { server.reset() }
            for reset in resets { reset() }
        }

        func stop() {
            for proxy in proxies { proxy.stop() }
            for server in servers { server.stop() }
        }
    }

    let authority: TestAuthority
    let host: String
    private(set) var running = Running()
    /// Files and folders besides anchors and identity.
    private(set) var files: [String] = []
    private let name: String
    private let directory: String
    /// The port of the next server; 0 for one that is free.
    private var nextPort: UInt16

    /// A place for a story.
    ///
    /// - Parameter port: the first of its servers' ports; 0 for some that are free.
    init(_ story: Story, in directory: String, authority: TestAuthority, port: UInt16) {
        self.authority = authority
        nextPort = port
        self.directory = directory
        (name, host) = (story.name, story.host)
    }

    // MARK: Servers

    /// Starts a server, and says its port.
    ///
    /// - Parameters:
    ///   - port: The port; nil for the story's next one.
    ///   - handler: Answers one request, on the connection's thread.
    func serve(
        _ configuration: TLSServerConfiguration, on address: IPAddress = .loopback, port: UInt16? = nil,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws(TestBedError) -> UInt16 {
        do throws(ServingError) {
            let server = try TLSServer(configuration, on: address, port: port ?? takePort(), handler: handler)
            running.servers.append(server)
            return server.port
        } catch {
            throw .server(TestBedServerSentence.server(name: name, error.statement).statement)
        }
    }

    /// Starts a server of the story's own host with a good certificate, and says its port.
    func serve(handler: @escaping @Sendable (ServerRequest) -> ServerResponse) throws(TestBedError) -> UInt16 {
        try serve(TLSServerConfiguration(try authority.server(host)), handler: handler)
    }

    /// Starts a proxy, and says its port.
    func serve(_ configuration: ProxyConfiguration) throws(TestBedError) -> UInt16 {
        do throws(ServingError) {
            let proxy = try ProxyServer(configuration, port: takePort())
            running.proxies.append(proxy)
            return proxy.port
        } catch {
            throw .server(TestBedServerSentence.server(name: name, error.statement).statement)
        }
    }

    private func takePort() -> UInt16 {
        defer { nextPort += nextPort == 0 ? 0 : 1 }
        return nextPort
    }

    /// Has something done when the story is put back.
    func onReset(_ reset: @escaping @Sendable () -> Void) { running.resets.append(reset) }

    // MARK: Files

    /// Writes a file of the story, and says its path.
    ///
    /// - Parameter isListed: whether it is one of ``files``, which those of anchors and identity are not.
    func write(_ text: String, to file: String, isListed: Bool = true) throws(TestBedError) -> String {
        let place = path(file, isListed: isListed)
        try TextFile.write(text, to: place)
        return place
    }

    /// The path of a file or folder that a command makes.
    func path(_ file: String, isListed: Bool = true) -> String {
        let place = (directory.hasSuffix("/") ? directory : directory + "/") + "\(name).\(file)"
        if isListed, !files.contains(place) { files.append(place) }
        return place
    }

    /// Writes the root as an anchor, and says the file's path.
    func anchorsFile() throws(TestBedError) -> String {
        try write(Self.pem([authority.root.certificate]), to: "anchors.pem", isListed: false)
    }

    /// Writes a certificate of the client's own and its key, which only its owner may read.
    func clientFiles(_ identity: Identity) throws(TestBedError) -> StoryServer.ClientFiles {
        let certificate = try write(identity.chainPEM, to: "client.pem", isListed: false)
        let key = path("client.key", isListed: false)
        let pem: String
        do throws(CryptoError) { pem = try identity.key.pem } catch { throw .authority(.crypto(error)) }
        do throws(SystemError) {
            try FileWriting.put(Array(pem.utf8), at: key, .emptiedUnlessLink, mode: 0o600)
        } catch {
            throw .file(path: key, reason: SystemText.error(error.number))
        }
        return StoryServer.ClientFiles(certificate: certificate, key: key)
    }

    static func pem(_ certificates: [[UInt8]]) -> String {
        certificates.map { PEMBlock(label: "CERTIFICATE", contents: $0).encoded }.joined()
    }

    // MARK: Command lines

    /// The arguments that lead to a server of this machine by a name.
    func way(to port: UInt16, as name: String? = nil) -> [String] {
        ["--connect-to", "\(name ?? host):\(port):127.0.0.1:\(port)"]
    }

    /// The arguments that trust the story's root and nothing else.
    func trust() throws(TestBedError) -> [String] { ["--anchors-only", try anchorsFile()] }

    func url(_ port: UInt16, _ path: String = "/", as name: String? = nil, user: String? = nil) -> String {
        "https://\(user.map { $0 + "@" } ?? "")\(name ?? host):\(port)\(path)"
    }

    /// `sha256/BASE64` over the key (RFC 7469 §2.4).
    static func pin(of identity: Identity) -> String {
        "sha256/" + Base64.encode(Digest.sha256(identity.key.subjectPublicKeyInfo.bytes))
    }

    /// `certificate-sha256/BASE64` over the whole certificate.
    static func certificatePin(of identity: Identity) -> String {
        "certificate-sha256/" + Base64.encode(Digest.sha256(identity.certificate))
    }

    /// Bytes that nobody can guess, in hexadecimal digits.
    static func random(_ count: Int) throws(TestBedError) -> String {
        do throws(CryptoError) { return HexString.encode(try SystemRandom.bytes(count)) } catch {
            throw .authority(.crypto(error))
        }
    }
}
