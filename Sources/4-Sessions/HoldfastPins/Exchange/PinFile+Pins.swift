public import HoldfastTrust

extension PinFile {
    /// Pins that a program can use, and what was said differently on the way.
    ///
    /// A set of a single pin is taken over: whether there should be a backup, ``PinLint`` says.
    ///
    /// - Parameter suffixes: which domains are public suffixes, below which no wildcard may stand; nil where no list is
    ///   at hand.
    /// - Throws: ``PinFileError`` for the first pattern or pin that is none, for two entries of one pattern that
    ///   differ, and for a set without a pin. A SHA-1 among others is left out with a note: it only ever lets more in.
    public func pins(
        publicSuffixes suffixes: PublicSuffixes?
    ) throws(PinFileError) -> (pins: ExchangedPins, notes: [PinNote]) {
        // What OkHttp means by several patterns is said by each of them here.
        let file = format == .okHttp ? try OkHttpPins.joined(self, suffixes) : self
        var notes = file.notes
        var rules: [HostPattern: PinnedHosts.Rule] = [:]
        var reportURIs: [HostPattern: [String]] = [:]
        var minimumTLS: [HostPattern: String] = [:]
        var notations: [HostPattern: PinNotation] = [:]
        var comments: [HostPattern: [String: String]] = [:]
        var everywhere: PinSet?
        for entry in file.entries {
            guard !entry.pattern.isEmpty else {
                everywhere = try Self.set(of: entry, &notes)
                continue
            }
            let pattern = try Self.pattern(of: entry, suffixes)
            if !entry.reportURIs.isEmpty { reportURIs[pattern] = entry.reportURIs }
            if let version = entry.minimumTLS { minimumTLS[pattern] = version }
            if !entry.comments.isEmpty { comments[pattern] = entry.comments }
            guard entry.isAboutPins else { continue }
            let rule = entry.isExcluded ? .excluded : PinnedHosts.Rule.pinned(try Self.set(of: entry, &notes))
            guard rules[pattern] == nil || rules[pattern] == rule else {
                throw PinFileError(.twiceOtherPins("\(pattern)"), at: entry.place)
            }
            rules[pattern] = rule
            let notation = Self.notation(of: entry)
            if notations[pattern] == nil, !notation.isEmpty { notations[pattern] = notation }
        }
        do throws(PinnedHostsError) {
            let hosts = try PinnedHosts(rules, everywhere: everywhere)
            var pins = ExchangedPins(hosts, reportURIs: reportURIs, minimumTLS: minimumTLS)
            (pins.notations, pins.comments, pins.comment) = (notations, comments, file.comment)
            return (pins, notes)
        } catch {
            throw PinFileError(error.statement)
        }
    }

    static func pattern(of entry: Entry, _ suffixes: PublicSuffixes?) throws(PinFileError) -> HostPattern {
        do throws(HostPatternError) {
            return try HostPattern(entry.pattern, publicSuffixes: suffixes)
        } catch {
            throw PinFileError(error.statement, at: entry.place)
        }
    }

    private static func notation(of entry: Entry) -> PinNotation {
        let groups = PinSet.Group.allCases.map { group in entry.pins.filter { $0.group == group }.compactMap(\.pin) }
        var labels: [Pin: PinLabel] = [:]
        for written in entry.pins {
            if let pin = written.pin, let label = written.label, labels[pin] == nil { labels[pin] = label }
        }
        return PinNotation(groups, labels: labels)
    }

    private static func set(of entry: Entry, _ notes: inout [PinNote]) throws(PinFileError) -> PinSet {
        var groups: [PinSet.Group: Set<Pin>] = [:]
        for written in entry.pins {
            switch written.value {
            case .success(let pin): groups[written.group, default: []].insert(pin)
            case .failure(.sha1):
                notes.add(.cannotExpress, .sha1(text: written.text), at: written.place)
            case .failure(let error):
                throw PinFileError(
                    .noPinButPerhaps(written.text, error.statement, meant: error.meant), at: written.place)
            }
        }
        // A group of which nothing is left would ask for less than the file does.
        let empty = PinSet.Group.allCases.first { group in
            groups[group] == nil && entry.pins.contains { $0.group == group }
        }
        if let empty { throw PinFileError(.noneLeft(empty), at: entry.place) }
        do throws(PinSetError) {
            return try PinSet(
                anywhere: groups[.anywhere] ?? [], leaf: groups[.leaf] ?? [], authorities: groups[.authorities] ?? [],
                enforcement: entry.enforcement, expiry: entry.expiry, backup: .waived)
        } catch {
            throw PinFileError(error.statement, at: entry.place)
        }
    }
}
