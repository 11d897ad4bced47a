import HoldfastAuthority
import HoldfastHTTPS
import HoldfastPolicy
import HoldfastServing
import HoldfastTracing
import HoldfastTransport
import HoldfastTrust
import HoldfastStatements
import HoldfastWeb

/// Chapter 13: a page that is judged before a web view loads it.
enum PageChapter: LessonPart {
    static let title = LocalizedText("A page before a web view", "网页载入之前")
    static let lead = LocalizedText(
        """
        A web view loads pages over connections of its own. To have a say about servers, a program holds the \
        navigation, judges the server itself, and lets the view go on or not. Here a view of twenty lines stands in \
        for a real one; servers, judgements and certificates are real.
        """,
        "网页视图用自己的连接载入页面。程序要想过问服务器，就得先扣住这次导航，自己完成判定，再决定放行与否。这里用二十行代码的视图代替真正的网页视图，而服务器、判定和证书都是真的。")

    static func content(_ materials: LessonMaterials) async throws -> LessonContent {
        let network = try LessonNetwork(materials)
        return LessonContent(steps: [
            try await resumed(network), try await refused(network), try await compared(network),
            try await flagged(network),
        ])
    }

    /// A navigation that is held: it writes down how it was decided.
    private struct Navigation: HeldNavigation {
        enum Decision: Sendable {
            case resumed(JudgedPage)
            case refused(PageRefusal)
        }

        let url: String
        let decisions = LessonNotes<Decision>()

        func resume(_ page: JudgedPage) { decisions.add(.resumed(page)) }

        func refuse(_ refusal: PageRefusal) { decisions.add(.refused(refusal)) }

        var isResumed: Bool { if case .resumed? = decisions.all.first { true } else { false } }

        /// The reason of the refusal as findings; nil where there was none about a certificate.
        var refusal: LessonOutcome? {
            guard case .refused(let refusal)? = decisions.all.first, case .notTrusted(let failure) = refusal.reason
            else { return nil }
            return .refused(Set(failure.errors.map(\.code.rawValue)))
        }
    }

    /// The view's own connection: what certificate it shows, and the page.
    private static func load(_ server: TLSServer, _ network: LessonNetwork) async throws -> [UInt8] {
        try await network.trace(server).negotiated.certificates.first ?? []
    }

    private static func resumed(_ network: LessonNetwork) async throws -> LessonStep {
        let server = try network.server(try network.identity())
        defer { server.stop() }
        let session = try network.session()
        let check = PageCheck(session)
        let navigation = Navigation(url: try network.url(server, "/page").description)
        await check.decide(about: navigation).value
        _ = server.waitUntilIdle(afterAtLeast: 1)
        let before = server.counters
        let shown = try await load(server, network)
        let refusal = check.refusal(of: shown, at: navigation.url)
        _ = server.waitUntilIdle(afterAtLeast: 2)
        return LessonStep(
            LocalizedText("Held, judged, resumed", "扣住、判定、放行"),
            [
                LocalizedText(
                    """
                    The view asks whether it may load a page, and waits. The program opens a connection of its own to \
                    the server, judges its certificate, closes it again without a request, and lets the view go on.
                    """,
                    "视图询问能否载入页面，并等待答复。程序自己连接服务器，判定证书，不发请求就关闭连接，然后让视图继续。"),
                LocalizedText(
                    """
                    Apple's web views ask at two places: UIWebView before each load (shouldStartLoadWith), WKWebView \
                    in decidePolicyFor, and about the server in didReceive challenge. WebKitGTK holds in \
                    decide-policy.
                    """,
                    "Apple 的网页视图有两处询问：UIWebView 在每次载入之前（shouldStartLoadWith），WKWebView 在 decidePolicyFor，"
                        + "另在 didReceive challenge 中询问服务器。WebKitGTK 则在 decide-policy 中扣住导航。"),
            ],
            asking: LessonQuestion(
                "How many requests has the server read when the decision falls?", "作出决定时，服务器读到了几个请求？",
                against: [.count(1), .count(2)]),
            exhibits: [
                .drawing(drawing),
                .rows(
                    "At the server", "服务器一侧",
                    [
                        LessonRow(
                            "at the decision: connections", "作出决定时：连接数", text: "\(before.connections)"),
                        LessonRow("at the decision: requests", "作出决定时：请求数", text: "\(before.requestsReceived)"),
                        LessonRow(
                            "after the page: connections", "载入之后：连接数", text: "\(server.counters.connections)"),
                        LessonRow(
                            "after the page: requests", "载入之后：请求数", text: "\(server.counters.requestsReceived)"),
                    ]),
            ],
            checks: [
                LessonCheck(
                    "Requests at the decision", "作出决定时的请求数", taught: .count(0),
                    seen: .count(before.requestsReceived)),
                LessonCheck(
                    "Is the navigation resumed?", "导航是否放行", taught: .yes, seen: .answer(navigation.isResumed)),
                LessonCheck(
                    "May the page be shown, by the certificate of the view's connection?", "按视图连接的证书，页面可以显示吗",
                    taught: .yes, seen: .answer(refusal == nil && !shown.isEmpty)),
            ])
    }

    private static func refused(_ network: LessonNetwork) async throws -> LessonStep {
        let server = try network.server(try network.impostor())
        defer { server.stop() }
        let check = PageCheck(try network.session())
        let navigation = Navigation(url: try network.url(server, "/page").description)
        await check.decide(about: navigation).value
        _ = server.waitUntilIdle(afterAtLeast: 1)
        return LessonStep(
            LocalizedText("Held, judged, refused", "扣住、判定、拒绝"),
            [
                LocalizedText(
                    """
                    The same with a server whose certificate nobody vouches for. The navigation is refused, and the \
                    view shows a warning in the place of the page.
                    """,
                    "换成证书无人担保的服务器。导航被拒绝，视图在原处显示警告而不是页面。"),
                LocalizedText(
                    """
                    The warning says why, what it would mean to go on, and leaves a way back as the first choice. Of \
                    the page itself nothing was asked for.
                    """,
                    "警告要说清原因，说清继续下去意味着什么，并把返回作为首选。页面本身一个字节都没有请求。"),
            ],
            asking: LessonQuestion(
                "For which reason is the page refused?", "页面因为什么被拒绝？",
                against: [.refused(["hostMismatch"]), .refused(["expired"])]),
            checks: [
                LessonCheck(
                    "The refusal", "拒绝的原因", taught: .refused(["selfSignedNotAnchor"]),
                    seen: navigation.refusal ?? .trusted),
                LessonCheck(
                    "Bytes of a request that the server got", "服务器得到的请求字节数", taught: .count(0),
                    seen: .count(server.counters.applicationBytesReceived)),
            ])
    }

    private static func compared(_ network: LessonNetwork) async throws -> LessonStep {
        let judged = try network.identity()
        let other = try network.identity()
        let server = try network.server(judged)
        defer { server.stop() }
        let second = try network.server(other)
        defer { second.stop() }
        let check = PageCheck(try network.session())
        let navigation = Navigation(url: try network.url(server, "/page").description)
        await check.decide(about: navigation).value
        // What the view sees where somebody has stepped in between the two connections.
        let shown = try await load(second, network)
        let refusal = check.refusal(of: shown, at: navigation.url)
        let same = check.refusal(of: try await load(server, network), at: navigation.url)
        var isOther = false
        if case .otherCertificate = refusal?.reason { isOther = true }
        return LessonStep(
            LocalizedText("Two connections, and a comparison between them", "两个连接，还要比对"),
            [
                LocalizedText(
                    """
                    The server was judged on one connection, the page comes over another. In between somebody can \
                    lead the second one elsewhere. The view therefore hands over the certificate that its own \
                    connection has shown: here another one, although of the same authority and for the same name.
                    """,
                    "判定用的是一个连接，页面走的是另一个。两者之间，可能有人把第二个连接引到别处。因此视图要交出自己连接上看到的证书：这里是另一张，尽管出自同一机构，名称也相同。"),
                LocalizedText(
                    """
                    Nobody has judged that one, so the page is not shown. A server that shows different certificates \
                    by turns is refused as well; where that is a matter, or a page's images and scripts shall be \
                    judged too, the view goes through the gate (holdfast browse).
                    """,
                    "这一张没有人判定过，所以不显示页面。轮流出示不同证书的服务器也会因此被拒；如果这成为问题，或者页面里的图片和脚本也要判定，就让视图经过网关（holdfast browse）。"),
            ],
            asking: LessonQuestion(
                "A good certificate for the right name, but not the one that was judged: may the page be shown?",
                "证书没问题，名称也对，只是并非判定过的那一张：页面可以显示吗？"),
            checks: [
                LessonCheck(
                    "May the page be shown?", "页面可以显示吗", taught: .no, seen: .answer(refusal == nil)),
                LessonCheck(
                    "Is it for the other certificate?", "是因为证书不同吗", taught: .yes, seen: .answer(isOther)),
                LessonCheck(
                    "And with the certificate that was judged?", "出示判定过的证书时可以显示吗", taught: .yes,
                    seen: .answer(same == nil)),
            ])
    }

    private static func flagged(_ network: LessonNetwork) async throws -> LessonStep {
        let good = try network.server(try network.identity())
        defer { good.stop() }
        let bad = try network.server(try network.impostor())
        defer { bad.stop() }
        let check = PageCheck(try network.session())
        // One flag: set by the first page that was judged, and looked at by all that follow.
        let pages = [
            Navigation(url: try network.url(good, "/page").description),
            Navigation(url: try network.url(bad, "/next").description),
        ]
        var isAuthenticated = false
        var waved: [String] = []
        for page in pages {
            guard !isAuthenticated else {
                waved.append(page.url)
                continue
            }
            await check.decide(about: page).value
            isAuthenticated = page.isResumed
        }
        // Asked for each page instead.
        let again = Navigation(url: pages[1].url)
        await check.decide(about: again).value
        return LessonStep(
            LocalizedText("One flag for all pages", "一个标志管所有页面"),
            [
                LocalizedText(
                    """
                    Code that holds pages often sets a flag when the first one was judged (authenticated = YES), and \
                    lets all later ones through. Here the first page is good; the second comes from a server that \
                    nobody vouches for.
                    """,
                    "扣住页面的代码常常在第一次判定成功后设一个标志（authenticated = YES），之后的页面一律放行。这里第一个页面没问题，第二个来自无人担保的服务器。"),
                LocalizedText(
                    """
                    The flag knows neither host nor port: a link or a redirect is enough. What was judged has to be \
                    kept by server, and each navigation asked about anew.
                    """,
                    "这个标志既不区分主机也不区分端口，一个链接或一次重定向就足以钻空子。判定的结果必须按服务器保存，每次导航都要重新询问。"),
            ],
            asking: LessonQuestion("Does the flag let the second page through?", "凭这个标志，第二个页面会被放行吗？"),
            exhibits: [
                .rows(
                    "Let through without a judgement", "未经判定就放行的页面",
                    waved.map { LessonRow("by the flag", "凭标志", text: $0) })
            ],
            checks: [
                LessonCheck(
                    "Is the second page let through by the flag?", "第二个页面凭标志放行了吗", taught: .yes,
                    seen: .answer(!waved.isEmpty)),
                LessonCheck(
                    "The second page, judged for itself", "单独判定第二个页面", taught: .refused(["selfSignedNotAnchor"]),
                    seen: again.refusal ?? .trusted),
            ])
    }
}
