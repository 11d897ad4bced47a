import Foundation
import PeerPrograms
import TestSupport
import Testing

/// A display of X without a screen (Xvfb).
final class VirtualDisplay {
    let name: String
    private let process = ChildProcess()
    private let output = Pipe()

    init() throws {
        process.executableURL = URL(filePath: "/usr/bin/Xvfb")
        process.arguments = ["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = Data()
        while !text.contains(UInt8(ascii: "\n")) {
            let data = try output.fileHandleForReading.readAvailable()
            guard !data.isEmpty else { throw Chromium.Failure(description: "Xvfb has ended") }
            text += data
        }
        name = ":" + String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// The sample with WebKitGTK's view (`Samples/WebView`), driven by lines.
final class WebViewProgram {
    /// An event of the program's: one line of JSON.
    struct Event: Decodable, CustomStringConvertible {
        let event: String
        var url: String?
        var reason: String?
        var codes: [String]?
        var value: String?

        var description: String { "\(event) \(url ?? "") \(reason ?? value ?? "") \(codes ?? [])" }
    }

    private static let top = ProjectFolder.top
    private static let scratch = top.appending(path: ".build/outside").path

    /// The built program.
    private static let program = Result {
        let run = try Peer.run(
            "swift",
            [
                "build", "--package-path", top.appending(path: "Samples/WebView").path, "--scratch-path", scratch,
            ])
        guard run.status == 0 else { throw Chromium.Failure(description: run.all) }
        return URL(filePath: "\(scratch)/debug/WebView")
    }

    private let process = ChildProcess()
    private let (input, output) = (Pipe(), Pipe())
    private let folder: TemporaryFolder
    private var received = Data()
    /// Everything that it has reported, in order.
    private(set) var events: [Event] = []

    init(on display: VirtualDisplay, _ options: [String]) throws {
        folder = try TemporaryFolder()
        process.executableURL = try Self.program.get()
        process.arguments = ["--commands"] + options
        // Without a bus, a desktop's settings and a graphics card: what GTK would look for there takes seconds.
        process.environment = ProcessInfo.processInfo.environment.merging(
            [
                "DISPLAY": display.name, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "NO_AT_BRIDGE": "1",
                "GSETTINGS_BACKEND": "memory", "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
                "GTK_USE_PORTAL": "0",
            ]) { $1 }
        _ = try folder.write("", to: "errors")
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: folder.url("errors"))
        try process.run()
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    var processIdentifier: Int32 { process.processIdentifier }
    var errors: String { (try? String(contentsOf: folder.url("errors"), encoding: .utf8)) ?? "" }

    /// Sends a command.
    func tell(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

    /// Ends it as its user does.
    func quit() throws {
        try tell("quit")
        process.waitUntilExit()
    }

    /// Waits for the next event of some kinds, and gives it.
    func next(_ kinds: String...) throws -> Event {
        while true {
            let event = try receive()
            events.append(event)
            if kinds.contains(event.event) { return event }
        }
    }

    /// Loads a page, and gives how that ended.
    func load(_ url: String) throws -> Event {
        try tell("load \(url)")
        return try next("finished", "refused", "failed")
    }

    /// The value of an expression in the page, as text.
    func value(_ expression: String) throws -> String {
        try tell("script \(expression)")
        return try next("value").value ?? ""
    }

    /// Waits until an expression is true in the page.
    func wait(for expression: String) throws {
        let limit = ContinuousClock.now + .seconds(30)
        while try value("String(\(expression))") != "true" {
            guard ContinuousClock.now < limit else {
                throw Chromium.Failure(description: "not in half a minute: \(expression); \(events)")
            }
            usleep(50_000)
        }
    }

    private func receive() throws -> Event {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = received[..<end]
                received = Data(received[(end + 1)...])
                return try JSONDecoder().decode(Event.self, from: line)
            }
            guard ContinuousClock.now < deadline else {
                throw Chromium.Failure(description: "nothing in a minute after \(events)\n\(errors)")
            }
            var descriptor = pollfd(
                fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&descriptor, 1, 1_000) > 0 else { continue }
            let data = try output.fileHandleForReading.readAvailable()
            guard !data.isEmpty else { throw Chromium.Failure(description: "the program has ended\n\(errors)") }
            received += data
        }
    }
}
