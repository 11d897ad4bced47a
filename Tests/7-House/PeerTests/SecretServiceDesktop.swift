import Foundation
import Glibc
import PeerPrograms
import TestSupport

/// A session's bus with gnome-keyring, unlocked, in a folder of its own.
///
/// GLib finds the bus by this process's environment, and keeps to the first one: there is one for all tests.
final class SecretServiceDesktop: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let shared = Result { try SecretServiceDesktop() }

    private let folder: TemporaryFolder
    private let bus: ChildProcess
    private let keyring: ChildProcess
    /// For programs that are to use it.
    let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        for name in ["home", "data", "run"] { try folder.makeFolder(name, mode: 0o700) }
        let places = [
            "HOME": folder.path("home"), "XDG_DATA_HOME": folder.path("data"), "XDG_RUNTIME_DIR": folder.path("run"),
            "PATH": "/usr/bin:/bin:/usr/sbin",
        ]
        bus = ChildProcess()
        bus.executableURL = URL(filePath: "/usr/bin/env")
        // A bus that starts no services: whoever asked first would get a keyring that nobody has unlocked.
        try folder.write(Self.configuration(in: folder.path("run")), to: "bus.conf")
        bus.arguments = ["dbus-daemon", "--config-file=" + folder.path("bus.conf"), "--nofork", "--print-address=1"]
        bus.environment = places
        let output = Pipe()
        bus.standardOutput = output
        try folder.write("", to: "log")
        let log = try FileHandle(forWritingTo: folder.url("log"))
        bus.standardError = log
        bus.standardInput = FileHandle.nullDevice
        try bus.run()
        let printed = String(decoding: try output.fileHandleForReading.readAvailable(), as: UTF8.self)
        guard let address = printed.split(separator: "\n").first else { throw Failure(description: "no bus") }
        environment = places.merging(["DBUS_SESSION_BUS_ADDRESS": String(address)]) { _, new in new }
        unsafe setenv("DBUS_SESSION_BUS_ADDRESS", String(address), 1)
        keyring = ChildProcess()
        keyring.executableURL = URL(filePath: "/usr/bin/env")
        keyring.arguments = ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"]
        keyring.environment = environment
        let input = Pipe()
        keyring.standardInput = input
        (keyring.standardOutput, keyring.standardError) = (log, log)
        try keyring.run()
        try input.fileHandleForWriting.write(contentsOf: Data("password of the keyring".utf8))
        try input.fileHandleForWriting.close()
        // None of them is to outlive the tests; no object that is shared is taken down.
        let children = [bus.processIdentifier, keyring.processIdentifier]
        unsafe Self.children = children
        atexit { for child in unsafe SecretServiceDesktop.children { kill(child, SIGKILL) } }
    }

    private static func configuration(in folder: String) -> String {
        """
        <busconfig>
          <type>session</type>
          <listen>unix:dir=\(folder)</listen>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    }

    private nonisolated(unsafe) static var children: [pid_t] = []

    /// Ends the bus, as the end of a session at a desktop does.
    func endBus() { kill(bus.processIdentifier, SIGKILL) }

    /// Lets the keyring hang, until it may go on.
    func pause() { kill(keyring.processIdentifier, SIGSTOP) }
    func goOn() { kill(keyring.processIdentifier, SIGCONT) }

    /// Locks the keyring. Nobody is there to unlock it: the bus starts no prompt.
    func lock() throws {
        let locked = try run(
            "dbus-send",
            [
                "--session", "--dest=org.freedesktop.secrets", "--print-reply", "/org/freedesktop/secrets",
                "org.freedesktop.Secret.Service.Lock", "array:objpath:/org/freedesktop/secrets/collection/login",
            ])
        guard locked.status == 0 else { throw Failure(description: "not locked: \(locked.all)") }
    }

    /// Runs a program of the session.
    func run(_ program: String, _ arguments: [String], input: String = "") throws -> Peer {
        try Peer.run("env", environment.map { "\($0)=\($1)" } + [program] + arguments, input: input)
    }
}
