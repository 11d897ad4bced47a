import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

extension PinUpdate {
    private static let names = ["schema", "counter", "issued", "expires", "hosts"]
    private static let hostNames = ["pins", "reportURIs"]

    /// Reads an update whose signature was verified.
    init(_ bytes: [UInt8], publicSuffixes: PublicSuffixes?) throws(PinUpdateRefusal) {
        var reader = DocumentReader()
        guard let root = reader.root(of: bytes) else { throw reader.refusal }
        let entries = reader.entries(of: root) ?? []
        let members = Dictionary(entries.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
        if let place = members["schema"], let text = reader.text(of: place), text != Self.schema {
            throw PinUpdateRefusal(.unknownSchema(JSONText.excerpt(text)))
        }
        try Self.refuseOthers(entries, than: Self.names)
        for name in Self.names where members[name] == nil { reader.report("'\(name)' is missing", at: root) }
        let counter = members["counter"].flatMap { Self.counter(of: $0, &reader) }
        let issued = members["issued"].flatMap { reader.instant(of: $0) }
        let expires = members["expires"].flatMap { reader.instant(of: $0) }
        if let issued, let expires, let place = members["expires"], expires <= issued {
            reader.report("it ends before it was issued", at: place)
        }
        let hosts = try members["hosts"].map { (place) throws(PinUpdateRefusal) in
            try Self.hosts(of: place, publicSuffixes, &reader)
        }
        guard reader.count == 0, let counter, let issued, let expires, let hosts else { throw reader.refusal }
        self.init(counter: counter, issued: issued, expires: expires, hosts: hosts)
    }

    private static func counter(of place: DocumentPlace, _ reader: inout DocumentReader) -> UInt64? {
        guard let number = reader.number(of: place) else { return nil }
        guard number <= maximumCounter else {
            reader.report("the counter is greater than \(maximumCounter)", at: place)
            return nil
        }
        return UInt64(number)
    }

    private static func hosts(
        of place: DocumentPlace, _ suffixes: PublicSuffixes?, _ reader: inout DocumentReader
    ) throws(PinUpdateRefusal) -> [HostPattern: Host] {
        guard let entries = reader.entries(of: place) else { return [:] }
        guard entries.count <= maximumHosts else {
            reader.report("there are \(entries.count) hosts, and \(maximumHosts) at most are allowed", at: place)
            return [:]
        }
        var hosts: [HostPattern: Host] = [:]
        for entry in entries {
            let members = reader.entries(of: entry.place) ?? []
            try refuseOthers(members, than: hostNames)
            var host = Host(pins: nil)
            for member in members {
                if member.name == "pins" {
                    host.pins = PinsCodec.rule(of: member.place, &reader)
                } else {
                    host.reportURIs = uris(of: member.place, &reader)
                }
            }
            if members.isEmpty { reader.report("nothing is said about the host", at: entry.label) }
            do throws(HostPatternError) {
                let pattern = try HostPattern(entry.name, publicSuffixes: suffixes)
                if hosts.updateValue(host, forKey: pattern) != nil {
                    reader.report("the host stands there already, in another spelling", at: entry.label)
                }
            } catch {
                reader.report(error.description, at: entry.label)
            }
        }
        return hosts
    }

    private static func uris(of place: DocumentPlace, _ reader: inout DocumentReader) -> [HTTPSURL]? {
        guard let items = reader.items(of: place, limit: maximumReportURIs) else { return nil }
        var uris: [HTTPSURL] = []
        for item in items {
            guard let text = reader.text(of: item) else { continue }
            do throws(HTTPSURLError) {
                uris.append(try HTTPSURL(text))
            } catch {
                reader.report("'\(JSONText.excerpt(ShownURL.text(of: text)))' is no https URI: \(error)", at: item)
            }
        }
        return uris
    }

    private static func refuseOthers(
        _ entries: [DocumentReader.Entry], than names: [String]
    ) throws(PinUpdateRefusal) {
        guard let other = entries.first(where: { !names.contains($0.name) }) else { return }
        throw PinUpdateRefusal(
            .forbiddenMember(JSONText.excerpt(other.name), at: other.label.position.description))
    }
}

extension DocumentReader {
    /// The first problem, and how many more there are.
    fileprivate var refusal: PinUpdateRefusal {
        let first = problems.first?.description ?? "it cannot be read"
        return PinUpdateRefusal(.malformed(count > 1 ? "\(first), and \(count - 1) more" : first))
    }
}
