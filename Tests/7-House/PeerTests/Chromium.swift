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

    /// The browser's options: no window, and no sandbox, which root has not; the page is ours. It reads commands from
    /// descriptor 3, and writes to 4.
    private static let options = [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
    ]

    /// Starts it with a profile of its own.
    ///
    /// - Parameters:
    ///   - proxy: its only way out but for loopback, `address:port`.
    ///   - authority: PEM of what it trusts besides its own roots.
    ///   - options: options of its own besides.
    convenience init(proxy: String? = nil, trusting authority: String? = nil, options: [String] = []) throws {
        let folder = try TemporaryFolder()
        var environment = ProcessInfo.processInfo.environment
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
            environment["HOME"] = folder.path
        }
        let proxies = proxy.map { ["--proxy-server=http://\($0)"] } ?? []
        try self.init(
            ["chromium", "--no-first-run", "--user-data-dir=\(folder.path)"] + Self.options + proxies + options
                + ["about:blank"],
            in: folder, environment)
    }

    /// Starts it as `holdfast browse` does; its own tab shows the URL, and this drives another one.
    ///
    /// - Parameters:
    ///   - options: those of the command.
    ///   - variables: set for the command besides.
    convenience init(browsing url: String, _ options: [String], setting variables: [String: String] = [:]) throws {
        let command = try CommandPage.holdfast().path
        try self.init(
            [command, "browse"] + options + [url, "--"] + Self.options, in: try TemporaryFolder(),
            ProcessInfo.processInfo.environment.merging(variables) { $1 })
    }

    /// Starts the one of another Debian, with a profile of its own.
    ///
    /// - Parameter places: folders of this machine by the place at which it sees them.
    convenience init(in tree: OtherDebian, places: [String: String], options: [String]) throws {
        let command = ["chromium", "--no-first-run", "--user-data-dir=/tmp/profile"] + Self.options + options
        try self.init(
            tree.words(["sh", "-c", Self.pipes, "sh"] + command + ["about:blank"]), in: try TemporaryFolder(),
            tree.environment(places), pipes: #"exec "$@""#)
    }

    /// Commands come by descriptor 3, and answers go to 4.
    private static let pipes = #"exec "$@" 3<&0 4>&1 0</dev/null 1>/dev/null"#

    private init(
        _ command: [String], in folder: TemporaryFolder, _ environment: [String: String], pipes: String = pipes
    ) throws {
        self.folder = folder
        process.environment = environment
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", pipes + #" 2>"$0""#, folder.path("errors")] + command
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let target = try call("Target.createTarget", ["url": "about:blank"])
        let attached = try call("Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
        session = attached["sessionId"] as? String
        for domain in ["Page", "Runtime", "Log", "Network"] { try call("\(domain).enable") }
    }

    /// The process that was started: the browser, or the command in front of it.
    var processIdentifier: Int32 { process.processIdentifier }

    /// The text of standard error so far.
    var errors: String { (try? String(contentsOfFile: folder.path("errors"), encoding: .utf8)) ?? "" }

    /// Closes the browser, and gives the exit code that the process ends with.
    func close() throws -> Int32 {
        session = nil
        try call("Browser.close")
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Waits until an expression is true in the page.
    func wait(for expression: String) throws {
        let limit = ContinuousClock.now + .seconds(30)
        while (try? value(expression)) as? Bool != true {
            guard ContinuousClock.now < limit else {
                throw Failure(description: "not in half a minute: \(expression); \(try words)")
            }
            usleep(50_000)
        }
    }

    /// The text of the page.
    var words: String { get throws { try value("document.body?.innerText") as? String ?? "" } }

    /// Loads a URL, and gives the text of the page.
    func load(_ url: String) throws -> String {
        guard let url = URL(string: url) else { throw Failure(description: "no URL: \(url)") }
        try open(url)
        return try words
    }

    /// Presses a button of the page's as a user does: with a gesture.
    func press(_ selector: String) throws {
        try call(
            "Runtime.evaluate", ["expression": "document.querySelector('\(selector)').click()", "userGesture": true])
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
        let loader = try call("Page.navigate", ["url": file.absoluteString])["loaderId"] as? String
        // The load event of the page before may still be on its way.
        func isLoaded() -> Bool {
            let begin = events.firstIndex { event in
                let frame = event.parameters["frame"] as? [String: Any]
                return event.method == "Page.frameNavigated" && frame?["loaderId"] as? String == loader
            }
            return begin.map { events[$0...].contains { $0.method == "Page.loadEventFired" } } ?? false
        }
        while !isLoaded() { try receive() }
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
            let data = try output.fileHandleForReading.readAvailable()
            guard !data.isEmpty else { throw Failure(description: "chromium has ended") }
            received += data
        }
    }
}
