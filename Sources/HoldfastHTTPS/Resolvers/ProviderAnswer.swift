import HoldfastResolving
import HoldfastTrust

/// What a provider's answer says, read as its description has it.
struct ProviderAnswer: Hashable, Sendable {
    let addresses: [IPAddress]
    let timeToLive: Duration?

    struct Refusal: Error, Hashable, Sendable {
        let reason: ResolverError.Reason

        init(_ reason: ResolverError.Reason) { self.reason = reason }
        init(malformed text: String) { reason = .malformed(text) }
    }

    init(
        status: Int, _ body: [UInt8], to query: ResolverQuery, by description: ProviderDescription
    ) throws(Refusal) {
        let isGood = (200...299).contains(status)
        switch description.form {
        case .json(let form):
            let tree: JSONTree
            do throws(JSONTree.Fault) { tree = try JSONTree(body) } catch {
                throw isGood ? Refusal(malformed: error.reason) : Self.refusal(status, nil, description)
            }
            let word = form.error.flatMap { tree.at($0) }.flatMap(Self.word)
            if !isGood || word.map({ !form.success.contains($0) }) ?? false {
                throw Self.refusal(status, word, description)
            }
            self = try Self.json(tree, form, query)
        case .text(let form):
            // Never shown whole: it may be anything.
            let text = body.allSatisfy({ $0 < 0x80 }) ? String(decoding: body, as: UTF8.self) : nil
            let word = text.map { String($0.filter { !$0.isWhitespace }) }
            let known = description.unauthorized.union(description.noSuchName)
            if !isGood || word.map(known.contains) ?? false { throw Self.refusal(status, word, description) }
            guard let text else { throw Refusal(malformed: "it is no list of addresses") }
            self = try Self.text(text, form, query.kind)
        }
    }

    private init(_ addresses: [IPAddress], _ timeToLive: Duration?) throws(Refusal) {
        guard addresses.count <= DNSMessage.maximumAddresses else {
            throw Refusal(malformed: "it has more than \(DNSMessage.maximumAddresses) addresses")
        }
        self.addresses = addresses
        self.timeToLive = timeToLive
    }

    /// What an error is, by the provider's word for it or else by its status.
    private static func refusal(_ status: Int, _ word: String?, _ description: ProviderDescription) -> Refusal {
        let word = word ?? ""
        if description.noSuchName.contains(word) { return Refusal(.noSuchName) }
        if description.unauthorized.contains(word) { return Refusal(.unauthorized(shown(word))) }
        switch status {
        case 401, 403: return Refusal(.unauthorized(word.isEmpty ? "the HTTP status \(status)" : shown(word)))
        case 200...299: return Refusal(malformed: "it is the error '\(shown(word))'")
        default: return Refusal(.status(status))
        }
    }

    /// Words of strangers, short and visible.
    private static func shown(_ word: String) -> String {
        String(
            decoding: word.utf8.prefix(64).map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    private static func word(_ value: JSONTree) -> String? {
        switch value {
        case .null: nil
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .bool(let bool): "\(bool)"
        default: "?"
        }
    }

    private static func json(
        _ tree: JSONTree, _ form: ProviderDescription.JSONForm, _ query: ResolverQuery
    ) throws(Refusal) -> ProviderAnswer {
        func at(_ path: [String]?) -> JSONTree? {
            guard let path else { return nil }
            let value = tree.at(path.map { $0 == "{host}" ? query.name.text : $0 })
            return value == .null ? nil : value
        }
        if let path = form.host {
            guard case .string(let host) = at(path), (try? DNSName(host)) == query.name else {
                throw Refusal(malformed: "it is for another name")
            }
        }
        let items: [JSONTree]
        switch at(form.addresses[query.kind]) {
        case .array(let array): items = array
        case nil where form.host != nil: items = []
        default: throw Refusal(malformed: "it has no list of addresses")
        }
        // Where one list has both kinds, the other one is no error.
        let isMixed = Set(form.addresses.values).count < form.addresses.count
        var addresses: [IPAddress] = []
        for item in items {
            guard case .string(let text) = item, let address = IPAddress(text) else {
                throw Refusal(malformed: "it has an address that is none")
            }
            if AddressKind(of: address) == query.kind {
                addresses.append(address)
            } else if !isMixed {
                throw Refusal(malformed: "it has an address of another kind")
            }
        }
        return try ProviderAnswer(addresses, try time(at(form.timeToLive[query.kind])))
    }

    private static func time(_ value: JSONTree?) throws(Refusal) -> Duration? {
        switch value {
        case nil: return nil
        case .integer(let seconds):
            guard (0...Int64(Int32.max)).contains(seconds) else { break }
            return .seconds(seconds)
        case .string(let text): return try time(text[...])
        default: break
        }
        throw Refusal(malformed: "its time to live is none")
    }

    private static func time(_ text: Substring) throws(Refusal) -> Duration {
        guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
            let seconds = Int32(text)
        else { throw Refusal(malformed: "its time to live is none") }
        return .seconds(Int64(seconds))
    }

    private static func text(
        _ whole: String, _ form: ProviderDescription.TextForm, _ kind: AddressKind
    ) throws(Refusal) -> ProviderAnswer {
        var text = Substring(whole)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        if let end = form.end?.first { text = text.prefix { $0 != end } }
        guard !form.none.contains(String(text)) else { return try ProviderAnswer([], nil) }
        var timeToLive: Duration?
        if let mark = form.timeToLive?.first, let place = text.firstIndex(of: mark) {
            timeToLive = try time(text[text.index(after: place)...])
            text = text[..<place]
        }
        var addresses: [IPAddress] = []
        for part in text.split(separator: form.separator.first ?? ";", omittingEmptySubsequences: false) {
            guard let address = IPAddress(part), AddressKind(of: address) == kind else {
                throw Refusal(malformed: "it is no list of addresses of the kind")
            }
            addresses.append(address)
        }
        return try ProviderAnswer(addresses, timeToLive)
    }
}
