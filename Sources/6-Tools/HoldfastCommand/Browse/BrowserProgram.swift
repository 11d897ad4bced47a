import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC

/// A browser of this machine, and the way in which it is started behind a gate: with a profile of its own, the gate as
/// its one way out, and this run's authority among what it trusts.
enum BrowserProgram: String, CaseIterable, Sendable {
    case chromium, firefox

    /// The names under which systems have it.
    private var programs: [String] {
        switch self {
        case .chromium: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
        case .firefox: ["firefox", "firefox-esr"]
        }
    }

    /// Finds it on the path.
    ///
    /// - Throws: ``CommandError`` where there is none.
    func path() throws(CommandError) -> String {
        let folders = (Descriptor.environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
        for program in programs {
            for folder in folders where unsafe access("\(folder)/\(program)", X_OK) == 0 {
                return "\(folder)/\(program)"
            }
        }
        throw CommandError(
            .internalError, code: .noBrowser, BrowseSentence.notInstalled(browser: rawValue),
            hint: BrowseAdvice.installBrowser(package: self == .chromium ? "chromium" : "firefox-esr"))
    }

    /// The folder of the database of certificates that it reads (NSS), below its home.
    func database(in home: String) -> String {
        switch self {
        case .chromium: "\(home)/.pki/nssdb"
        case .firefox: profile(in: home)
        }
    }

    private func profile(in home: String) -> String { "\(home)/profile" }

    /// The folders to be made below its home.
    func folders(in home: String) -> [String] {
        switch self {
        case .chromium: ["\(home)/.pki", "\(home)/.pki/nssdb", profile(in: home), "\(home)/tmp"]
        case .firefox: [profile(in: home), "\(home)/tmp"]
        }
    }

    /// The files that it reads its settings from: paths and text.
    func files(in home: String, behind proxy: Proxy) -> [(path: String, text: String)] {
        guard self == .firefox else { return [] }
        let settings = [
            #""network.proxy.type", 1"#, "\"network.proxy.http\", \"\(proxy.host)\"",
            "\"network.proxy.http_port\", \(proxy.port)", "\"network.proxy.ssl\", \"\(proxy.host)\"",
            "\"network.proxy.ssl_port\", \(proxy.port)", #""network.proxy.no_proxies_on", """#,
            // Loopback too goes through the gate; calls of pages (WebRTC) do or are not made; names are asked of the
            // gate alone.
            #""network.proxy.allow_hijacking_localhost", true"#, #""media.peerconnection.ice.proxy_only", true"#,
            #""network.trr.mode", 5"#, #""network.dns.disablePrefetch", true"#,
            // What asks for pages that nobody wanted to see.
            #""browser.shell.checkDefaultBrowser", false"#, #""browser.aboutwelcome.enabled", false"#,
            #""datareporting.policy.dataSubmissionEnabled", false"#, #""toolkit.telemetry.enabled", false"#,
            #""app.update.enabled", false"#, #""network.captive-portal-service.enabled", false"#,
            #""network.connectivity-service.enabled", false"#, #""browser.startup.homepage", "about:blank""#,
            #""browser.newtabpage.enabled", false"#, #""extensions.getAddons.cache.enabled", false"#,
            #""services.settings.server", "data:,""#,
        ]
        let text = settings.map { "user_pref(\($0));\n" }.joined()
        return [("\(profile(in: home))/user.js", text)]
    }

    /// The arguments that it is started with; none of them switches a check of certificates off.
    func arguments(in home: String, behind proxy: Proxy, _ url: String, _ others: [String]) -> [String] {
        switch self {
        case .chromium:
            [
                "--user-data-dir=\(profile(in: home))", "--proxy-server=http://\(proxy.host):\(proxy.port)",
                // Loopback too goes through the gate, and calls of pages (WebRTC) do or are not made.
                "--proxy-bypass-list=<-loopback>", "--webrtc-ip-handling-policy=disable_non_proxied_udp",
                "--no-first-run", "--no-default-browser-check",
                // What asks for pages that nobody wanted to see, or leaves something outside of the profile.
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--disable-domain-reliability", "--disable-breakpad", "--no-pings", "--password-store=basic",
            ] + others + [url]
        case .firefox: ["--profile", profile(in: home), "--no-remote", "--new-instance"] + others + [url]
        }
    }

    /// The variables that keep what it writes in its home.
    func variables(in home: String) -> [String: String] { ["HOME": home, "TMPDIR": "\(home)/tmp"] }

    /// The variables that would lead it elsewhere.
    static let removed = [
        "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "SSL_CERT_FILE", "SSL_CERT_DIR", "HTTPS_PROXY",
        "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy", "MOZ_LOG_FILE",
    ]

    /// The gate as a browser is told of it.
    struct Proxy: Hashable, Sendable {
        let host: String
        let port: UInt16
    }
}
