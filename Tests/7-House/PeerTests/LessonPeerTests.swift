import Foundation
import TestSupport
import Testing

/// The page of `lesson`, looked at by Chromium.
@Suite(
    "The lesson in Chromium", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct LessonPeerTests {
    @Test(
        """
        At 360 and 1280 pixels nothing is wider than the window, with every byte unfolded, in both schemes and \
        languages
        """,
        arguments: [360, 1280], ["light", "dark"])
    func fits(_ width: Int, _ scheme: String) throws {
        try CommandPage.with(width: width, scheme: scheme, arguments: { ["lesson", "--report", $0] }) { page in
            try page.openAll()
            try page.expectFitting {
                let shown =
                    try page.value(
                        "[...document.querySelectorAll('.step-of-lesson > h3')].every(e => e.innerText.length > 4)")
                    as? Bool
                #expect(shown == true)
            }
            try page.expectContrast(ofAtLeast: 200)
            page.expectSelfContained()
        }
    }
}
