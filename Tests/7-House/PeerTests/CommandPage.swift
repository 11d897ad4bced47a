import Foundation
import PeerPrograms
import TestSupport
import Testing

/// A page that the command has just written, looked at by Chromium in a window of some width.
struct CommandPage {
    static let languages = ["en", "zh-Hans"]

    let chromium: Chromium
    private let width: Int

    /// Runs the command, which writes the page to the path that it is given, and looks.
    static func with(
        width: Int, scheme: String = "light", media: String = "screen", arguments: (String) -> [String],
        _ look: (CommandPage) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        let file = folder.url("page.html")
        let process = ChildProcess()
        process.executableURL = try holdfast()
        process.arguments = arguments(file.path)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let page = try CommandPage(try Chromium(), width: width, scheme: scheme, media: media)
        try page.chromium.open(file)
        try look(page)
    }

    /// Gives a browser a window of some width.
    init(_ chromium: Chromium, width: Int, scheme: String = "light", media: String = "screen") throws {
        (self.chromium, self.width) = (chromium, width)
        // A window of less than 500 pixels has to be emulated.
        try chromium.call(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600])
        try chromium.call(
            "Emulation.setEmulatedMedia",
            ["media": media, "features": [["name": "prefers-color-scheme", "value": scheme]]])
    }

    /// The command that was built with the tests.
    static func holdfast() throws -> URL {
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

    func value(_ expression: String) throws -> Any? { try chromium.value(expression) }

    func openAll() throws { _ = try value("document.querySelectorAll('details').forEach(d => d.open = true)") }

    func choose(_ language: String) throws { _ = try value("document.getElementById('language-\(language)').click()") }

    /// Nothing is wider than the window, whatever the language; `also` is looked at in each.
    func expectFitting(_ also: () throws -> Void = {}) throws {
        for language in Self.languages {
            try choose(language)
            let seen = try value("document.documentElement.scrollWidth") as? Int
            #expect(seen.map { $0 <= width } == true, "\(language): \(seen ?? -1)")
            try also()
        }
    }

    /// Nothing but the page itself was loaded, and nothing was complained of.
    func expectSelfContained() {
        #expect(chromium.events.filter { $0.method == "Network.requestWillBeSent" }.count == 1)
        let complaints = chromium.events.filter { event in
            ["Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Network.loadingFailed"]
                .contains(event.method)
        }
        #expect(complaints.isEmpty, "\(complaints)")
    }

    /// WCAG 2.2, 1.4.3: "a contrast ratio of at least 4.5:1", 3:1 for large text (24 px, or bold from 18.66 px on).
    ///
    /// - Parameter least: how many texts there are at the least, so that an empty page does not pass.
    func expectContrast(ofAtLeast least: Int) throws {
        let weak =
            try value(
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
                    if (ratio < least) weak.add(e.className + ' ' + node.data.trim().slice(0, 30) + ' ' + \
                    ratio.toFixed(2));
                  }
                  return seen < \(least) ? ['too little text: ' + seen] : [...weak];
                })()
                """) as? [String]
        #expect(weak == [])
    }
}
