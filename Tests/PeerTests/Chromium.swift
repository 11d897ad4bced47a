import Foundation
import PeerPrograms
import Glibc
import TestSupport

/// A headless Chromium with one page, driven by its own protocol over a pipe.
final class Chromium {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What the page and the network reported, in order: method and parameters.
    private(set) var events: [(method: String, parameters: [String: Any])] = []

    private let network = SteadyNetwork()
    private let process = ChildProcess()
    private let (input, output) = (Pipe(), Pipe())
    private let folder: TemporaryFolder
    private var session: String?
    private var received = Data()
    private var calls = 0

    /// Starts it with a profile of its own.
    ///
    /// - Parameters:
    ///   - proxy: its only way out but for loopback, `address:port`.
    ///   - authority: PEM of what it trusts besides its own roots.
    init(proxy: String? = nil, trusting authority: String? = nil) throws {
        folder = try TemporaryFolder()
        if let authority {
            // On Linux it reads its user's own anchors from NSS's database in the home folder.
            let database = try folder.makeFolder(".pki/nssdb")
            let file = try folder.write(authority, to: "authority.pem")
            let run = try Peer.run(
                "sh",
                [
                    "-c",
                    "certutil -d sql:\"$1\" -N --empty-password && certutil -d sql:\"$1\" -A -t C,, -n gate -i \"$2\"",
                    "certutil", database, file,
                ])
            guard run.status == 0 else { throw Failure(description: run.all) }
            process.environment = ProcessInfo.processInfo.environment.merging(["HOME": folder.path]) { $1 }
        }
        process.executableURL = URL(filePath: "/bin/sh")
        // It reads commands from descriptor 3 and writes to 4. Root has no sandbox; the page is ours.
        process.arguments = [
            "-c",
            """
            exec chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --no-first-run \
            --remote-debugging-pipe --user-data-dir="$1" $2 about:blank 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null
            """, "chromium", folder.path, proxy.map { "--proxy-server=http://\($0)" } ?? "",
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let target = try call("Target.createTarget", ["url": "about:blank"])
        let attached = try call("Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
        session = attached["sessionId"] as? String
        for domain in ["Page", "Runtime", "Log", "Network"] { try call("\(domain).enable") }
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        // Its children end with it, and may write to the profile until then.
        for _ in 0..<50 where (try? FileManager.default.removeItem(at: folder.url)) == nil { usleep(20_000) }
    }

    /// Loads a file, and returns when it is there.
    func open(_ file: URL) throws {
        events = []
        try call("Page.navigate", ["url": file.absoluteString])
        while !events.contains(where: { $0.method == "Page.loadEventFired" }) { try receive() }
    }

    /// The value of an expression in the page.
    func value(_ expression: String) throws -> Any? {
        let answer = try call("Runtime.evaluate", ["expression": expression, "returnByValue": true])
        if let exception = answer["exceptionDetails"] { throw Failure(description: "\(expression): \(exception)") }
        return (answer["result"] as? [String: Any])?["value"]
    }

    /// Sends a command and returns its result; events that come before it are kept.
    @discardableResult
    func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        calls += 1
        var message: [String: Any] = ["id": calls, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        try input.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
        while true {
            guard let answer = try receive() else { continue }
            guard answer["id"] as? Int == calls else { continue }
            if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
            return answer["result"] as? [String: Any] ?? [:]
        }
    }

    /// The next message; nil where it is an event.
    @discardableResult
    private func receive() throws -> [String: Any]? {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            if let end = received.firstIndex(of: 0) {
                let message = try JSONSerialization.jsonObject(with: received[..<end]) as? [String: Any] ?? [:]
                received = Data(received[(end + 1)...])
                guard message["id"] == nil, let method = message["method"] as? String else { return message }
                events.append((method, message["params"] as? [String: Any] ?? [:]))
                return nil
            }
            guard ContinuousClock.now < deadline else { throw Failure(description: "no answer in a minute") }
            var descriptor = pollfd(
                fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&descriptor, 1, 1_000) > 0 else { continue }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Failure(description: "chromium has ended") }
            received += data
        }
    }
}
