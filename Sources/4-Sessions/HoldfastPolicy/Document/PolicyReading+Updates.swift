import HoldfastHTTPS
import HoldfastJSON
import HoldfastPins
import HoldfastX509

extension PolicyReading {
    mutating func updates(of place: DocumentPlace) -> UpdateSettings? {
        guard let members = reader.members(of: place, named: PolicyNames.Updates.self, required: [.url, .keys]) else {
            return nil
        }
        let url = members[.url].flatMap { self.url(of: $0) }
        let keys = members[.keys].flatMap { self.keys(of: $0) }
        let counter = members[.minimumCounter].map { reader.number(of: $0) } ?? 0
        let every = members[.every].map { interval(of: $0) } ?? UpdateSettings.usualInterval
        guard let url, let keys, let counter, let every else { return nil }
        return UpdateSettings(url: url, keys: keys, minimumCounter: counter, every: every)
    }

    private mutating func keys(of place: DocumentPlace) -> [SubjectPublicKeyInfo]? {
        guard let items = reader.items(of: place, limit: UpdateSettings.keyCount) else { return nil }
        guard items.count == UpdateSettings.keyCount else {
            return reader.refuse(
                PolicyDocumentSentence.twoKeys, at: place, advice: PolicyDocumentAdvice.keepOneElsewhere)
        }
        let keys = items.compactMap { key(of: $0) }
        guard keys.count == items.count else { return nil }
        guard keys[0] != keys[1] else { return reader.refuse(PolicyDocumentSentence.repeatedKey, at: items[1]) }
        for (key, item) in zip(keys, items) {
            do throws(PinUpdateKeyError) { _ = try PinUpdateKeys(checked: [key]) } catch {
                return reader.refuse(error, at: item)
            }
        }
        return keys
    }

    private mutating func key(of place: DocumentPlace) -> SubjectPublicKeyInfo? {
        guard let text = reader.text(of: place) else { return nil }
        if let bytes = Base64.decode(text), let key = try? SubjectPublicKeyInfo(der: bytes), case .ed25519 = key.key {
            return key
        }
        return reader.refuse(PolicyDocumentSentence.noEd25519, at: place, advice: PolicyDocumentAdvice.writeKey)
    }

    private mutating func interval(of place: DocumentPlace) -> Duration? {
        guard let text = reader.text(of: place) else { return nil }
        if let duration = DurationText.duration(text) { return duration }
        return reader.refuse(
            PolicyDocumentSentence.noDuration(JSONText.excerpt(text)), at: place,
            advice: PolicyDocumentAdvice.writeDuration)
    }
}
