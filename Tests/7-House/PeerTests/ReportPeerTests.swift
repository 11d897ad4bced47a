import Foundation
import TestSupport
import Testing

/// The page of `lab --check --report`, looked at by Chromium.
@Suite(
    "The report in Chromium", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct ReportPeerTests {
    /// Opens the report of a few servers, good and bad, in a window of this width.
    private func withReport(
        width: Int, scheme: String = "light", media: String = "screen", _ look: (CommandPage) throws -> Void
    ) throws {
        try CommandPage.with(
            width: width, scheme: scheme, media: media,
            arguments: { path in
                [
                    "lab", "--check", "--report", path, "good", "expired", "wrong-name", "self-signed", "chain-100",
                    "malformed-extra", "plain-http",
                ]
            }, look)
    }

    @Test(
        """
        At 360 pixels nothing is wider than the window, in both schemes and languages, and nothing is loaded or \
        complained of
        """,
        arguments: ["light", "dark"])
    func phone(_ scheme: String) throws {
        try withReport(width: 360, scheme: scheme) { page in
            #expect(try page.value("matchMedia('(prefers-color-scheme: \(scheme))').matches") as? Bool == true)
            #expect(try page.value("innerWidth") as? Int == 360)
            try page.openAll()
            try page.expectFitting()
            page.expectSelfContained()
        }
    }

    @Test("The switch shows one language at a time, without a script")
    func language() throws {
        try withReport(width: 1280) { page in
            let heading = "document.querySelector('h1').innerText"
            let english = try #require(try page.value(heading) as? String)
            #expect(english.unicodeScalars.allSatisfy { $0.isASCII })
            try page.choose("zh-Hans")
            let chinese = try #require(try page.value(heading) as? String)
            #expect(chinese.unicodeScalars.allSatisfy { !$0.isASCII })
            #expect(try page.value("document.scripts.length") as? Int == 0)
        }
    }

    @Test("All text has the contrast that WCAG asks for", arguments: ["light", "dark"])
    func contrast(_ scheme: String) throws {
        try withReport(width: 1280, scheme: scheme) { page in
            try page.openAll()
            try page.expectContrast(ofAtLeast: 200)
        }
    }

    @Test("On paper every section is open and the ground is white, whatever the screen's scheme")
    func paper() throws {
        try withReport(width: 760, scheme: "dark", media: "print") { page in
            let closed = try page.value("document.querySelectorAll('details.target:not([open])').length") as? Int
            let shown =
                try page.value(
                    "[...document.querySelectorAll('.chain, .facts')].every(e => e.getBoundingClientRect().height > 0)")
                as? Bool
            #expect(closed == 7 && shown == true)
            let ground = try page.value("getComputedStyle(document.body).backgroundColor") as? String
            #expect(ground == "rgb(255, 255, 255)")
            let languages =
                try page.value("getComputedStyle(document.querySelector('.language')).display") as? String
            #expect(languages == "none")
        }
    }
}
