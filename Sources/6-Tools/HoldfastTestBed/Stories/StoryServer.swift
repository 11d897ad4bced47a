import HoldfastServing
import HoldfastX509

/// The servers of a story, listening on loopback, with everything that its command lines need.
///
/// They stop when it is let go, and when ``stop()`` is called.
public final class StoryServer: Sendable {
    /// The files of a certificate of the client's own.
    public struct ClientFiles: Hashable, Sendable {
        /// The certificate and those above it, PEM.
        public let certificate: String
        /// The private key, PEM, for its owner alone.
        public let key: String
    }

    public let story: Story
    /// The port of the story's server.
    public let port: UInt16
    /// The file of anchors to judge it by.
    public let anchorsFile: String
    /// The command lines, in the order in which they are to be run.
    public let commands: [StoryCommand]
    /// Arguments besides target, anchors and connection.
    public let arguments: [String]
    /// The client's own certificate; nil where the story has none.
    public let identity: ClientFiles?
    /// The pins of the server, as `--pin` takes them; empty where the story has none.
    public let pins: [String]
    /// Further files and folders that the command lines read or write.
    public let files: [String]

    private let bench: StoryBench.Running

    /// Starts a story's servers.
    ///
    /// - Parameters:
    ///   - directory: A folder that exists, for the files.
    ///   - authority: The issuer of the certificates, for its own moment.
    ///   - ports: The ports of the stories; nil for some that are free.
    /// - Throws: ``TestBedError``; servers that had been started are stopped.
    public init(
        _ story: Story, in directory: String, authority: TestAuthority, ports: LabPorts? = nil
    ) throws(TestBedError) {
        self.story = story
        let bench = StoryBench(
            story, in: directory, authority: authority, port: ports?.first(of: story) ?? 0)
        let stage: StoryStage
        do throws(TestBedError) {
            stage = try story.stage(bench)
            anchorsFile = try bench.anchorsFile()
        } catch {
            bench.running.stop()
            throw error
        }
        port = stage.port
        commands = stage.commands
        arguments = stage.arguments
        identity = stage.identity
        pins = stage.pins
        files = bench.files
        self.bench = bench.running
    }

    deinit { stop() }

    /// The URL, with a host name that leads to this machine by ``connectTo`` only.
    public var url: String { "https://\(story.host):\(port)/" }

    /// The detour to the server, as `--connect-to` takes it.
    public var connectTo: String { "\(story.host):\(port):127.0.0.1:\(port)" }

    /// Puts the story back as it was when it had been started: every connection is closed, and nobody is logged in.
    ///
    /// Port and certificates stay, and so do the files that clients have written.
    public func reset() { bench.reset() }

    /// Closes the ports and every connection, and waits until the servers' threads are done.
    public func stop() { bench.stop() }
}
