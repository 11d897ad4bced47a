import CWebKitGTK
import Foundation
import Holdfast
import WebKitView

/// Events as lines of JSON on standard output.
@MainActor final class EventLines {
    var isOn = false

    func write(_ event: [String: Any]) {
        guard isOn, let data = try? JSONSerialization.data(withJSONObject: event, options: .sortedKeys) else { return }
        FileHandle.standardOutput.write(data + Data("\n".utf8))
    }
}

/// Commands from standard input, a line each: for programs that try the view.
@MainActor final class Commands {
    private let window: PageWindow

    init(_ window: PageWindow) {
        self.window = window
        window.report.isOn = true
    }

    func read() {
        let window = window
        Thread.detachNewThread {
            while let line = readLine() {
                let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
                onMain { Self.obey(parts.first ?? "", parts.count > 1 ? parts[1] : "", window) }
            }
            onMain { gtk_main_quit() }
        }
    }

    private static func obey(_ command: String, _ argument: String, _ window: PageWindow) {
        switch command {
        case "load": window.load(argument)
        case "script": window.view.run(argument) { window.report.write(["event": "value", "value": $0]) }
        case "go-on": window.goOn()
        case "language": window.changeLanguage(argument == "zh" ? .chinese : .english)
        case "picture": window.picture(argument)
        case "quit": gtk_main_quit()
        default: window.report.write(["event": "unknownCommand", "command": command])
        }
    }
}
