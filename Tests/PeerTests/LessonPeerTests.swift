import Foundation
import PeerPrograms
import Testing

/// The page of `lesson`, looked at by Chromium.
@Suite(
    "The lesson in Chromium", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct LessonPeerTests {
    private func withLesson(width: Int, scheme: String, _ look: (Chromium) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lesson-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appending(path: "lesson.html")
        let process = ChildProcess()
        process.executableURL = try Self.holdfast()
        process.arguments = ["lesson", "--page", page.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let chromium = try Chromium()
        // A window of less than 500 pixels has to be emulated.
        try chromium.call(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600])
        try chromium.call(
            "Emulation.setEmulatedMedia",
            ["media": "screen", "features": [["name": "prefers-color-scheme", "value": scheme]]])
        try chromium.open(page)
        try look(chromium)
    }

    private static func holdfast() throws -> URL {
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let bundle = Bundle.main.bundleURL
        for folder in [own, bundle, bundle.deletingLastPathComponent()] {
            for name in ["holdfast", "HoldfastCommand"] {
                let url = folder.appending(path: name)
                if FileManager.default.isExecutableFile(atPath: url.path) { return url }
            }
        }
        throw Chromium.Failure(description: "holdfast is not built")
    }

    @Test(
        "At 360 and 1280 pixels nothing is wider than the window, with every byte unfolded, in both schemes and languages",
        arguments: [360, 1280], ["light", "dark"])
    func fits(_ width: Int, _ scheme: String) throws {
        try withLesson(width: width, scheme: scheme) { chromium in
            _ = try chromium.value("document.querySelectorAll('details').forEach(d => d.open = true)")
            for language in ["en", "zh-Hans"] {
                _ = try chromium.value("document.getElementById('language-\(language)').click()")
                let seen = try chromium.value("document.documentElement.scrollWidth") as? Int
                #expect(seen.map { $0 <= width } == true, "\(language): \(seen ?? -1)")
                let shown =
                    try chromium.value(
                        "[...document.querySelectorAll('.step-of-lesson > h3')].every(e => e.innerText.length > 4)")
                    as? Bool
                #expect(shown == true)
            }
            #expect(chromium.events.filter { $0.method == "Network.requestWillBeSent" }.count == 1)
            let complaints = chromium.events.filter { event in
                ["Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Network.loadingFailed"]
                    .contains(event.method)
            }
            #expect(complaints.isEmpty, "\(complaints)")
        }
    }
}
