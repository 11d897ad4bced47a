import Foundation
import PeerPrograms
import Testing

/// The page of `lab --check --report`, looked at by Chromium.
@Suite(
    "The report in Chromium", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct ReportPeerTests {
    /// Opens the report of a few servers, good and bad, in a window of this width.
    private func withReport(
        width: Int, scheme: String = "light", media: String = "screen", _ look: (Chromium) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appending(path: "lab.html")
        let process = ChildProcess()
        process.executableURL = try Self.holdfast()
        process.arguments = [
            "lab", "--check", "--report", page.path, "good", "expired", "wrong-name", "self-signed", "chain-100",
            "malformed-extra", "plain-http",
        ]
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
            ["media": media, "features": [["name": "prefers-color-scheme", "value": scheme]]])
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

    private static let openAll = "document.querySelectorAll('details').forEach(d => d.open = true)"

    @Test(
        "At 360 pixels nothing is wider than the window, in both schemes and languages, and nothing is loaded or complained of",
        arguments: ["light", "dark"])
    func phone(_ scheme: String) throws {
        try withReport(width: 360, scheme: scheme) { chromium in
            #expect(try chromium.value("matchMedia('(prefers-color-scheme: \(scheme))').matches") as? Bool == true)
            #expect(try chromium.value("innerWidth") as? Int == 360)
            _ = try chromium.value(Self.openAll)
            for language in ["en", "zh-Hans"] {
                _ = try chromium.value("document.getElementById('language-\(language)').click()")
                let width = try chromium.value("document.documentElement.scrollWidth") as? Int
                #expect(width.map { $0 <= 360 } == true, "\(language): \(width ?? -1)")
            }
            let requests = chromium.events.filter { $0.method == "Network.requestWillBeSent" }
            #expect(requests.count == 1)
            let complaints = chromium.events.filter { event in
                ["Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Network.loadingFailed"]
                    .contains(event.method)
            }
            #expect(complaints.isEmpty, "\(complaints)")
        }
    }

    @Test("The switch shows one language at a time, without a script")
    func language() throws {
        try withReport(width: 1280) { chromium in
            let heading = "document.querySelector('h1').innerText"
            let english = try #require(try chromium.value(heading) as? String)
            #expect(english.unicodeScalars.allSatisfy { $0.isASCII })
            _ = try chromium.value("document.getElementById('language-zh-Hans').click()")
            let chinese = try #require(try chromium.value(heading) as? String)
            #expect(chinese.unicodeScalars.allSatisfy { !$0.isASCII })
            #expect(try chromium.value("document.scripts.length") as? Int == 0)
        }
    }

    /// WCAG 2.2, 1.4.3: "a contrast ratio of at least 4.5:1", 3:1 for large text (24 px, or bold from 18.66 px on).
    @Test("All text has the contrast that WCAG asks for", arguments: ["light", "dark"])
    func contrast(_ scheme: String) throws {
        try withReport(width: 1280, scheme: scheme) { chromium in
            _ = try chromium.value(Self.openAll)
            let weak =
                try chromium.value(
                    """
                    (() => {
                      const parse = c => (c.match(/[\\d.]+/g) || []).map(Number);
                      const light = c => { const [r, g, b] = c.map(v => { v /= 255;
                        return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4 });
                        return .2126 * r + .7152 * g + .0722 * b };
                      const ground = e => { for (; e; e = e.parentElement) {
                        const c = parse(getComputedStyle(e).backgroundColor);
                        if (c.length === 3 || c[3] === 1) return c.slice(0, 3) } return null };
                      const weak = new Set(); let seen = 0;
                      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                      while (walker.nextNode()) {
                        const node = walker.currentNode, e = node.parentElement;
                        if (!node.data.trim() || !e.getClientRects().length) continue;
                        const s = getComputedStyle(e), size = parseFloat(s.fontSize);
                        const a = light(parse(s.color).slice(0, 3)), b = light(ground(e));
                        const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
                        const least = size >= 24 || size >= 18.66 && s.fontWeight >= 700 ? 3 : 4.5;
                        seen++;
                        if (ratio < least) weak.add(e.className + ' ' + node.data.trim().slice(0, 30) + ' ' + ratio.toFixed(2));
                      }
                      return seen < 200 ? ['too little text: ' + seen] : [...weak];
                    })()
                    """) as? [String]
            #expect(weak == [])
        }
    }

    @Test("On paper every section is open and the ground is white, whatever the screen's scheme")
    func paper() throws {
        try withReport(width: 760, scheme: "dark", media: "print") { chromium in
            let closed = try chromium.value("document.querySelectorAll('details.target:not([open])').length") as? Int
            let shown =
                try chromium.value(
                    "[...document.querySelectorAll('.chain, .facts')].every(e => e.getBoundingClientRect().height > 0)")
                as? Bool
            #expect(closed == 7 && shown == true)
            let ground = try chromium.value("getComputedStyle(document.body).backgroundColor") as? String
            #expect(ground == "rgb(255, 255, 255)")
            let languages =
                try chromium.value("getComputedStyle(document.querySelector('.language')).display") as? String
            #expect(languages == "none")
        }
    }
}
