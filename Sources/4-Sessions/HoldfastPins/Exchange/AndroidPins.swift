import HoldfastTrust
import HoldfastX509

/// Android's network security configuration (developer.android.com/privacy-and-security/security-config; read as
/// XmlConfigSource.java of the platform reads it).
///
/// Of several domains that match, the exact one counts, then the longest; a `domain-config` inside another takes over
/// what it does not say itself; one without a pin-set is not pinned, whatever a wider one says. One pin anywhere in the
/// chain is enough, and from `expiration` on (the beginning of the day) all servers are let through. `trustkit-config`
/// is what TrustKit-Android adds.
enum AndroidPins {
    static func read(_ bytes: [UInt8]) throws(PinFileError) -> PinFile {
        let root: XMLTree
        do throws(XMLTree.SyntaxError) {
            root = try XMLTree(bytes)
        } catch {
            throw PinFileError(error.statement, at: "\(error.line):\(error.column)")
        }
        guard root.name == "network-security-config" else {
            throw PinFileError(.root(root.name))
        }
        var file = PinFile(.android)
        for child in root.children {
            switch child.name {
            case "domain-config": try read(child, inheriting: Inherited(), into: &file)
            case "base-config":
                noteAttributes(of: child, &file.notes)
                for child in child.children { try readOther(child, of: .base, &file.notes) }
            case "debug-overrides":
                file.notes.add(.cannotExpress, .debugOverrides, at: child.place)
            default: file.notes.add(.notRead, .unknownElement, at: child.place)
            }
        }
        var seen: Set<String> = []
        for entry in file.entries where !seen.insert(name(of: entry)).inserted {
            throw PinFileError(.twice(name(of: entry)), at: entry.place)
        }
        // Not pinned is only worth saying where a wider domain is.
        let pinned = file.entries.filter { !$0.isExcluded && $0.pattern.hasPrefix("**.") }.map {
            $0.pattern.dropFirst(2)
        }
        file.entries.removeAll { entry in
            entry.isExcluded && !pinned.contains { ".\(name(of: entry))".hasSuffix($0) }
        }
        return file
    }

    private static func name(of entry: PinFile.Entry) -> String {
        entry.pattern.hasPrefix("**.") ? String(entry.pattern.dropFirst(3)) : entry.pattern
    }

    /// Settings that a `domain-config` has from the one around it.
    private struct Inherited {
        var pins: [WrittenPin] = []
        var expiry: PinExpiry?
        var reportURIs: [String] = []
    }

    private enum Section { case base, domain }

    private static func read(
        _ element: XMLTree, inheriting inherited: Inherited, into file: inout PinFile
    ) throws(PinFileError) {
        noteAttributes(of: element, &file.notes)
        var settings = inherited
        let sets = element.children("pin-set")
        guard sets.count <= 1 else { throw PinFileError(.secondSet, at: sets[1].place) }
        if let set = sets.first { (settings.pins, settings.expiry) = try pins(of: set, &file.notes) }
        for extra in element.children("trustkit-config") { try read(extra, into: &settings, &file.notes) }
        let domains = element.children("domain")
        guard !domains.isEmpty else { throw PinFileError(.noDomain, at: element.place) }
        for domain in domains {
            let name = domain.text.trimmedXML.asciiLowercased()
            guard !name.isEmpty, domain.children.isEmpty else { throw PinFileError(.noName, at: domain.place) }
            let includes = try flag("includeSubdomains", of: domain) ?? false
            var entry = PinFile.Entry((includes ? "**." : "") + name, at: domain.place)
            entry.pins = settings.pins
            entry.isExcluded = settings.pins.isEmpty
            entry.expiry = settings.expiry
            entry.reportURIs = settings.reportURIs
            file.entries.append(entry)
        }
        for child in element.children {
            switch child.name {
            case "domain", "pin-set", "trustkit-config": break
            case "domain-config": try read(child, inheriting: settings, into: &file)
            default: try readOther(child, of: .domain, &file.notes)
            }
        }
    }

    private static func pins(
        of set: XMLTree, _ notes: inout [PinNote]
    ) throws(PinFileError) -> ([WrittenPin], PinExpiry?) {
        var pins: [WrittenPin] = []
        for child in set.children {
            guard child.name == "pin" else {
                notes.add(.notRead, .unknownElement, at: child.place)
                continue
            }
            // Android's Base64 has room for white space anywhere.
            let text = String(child.text.filter { !$0.isWhitespace })
            let digest = child.attributes["digest"] ?? ""
            guard digest.asciiUppercased() == "SHA-256" else {
                pins.append(WrittenPin(text, error: .unknownAlgorithm(digest), .anywhere, at: child.place))
                continue
            }
            var pin = WrittenPin(text, as: .bare, .anywhere, at: child.place)
            pin.label = child.comment.flatMap { PinLabel(comment: $0) }
            pins.append(pin)
        }
        guard let text = set.attributes["expiration"] else { return (pins, nil) }
        guard let end = PinDate.instant(text) else {
            throw PinFileError(.noDay(text), at: set.place)
        }
        notes.add(.adapted, .dayOfEnd, at: set.place)
        return (pins, PinExpiry(end, then: .open))
    }

    private static func read(
        _ extra: XMLTree, into settings: inout Inherited, _ notes: inout [PinNote]
    ) throws(PinFileError) {
        if try !(flag("enforcePinning", of: extra) ?? false) { notes.add(.notRead, .enforcePinning, at: extra.place) }
        if try !(flag("disableDefaultReportUri", of: extra) ?? false) {
            notes.add(.cannotExpress, .defaultReports, at: extra.place)
        }
        settings.reportURIs = extra.children("report-uri").map(\.text.trimmedXML)
    }

    private static func noteAttributes(of element: XMLTree, _ notes: inout [PinNote]) {
        for name in element.attributes.keys.sorted() where !name.contains(":") {
            let what: PinNoteSentence =
                name == "cleartextTrafficPermitted" ? .whetherPlainHTTP : .attribute(name: name)
            notes.add(.cannotExpress, what, at: element.place)
        }
    }

    private static func readOther(
        _ child: XMLTree, of section: Section, _ notes: inout [PinNote]
    ) throws(PinFileError) {
        if section == .base, child.name == "pin-set" || child.name == "domain" || child.name == "domain-config" {
            throw PinFileError(.notInBase, at: child.place)
        }
        guard child.name == "trust-anchors" else {
            notes.add(.notRead, .unknownElement, at: child.place)
            return
        }
        let sources = child.children("certificates")
        let list = sources.map { $0.attributes["src"] ?? "" }.joined(separator: ", ")
        notes.add(.cannotExpress, .anchors(list: list), at: child.place)
        for source in sources where try flag("overridePins", of: source) ?? false {
            notes.add(.cannotExpress, .overridePins, at: source.place)
        }
    }

    private static func flag(_ name: String, of element: XMLTree) throws(PinFileError) -> Bool? {
        switch element.attributes[name] {
        case nil: return nil
        case "true": return true
        case "false": return false
        default: throw PinFileError(.noTruth(name), at: element.place)
        }
    }
}

extension String {
    /// Without white space at both ends.
    var trimmedXML: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
