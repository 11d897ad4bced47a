import HoldfastHTTPS
import HoldfastJSON
import HoldfastPins
import HoldfastTransport
import HoldfastStatements
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// Reads a policy document, collecting what is wrong with it.
struct PolicyReading {
    /// Addresses that failures of one pattern's pins are reported to; 16.
    static let maximumReportURIs = 16
    /// Different files of anchors that a document names; 1,000.
    static let maximumAnchorFiles = 1_000

    let publicSuffixes: PublicSuffixes?
    /// Nil where debug overrides are refused.
    let debugAllowedAt: Instant?
    var reader = DocumentReader(takingComments: true)
    /// Files of anchors that the document names, each with the first place that does.
    private(set) var anchorFiles: [(path: String, place: DocumentPlace)] = []
    private var anchorPaths: Set<String> = []
    /// Lists of logs that the document names, each with the first place that does.
    var logFiles: [(path: String, place: DocumentPlace)] = []
    /// The places of the entries, and of what they say.
    private(set) var places = PolicyPlaces()

    init(publicSuffixes: PublicSuffixes?, debugAllowedAt: Instant?) {
        (self.publicSuffixes, self.debugAllowedAt) = (publicSuffixes, debugAllowedAt)
    }

    mutating func document(of bytes: [UInt8]) throws(PolicyDocumentError) -> PolicyDocument {
        guard bytes.count <= PolicyDocument.maximumBytes else {
            throw PolicyDocumentError(PolicyDocumentSentence.tooLarge(limit: PolicyDocument.maximumBytes))
        }
        let contents = reader.root(of: bytes).flatMap { self.contents(of: $0) }
        guard let contents, reader.count == 0 else { throw PolicyDocumentError(reader) }
        do throws(PolicyValuesError) {
            return try PolicyDocument(
                hosts: contents.hosts, updates: contents.updates, comments: reader.comments,
                editorSchema: contents.editorSchema)
        } catch {
            throw PolicyDocumentError(error)
        }
    }

    private struct Contents {
        let hosts: [HostPattern: HostPolicy]
        let updates: UpdateSettings?
        let editorSchema: String?
    }

    private mutating func contents(of root: DocumentPlace) -> Contents? {
        // What another version means by its names is not known here.
        if let schema = root.value.object?["schema"]?.text, schema != PolicyDocument.schema {
            return reader.refuse(
                PolicyDocumentSentence.unknownSchema(JSONText.excerpt(schema)), at: root,
                advice: PolicyDocumentAdvice.reads(schema: PolicyDocument.schema))
        }
        guard let members = reader.members(of: root, named: PolicyNames.Document.self, required: [.schema]) else {
            return nil
        }
        if let place = members[.schema] { _ = reader.text(of: place) }
        let editorSchema = members[.editorSchema].flatMap { reader.text(of: $0) }
        let hosts = members[.hosts].map { self.hosts(of: $0) } ?? [:]
        let updates = members[.updates].flatMap { self.updates(of: $0) }
        return Contents(hosts: hosts, updates: updates, editorSchema: editorSchema)
    }

    private mutating func hosts(of place: DocumentPlace) -> [HostPattern: HostPolicy] {
        guard let entries = reader.entries(of: place) else { return [:] }
        guard entries.count <= PolicyDocument.maximumPatterns else {
            reader.report(PolicyDocumentSentence.tooManyPatterns(limit: PolicyDocument.maximumPatterns), at: place)
            return [:]
        }
        var hosts: [HostPattern: HostPolicy] = [:]
        var texts: [HostPattern: String] = [:]
        for entry in entries {
            let pattern = self.pattern(entry.name, at: entry.label)
            var found: [PolicyNames.Host: TextPosition] = [:]
            var host = host(of: entry.place, as: pattern, at: &found)
            host.comments = reader.takeComments(below: entry.place)
            guard let pattern else { continue }
            if let other = texts[pattern] {
                reader.report(PolicyDocumentSentence.sameServers(JSONText.excerpt(other)), at: entry.label)
            }
            texts[pattern] = entry.name
            hosts[pattern] = host
            places.add(pattern, at: entry.label.position, found)
        }
        return hosts
    }

    /// Reads the policy of a pattern of hosts.
    ///
    /// - Parameters:
    ///   - pattern: nil where it is none; what is said for it is looked at all the same.
    ///   - found: takes the places of the members.
    private mutating func host(
        of place: DocumentPlace, as pattern: HostPattern?, at found: inout [PolicyNames.Host: TextPosition]
    ) -> HostPolicy {
        var host = HostPolicy()
        guard let members = reader.members(of: place, named: PolicyNames.Host.self) else { return host }
        found = members.mapValues(\.position)
        host.pins = members[.pins].flatMap { PinsCodec.rule(of: $0, &reader, &host.pinNotation) }
        host.reportURIs = members[.reportURIs].flatMap { reportURIs(of: $0) }
        host.anchors = members[.anchors].flatMap { anchors(of: $0) }
        host.anchorConstraints = members[.anchorConstraints].flatMap { anchorConstraints(of: $0) }
        host.profile = members[.profile].flatMap { reader.word(of: $0, from: StandardProfile.self) }
        host.revocation = members[.revocation].flatMap { reader.word(of: $0, from: RevocationChecking.self) }
        host.transparency = members[.transparency].flatMap { transparency(of: $0) }
        let version = members[.minimumTLS].flatMap { reader.word(of: $0, from: PolicyNames.TLSVersion.self) }
        host.minimumTLS = version.map { $0 == .tls12 ? .tls12 : .tls13 }
        host.supportedGroups = members[.supportedGroups].flatMap { supportedGroups(of: $0) }
        host.appTransportSecurity = members[.appTransportSecurity].flatMap { appTransportSecurity(of: $0) }
        host.connectTo = members[.connectTo].flatMap { connectTo(of: $0) }
        host.dangerousDebug = members[.dangerousDebug].flatMap { debugOverride(of: $0) }
        for name in [PolicyNames.Host.connectTo, .dangerousDebug] where pattern?.domain != nil {
            guard let member = members[name] else { continue }
            reader.report(PolicyDocumentSentence.forOneHost, at: member, advice: PolicyDocumentAdvice.nameHost)
        }
        return host
    }

    private mutating func reportURIs(of place: DocumentPlace) -> [HTTPSURL]? {
        guard let items = reader.items(of: place, limit: Self.maximumReportURIs) else { return nil }
        return items.compactMap { url(of: $0) }
    }

    mutating func url(of place: DocumentPlace) -> HTTPSURL? {
        guard let text = reader.text(of: place) else { return nil }
        do throws(HTTPSURLError) {
            let url = try HTTPSURL(text)
            guard !url.hasCredential else {
                return reader.refuse(
                    PolicyDocumentSentence.password, at: place, advice: PolicyDocumentAdvice.everybodyReads)
            }
            return url
        } catch {
            return reader.refuse(PolicyDocumentSentence.noURL(error.statement), at: place)
        }
    }

    /// Names of groups. What this machine's OpenSSL lacks of them is no fault of the document's, which others read too.
    private mutating func supportedGroups(of place: DocumentPlace) -> SupportedGroups? {
        guard let items = reader.items(of: place, limit: SupportedGroups.maximumCount) else { return nil }
        let names = items.compactMap { reader.text(of: $0) }
        guard names.count == items.count else { return nil }
        do throws(SupportedGroupsError) {
            return try SupportedGroups(names: names)
        } catch {
            guard case .unknown(let name) = error, let index = names.firstIndex(of: name) else {
                return reader.refuse(error, at: place)
            }
            return reader.refuse(
                SupportedGroupsError.unknown(JSONText.excerpt(name)), at: items[index],
                advice: PolicyDocumentAdvice.nameGroups)
        }
    }

    private mutating func connectTo(of place: DocumentPlace) -> ConnectTarget? {
        guard let text = reader.text(of: place) else { return nil }
        if let target = ConnectTarget(text) { return target }
        return reader.refuse(
            PolicyDocumentSentence.noPlace(JSONText.excerpt(text)), at: place, advice: PolicyDocumentAdvice.writePlace)
    }

    private mutating func anchors(of place: DocumentPlace) -> AnchorSource? {
        guard let members = reader.members(of: place, named: PolicyNames.Anchors.self) else { return nil }
        let problems = reader.count
        var source = AnchorSource()
        if let system = members[.system] { source.system = reader.truth(of: system) ?? false }
        if let list = members[.files].flatMap({ reader.items(of: $0, limit: AnchorSource.maximumFiles) }) {
            for item in list { if let path = anchorFile(of: item) { source.files.append(path) } }
        }
        if let list = members[.certificates].flatMap({
            reader.items(of: $0, limit: AnchorSource.maximumCertificates)
        }) {
            for item in list { if let certificate = certificate(of: item) { source.certificates.append(certificate) } }
        }
        if reader.count == problems, !source.system, source.files.isEmpty, source.certificates.isEmpty {
            reader.report(PolicyDocumentSentence.noAnchor, at: place)
        }
        return source
    }

    private mutating func anchorFile(of place: DocumentPlace) -> String? {
        guard let path = file(of: place) else { return nil }
        guard anchorPaths.insert(path).inserted else { return path }
        guard anchorPaths.count <= Self.maximumAnchorFiles else {
            return reader.refuse(PolicyDocumentSentence.tooManyFiles(limit: Self.maximumAnchorFiles), at: place)
        }
        anchorFiles.append((path, place))
        return path
    }

    /// A path that a file may have.
    mutating func file(of place: DocumentPlace) -> String? {
        guard let path = reader.text(of: place) else { return nil }
        guard !path.isEmpty, path.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) else {
            return reader.refuse(PolicyDocumentSentence.noFile, at: place)
        }
        return path
    }

    private mutating func certificate(of place: DocumentPlace) -> Certificate? {
        guard let text = reader.text(of: place) else { return nil }
        guard !EncodedObject.isP11Kit(Array(text.utf8)) else {
            return reader.refuse(AnchorFileSentence.p11Kit, at: place)
        }
        let blocks: [EncodedCertificate]
        do throws(CertificateFileError) {
            blocks = try EncodedObject.encodedCertificates(in: Array(text.utf8))
        } catch {
            return reader.refuse(PolicyDocumentSentence.noPEM(error.statement), at: place)
        }
        guard blocks.count == 1, let block = blocks.first else {
            return reader.refuse(
                PolicyDocumentSentence.certificates(count: blocks.count), at: place,
                advice: PolicyDocumentAdvice.oneEach)
        }
        do throws(DERError) {
            // Only the certificate is kept, and written again: what its words say has to be known here.
            if let settings = try block.trustSettings, !settings.permits(.serverAuth) {
                return reader.refuse(PolicyDocumentSentence.rejected, at: place)
            }
            return try Certificate(der: block.bytes)
        } catch {
            return reader.refuse(PolicyDocumentSentence.malformed(error.statement), at: place)
        }
    }

    private mutating func debugOverride(of place: DocumentPlace) -> DebugOverride? {
        guard let now = debugAllowedAt else {
            return reader.refuse(PolicyDocumentSentence.debugRefused, at: place, advice: PolicyDocumentAdvice.takeOut)
        }
        guard let members = reader.members(of: place, named: PolicyNames.Debug.self, required: [.until]) else {
            return nil
        }
        let until = members[.until].flatMap { end(of: $0, at: now) }
        var kind: DebugOverride.Kind?
        switch (members[.acceptAny], members[.anchors]) {
        case (let member?, nil):
            if let isOn = reader.truth(of: member) {
                if isOn { kind = .acceptAny } else { reader.report(PolicyDocumentSentence.sayTrue, at: member) }
            }
        case (nil, let member?): kind = anchors(of: member).map { .anchors($0) }
        default: reader.report(PolicyDocumentSentence.eitherOverride, at: place)
        }
        guard let until, let kind else { return nil }
        return DebugOverride(kind, until: until)
    }

    private mutating func end(of place: DocumentPlace, at now: Instant) -> Instant? {
        guard let until = reader.instant(of: place) else { return nil }
        let latest = now.advanced(byDays: DangerousAcceptAny.maximumDays)
        guard until <= latest else {
            return reader.refuse(
                PolicyDocumentSentence.debugTooLong(days: DangerousAcceptAny.maximumDays, latest: latest), at: place)
        }
        return until
    }
}
