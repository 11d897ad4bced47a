import HoldfastJSON
package import HoldfastStatements
import HoldfastTrust
package import HoldfastX509

/// The addresses in a provider's answer, read as the provider's description has it.
package struct ProviderAnswer: Hashable, Sendable {
    package let addresses: [IPAddress]
    package let timeToLive: Duration?

    package init(
        status: Int, _ body: [UInt8], to query: ResolverQuery, by description: ProviderDescription
    ) throws(ProviderAnswerError) {
        let isGood = (200...299).contains(status)
        switch description.form {
        case .json(let form):
            let answer: JSONValue
            do throws(JSONValue.SyntaxError) {
                answer = try JSONValue(body, allowingRepeatedNames: true)
            } catch {
                throw isGood
                    ? ProviderAnswerError(malformed: .noJSON(error.statement)) : Self.error(status, nil, description)
            }
            let word = form.error.flatMap { answer.at($0) }.flatMap(Self.word)
            if !isGood || word.map({ !form.success.contains($0) }) ?? false {
                throw Self.error(status, word, description)
            }
            self = try Self.json(answer, form, query)
        case .text(let form):
            // Never shown whole: it may be anything.
            let text = body.allSatisfy({ $0 < 0x80 }) ? String(decoding: body, as: UTF8.self) : nil
            let word = text.map { String($0.filter { !$0.isWhitespace }) }
            let known = description.unauthorized.union(description.noSuchName)
            if !isGood || word.map(known.contains) ?? false { throw Self.error(status, word, description) }
            guard let text else { throw ProviderAnswerError(malformed: .noList) }
            self = try Self.text(text, form, query.kind)
        }
    }

    private init(_ addresses: [IPAddress], _ timeToLive: Duration?) throws(ProviderAnswerError) {
        guard addresses.count <= DNSMessage.maximumAddresses else {
            throw ProviderAnswerError(malformed: .tooManyAddresses(limit: DNSMessage.maximumAddresses))
        }
        self.addresses = addresses
        self.timeToLive = timeToLive
    }

    /// The error that an answer stands for, by the provider's word for it or else by its status.
    private static func error(_ status: Int, _ word: String?, _ description: ProviderDescription) -> ProviderAnswerError
    {
        let word = word ?? ""
        if description.noSuchName.contains(word) { return ProviderAnswerError(.noSuchName) }
        if description.unauthorized.contains(word) { return ProviderAnswerError(.unauthorized(shown(word))) }
        switch status {
        case 401, 403:
            let status = ResolverAnswerSentence.httpStatus(status).statement
            return ProviderAnswerError(.unauthorized(word.isEmpty ? status : Statement(verbatim: shown(word))))
        case 200...299: return ProviderAnswerError(malformed: .error(shown(word)))
        default: return ProviderAnswerError(.status(status))
        }
    }

    /// Words of strangers, short and visible.
    private static func shown(_ word: String) -> String {
        String(
            decoding: word.utf8.prefix(64).map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    private static func word(_ value: JSONValue) -> String? {
        switch value.content {
        case .null: nil
        case .string(let text): text
        case .number: value.wholeNumber.map { "\($0)" } ?? "?"
        case .bool(let bool): "\(bool)"
        case .array, .object: "?"
        }
    }

    private static func json(
        _ answer: JSONValue, _ form: ProviderDescription.JSONForm, _ query: ResolverQuery
    ) throws(ProviderAnswerError) -> ProviderAnswer {
        func at(_ path: [String]?) -> JSONValue? {
            guard let path else { return nil }
            let value = answer.at(path.map { $0 == "{host}" ? query.name.text : $0 })
            return value?.content == .null ? nil : value
        }
        if let path = form.host {
            guard let host = at(path)?.text, (try? DNSName(host)) == query.name else {
                throw ProviderAnswerError(malformed: .otherName)
            }
        }
        let items: [JSONValue]
        switch at(form.addresses[query.kind])?.content {
        case .array(let array): items = array
        case nil where form.host != nil: items = []
        default: throw ProviderAnswerError(malformed: .noAddressList)
        }
        // Where one list has both kinds, the other one is no error.
        let isMixed = Set(form.addresses.values).count < form.addresses.count
        var addresses: [IPAddress] = []
        for item in items {
            guard let text = item.text, let address = IPAddress(text) else {
                throw ProviderAnswerError(malformed: .noAddress)
            }
            if AddressKind(of: address) == query.kind {
                addresses.append(address)
            } else if !isMixed {
                throw ProviderAnswerError(malformed: .otherKind)
            }
        }
        return try ProviderAnswer(addresses, try time(at(form.timeToLive[query.kind])))
    }

    private static func time(_ value: JSONValue?) throws(ProviderAnswerError) -> Duration? {
        switch value?.content {
        case nil: return nil
        case .number:
            guard let seconds = value?.wholeNumber, (0...Int64(Int32.max)).contains(seconds) else { break }
            return .seconds(seconds)
        case .string(let text): return try time(text[...])
        default: break
        }
        throw ProviderAnswerError(malformed: .noTimeToLive)
    }

    private static func time(_ text: Substring) throws(ProviderAnswerError) -> Duration {
        guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
            let seconds = Int32(text)
        else { throw ProviderAnswerError(malformed: .noTimeToLive) }
        return .seconds(Int64(seconds))
    }

    private static func text(
        _ whole: String, _ form: ProviderDescription.TextForm, _ kind: AddressKind
    ) throws(ProviderAnswerError) -> ProviderAnswer {
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
                throw ProviderAnswerError(malformed: .noListOfKind)
            }
            addresses.append(address)
        }
        return try ProviderAnswer(addresses, timeToLive)
    }
}

/// The reason why an answer of a provider gives no addresses.
package struct ProviderAnswerError: Error, Hashable, Sendable {
    package let reason: ResolverError.Reason

    /// The reason as a statement.
    package var statement: Statement { reason.statement }

    init(_ reason: ResolverError.Reason) { self.reason = reason }
    init(malformed fault: ResolverAnswerSentence) { reason = .malformed(fault.statement) }
}
