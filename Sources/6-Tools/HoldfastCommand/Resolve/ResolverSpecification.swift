import HoldfastStatements
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastJSON
import HoldfastResolving
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// One `--resolver`: a source of addresses.
struct ResolverSpecification: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// The system's own resolver, whatever that asks.
        case system
        /// A hosts file; nil for the system's.
        case hosts(path: String?)
        /// Fixed addresses for one name, and nothing for any other.
        case fixed(DNSName, [IPAddress])
        /// DNS over HTTPS (RFC 8484).
        case https(HTTPSURL, usesGET: Bool)
        /// A provider's HTTPDNS service that comes with the program.
        case builtInProvider(String)
        /// A provider that a file describes.
        case providerFile(path: String)
    }

    /// As it was written: what the source is called in every output.
    let text: String
    let kind: Kind

    /// Reads a specification.
    ///
    /// - Parameter providers: the names of the services that come with the program.
    init(_ text: String, providers: [String]) throws(CommandError) {
        self.text = text
        let (word, rest) = Self.split(text)
        switch (word, rest) {
        case ("system", nil): kind = .system
        case ("hosts", nil): kind = .hosts(path: nil)
        case ("hosts", let path?):
            guard !path.isEmpty else {
                throw Self.failure(text, .namesNoFile, hint: ResolveAdvice.writeHosts)
            }
            kind = .hosts(path: path)
        case ("static", let entry):
            kind = try Self.fixed(entry ?? "", text)
        case ("https", _?): kind = .https(try Self.url(text, text), usesGET: false)
        case ("get+https", _?): kind = .https(try Self.url(String(text.dropFirst(4)), text), usesGET: true)
        case ("provider", let name):
            kind = try Self.provider(name ?? "", text, providers)
        case (_, nil) where providers.contains(text): kind = .builtInProvider(text)
        default: throw Self.unknown(text, word, rest, providers)
        }
    }

    /// The part before the first colon, which says what kind it is, and what follows.
    private static func split(_ text: String) -> (word: String, rest: String?) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return (text, nil) }
        return (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
    }

    /// `NAME=ADDRESS[,ADDRESS]`.
    private static func fixed(_ entry: String, _ text: String) throws(CommandError) -> Kind {
        let (name, addresses) = try assignment(entry, of: text, hint: ResolveAdvice.writeStatic)
        return .fixed(name, addresses)
    }

    /// A name, and the addresses that are said of it.
    ///
    /// - Parameter text: what an error quotes.
    static func assignment(
        _ entry: String, of text: String, as option: String = "--resolver", hint: any Sentence
    ) throws(CommandError) -> (DNSName, [IPAddress]) {
        let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw failure(text, .noAssignment, as: option, hint: hint)
        }
        guard case .dns(let name)? = try? ServerName(unicode: parts[0]) else {
            throw failure(text, .noDNSName(name: parts[0]), as: option, hint: hint)
        }
        var addresses: [IPAddress] = []
        for part in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
            let isBracketed = part.hasPrefix("[") && part.hasSuffix("]")
            guard let address = IPAddress(isBracketed ? part.dropFirst().dropLast() : part) else {
                throw failure(text, .noAddress(text: String(part)), as: option, hint: hint)
            }
            addresses.append(address)
        }
        return (name, addresses)
    }

    private static func url(_ written: String, _ text: String) throws(CommandError) -> HTTPSURL {
        // As RFC 8484 §4.1.1 writes the address of a server; the variable is what the question is put into.
        let template = "{?dns}"
        let plain = written.hasSuffix(template) ? String(written.dropLast(template.count)) : written
        let hint = ResolveAdvice.writeDNSOverHTTPS
        guard plain.hasPrefix("https://") else {
            throw failure(text, .namesNoHost, hint: hint)
        }
        guard !plain.utf8.contains(UInt8(ascii: "@")) else {
            // Not quoted: it may hold a password.
            throw .usage(ResolveSentence.noLogin, hint: hint)
        }
        do throws(HTTPSURLError) {
            return try HTTPSURL(plain)
        } catch {
            throw failure(text, .url(reason: error.statement), hint: hint)
        }
    }

    private static func provider(
        _ name: String, _ text: String, _ providers: [String]
    ) throws(CommandError) -> Kind {
        if providers.contains(name) { return .builtInProvider(name) }
        if name.hasSuffix(".json") { return .providerFile(path: name) }
        let near = Suggestion.closest(to: name, among: providers).map { UsageAdvice.didYouMean(word: "provider:\($0)") }
        throw failure(
            text, .noProvider,
            hint: near
                ?? (providers.isEmpty
                ? ResolveAdvice.writeProvider : .writeProviderOr(names: list(providers))) as any Sentence)
    }

    private static func list(_ providers: [String]) -> String {
        providers.map { "provider:\($0)" }.joined(separator: ", ")
    }

    private static func unknown(
        _ text: String, _ word: String, _ rest: String?, _ providers: [String]
    ) -> CommandError {
        if ["http", "get+http"].contains(word) {
            return failure(text, .withoutTLS, hint: ResolveAdvice.writeHTTPS)
        }
        if IPAddress(text) != nil {
            return failure(
                text, .plainDNS,
                hint: ResolveAdvice.asDNSOverHTTPS(url: "https://\(URLParts.literal(text))/dns-query"))
        }
        let kinds = ["system", "hosts", "static", "https", "get+https", "provider"]
        let near = Suggestion.closest(to: word, among: kinds + providers)
        let hint = near.map { near in
            let isPrefix = ["static", "https", "get+https", "provider"].contains(near)
            let rest = isPrefix ? ":…" : rest.map { ":\($0)" } ?? ""
            return UsageAdvice.didYouMean(word: near + rest)
        }
        return failure(
            text, .noResolver, hint: hint ?? ResolveAdvice.kinds as any Sentence)
    }

    private static func failure(
        _ text: String, _ fault: ResolverFault, as option: String = "--resolver", hint: any Sentence
    ) -> CommandError {
        .usage(ResolveSentence.wrongSpecification(option: option, text: text, fault: fault), hint: hint)
    }
}
