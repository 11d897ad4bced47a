public import HoldfastTrust
public import HoldfastX509

/// Cookies as a text that other programs read and write: Netscape's format, as curl has it for `--cookie` and
/// `--cookie-jar`, and Python as `MozillaCookieJar`.
///
/// A line has seven fields between tabs: the domain (with a dot where hosts below it get the cookie too), `TRUE` or
/// `FALSE` for that, the path, `TRUE` where it is `Secure`, the end in seconds since 1970 (0 or nothing where it ends
/// with the session), the name, and the value. `#HttpOnly_` before the domain is no remark. The format has no place for
/// `SameSite` and for when a cookie was created: what is read has none, and was created when it was read.
public struct NetscapeCookieFile: Sendable {
    /// A line that is no cookie, or none that a server could have set.
    public struct Problem: Hashable, Sendable {
        /// The line's number, from 1.
        public let line: Int
        public let reason: Reason

        public enum Reason: String, Hashable, Sendable {
            /// Not seven fields between tabs, or the fifth is no number.
            case form = "it has not the seven fields of a cookie"
            case encoding = "it is not UTF-8"
            case tooLong = "it is too long"
            /// The domain is none, the cookie is for a public suffix, or its name promises what it has not.
            case refused = "no server could have set this cookie"
            /// There is no list of public suffixes, and any domain may be one.
            case unknownSuffix = "it is for the hosts below a domain, and there is no list of public suffixes"
            case tooMany = "there are too many lines"
        }
    }

    /// Octets of a line; what a cookie may have, with room for its domain and its path.
    static let lineLimit = 16_384
    /// Lines that are read, remarks included.
    static let linesLimit = 20_000
    /// Octets of a whole file that is read.
    public static let byteLimit = 16 << 20

    private static let header = """
        # Netscape HTTP Cookie File
        # https://curl.se/docs/http-cookies.html
        # Written by Holdfast. Whoever has these lines is logged in as their owner.


        """
    private static let httpOnly = "#HttpOnly_"

    /// The cookies, in the order of their lines; of lines for the same cookie, a store keeps the last.
    public private(set) var cookies: [Cookie] = []
    /// Lines that were passed over; at most a hundred.
    public private(set) var problems: [Problem] = []

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - bytes: the whole text; anybody may have written it.
    ///   - now: what cookies expire by, and when they count as created. Those that have expired are left out.
    ///   - suffixes: domains that no cookie is for; nil for not known, so that only cookies of single hosts are read.
    public init(_ bytes: [UInt8], at now: Instant, publicSuffixes suffixes: PublicSuffixes? = .system) {
        var number = 0
        // Cut off after the last line that is read: a file of line ends alone would be many times its size as lines.
        let lines = bytes.split(
            separator: UInt8(ascii: "\n"), maxSplits: Self.linesLimit, omittingEmptySubsequences: false)
        for line in lines {
            number += 1
            guard number <= Self.linesLimit else {
                note(number, .tooMany)
                break
            }
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            switch Self.read(line, at: now, suffixes) {
            case .success(let cookie):
                if let cookie, !cookie.isExpired(at: now) { cookies.append(cookie) }
            case .failure(let problem): note(number, problem.reason)
            }
        }
    }

    private mutating func note(_ line: Int, _ reason: Problem.Reason) {
        if problems.count < 100 { problems.append(Problem(line: line, reason: reason)) }
    }

    private struct Refusal: Error {
        let reason: Problem.Reason
    }

    /// The cookie of a line; nil for a remark and an empty line.
    private static func read(
        _ line: ArraySlice<UInt8>, at now: Instant, _ suffixes: PublicSuffixes?
    ) -> Result<Cookie?, Refusal> {
        guard line.count <= lineLimit else { return .failure(Refusal(reason: .tooLong)) }
        guard var text = String(validating: line, as: UTF8.self) else { return .failure(Refusal(reason: .encoding)) }
        let isHTTPOnly = text.utf8.starts(with: httpOnly.utf8)
        if isHTTPOnly {
            text = String(text.utf8.dropFirst(httpOnly.utf8.count)) ?? ""
        } else if text.utf8.first == UInt8(ascii: "#") || text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            return .success(nil)
        }
        let fields = text.utf8.split(separator: 0x09, maxSplits: 7, omittingEmptySubsequences: false)
            .map { String($0) ?? "" }
        guard (6...7).contains(fields.count), let isShared = truth(fields[1]), let isSecure = truth(fields[3]),
            let expires = end(fields[4])
        else { return .failure(Refusal(reason: .form)) }
        let domain = (fields[0].hasPrefix(".") ? String(fields[0].dropFirst()) : fields[0]).asciiLowercased()
        guard let host = try? ServerName(unicode: domain) else { return .failure(Refusal(reason: .refused)) }
        let isName = if case .dns = host { true } else { false }
        let stored = Cookie.Stored(
            name: fields[5], value: fields.count > 6 ? fields[6] : "", domain: host.description,
            isHostOnly: !(isShared && isName), path: fields[2], isSecure: isSecure, isHTTPOnly: isHTTPOnly,
            expires: expires, created: now)
        if let cookie = Cookie(stored, at: now, publicSuffixes: suffixes) { return .success(cookie) }
        return .failure(Refusal(reason: isShared && suffixes == nil ? .unknownSuffix : .refused))
    }

    private static func truth(_ text: String) -> Bool? {
        switch text.asciiLowercased() {
        case "true": true
        case "false": false
        default: nil
        }
    }

    /// The end of a cookie: nil in it for the end of the session, nil for no number.
    private static func end(_ text: String) -> Instant?? {
        let digits = text.utf8
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        var seconds: Int64 = 0
        for digit in digits {
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 10)
            guard !overflow else { return .some(Instant(secondsSince1970: .max)) }
            let (sum, overflows) = product.addingReportingOverflow(Int64(digit - 0x30))
            guard !overflows else { return .some(Instant(secondsSince1970: .max)) }
            seconds = sum
        }
        return .some(seconds == 0 ? nil : Instant(secondsSince1970: seconds))
    }

    // MARK: Writing

    /// The text of cookies that outlast the session, and the number of those that the format has no place for: with a
    /// tab in them.
    ///
    /// - Parameters:
    ///   - cookies: in the order of their lines; those that end with the session, and those that have expired, are left
    ///     out.
    ///   - now: what they expire by.
    public static func text(of cookies: [Cookie], at now: Instant) -> (bytes: [UInt8], omitted: Int) {
        var (text, omitted) = (header, 0)
        for cookie in cookies {
            guard let expires = cookie.expires, !cookie.isExpired(at: now) else { continue }
            guard let line = line(cookie, expires) else {
                omitted += 1
                continue
            }
            text += line
        }
        return (Array(text.utf8), omitted)
    }

    private static func line(_ cookie: Cookie, _ expires: Instant) -> String? {
        let fields = [
            (cookie.isHostOnly ? "" : ".") + cookie.domain, cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path,
            cookie.isSecure ? "TRUE" : "FALSE", String(expires.secondsSince1970), cookie.name, cookie.value,
        ]
        guard fields.allSatisfy({ !$0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }) else { return nil }
        return (cookie.isHTTPOnly ? httpOnly : "") + fields.joined(separator: "\t") + "\n"
    }
}
