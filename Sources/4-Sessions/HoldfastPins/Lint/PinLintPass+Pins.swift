import HoldfastCrypto
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

extension PinLintPass {
    mutating func lookAtPins(of entry: PinFile.Entry) {
        var seen: [Pin: WrittenPin] = [:]
        for written in entry.pins {
            guard let pin = written.pin else {
                lookAtMistake(of: written, entry)
                continue
            }
            if let first = seen[pin] {
                let group = first.group == written.group ? nil : first.group
                report(.duplicate, .duplicate(pin: pin, of: group, place: first.place), entry, at: written.place)
            }
            seen[pin] = written
            lookAtHash(pin, written, entry)
            lookAtSubject(pin, written, entry)
            lookAtGroup(pin, written, entry)
        }
        lookAtShortLife(of: entry)
    }

    private mutating func lookAtMistake(of written: WrittenPin, _ entry: PinFile.Entry) {
        guard let error = written.error else { return }
        report(
            error == .sha1 ? .sha1 : .malformed,
            .noPin(text: written.text, error.statement, meant: error.meant.map { "\($0)" }), entry, at: written.place)
    }

    /// Hashes that no key of anybody's can have, or that are known.
    private mutating func lookAtHash(_ pin: Pin, _ written: WrittenPin, _ entry: PinFile.Entry) {
        if KnownPins.isOfNothing(pin) {
            report(.emptyInput, .ofNothing(pin: pin), entry, at: written.place)
        } else if let name = KnownPins.emptyKey(pin) {
            report(.emptyKey, .ofEmptyKey(pin: pin, algorithm: name), entry, at: written.place)
        } else if KnownPins.isPlaceholder(pin) {
            report(.placeholder, .placeholder(pin: pin), entry, at: written.place)
        } else if let sample = KnownPins.sample(pin) {
            report(.sample, .example(pin: pin, of: sample), entry, at: written.place)
        } else if let retirement = KnownPins.retired(pin) {
            report(.retired, .retired(pin: pin, retirement), entry, at: written.place)
        }
    }

    /// Reports hashes of the wrong part of a certificate: the whole of it, or the key without its algorithm.
    private mutating func lookAtSubject(_ pin: Pin, _ written: WrittenPin, _ entry: PinFile.Entry) {
        if pin.subject == .certificate {
            let isOfAuthority = certificates.dropFirst().contains { pin.matches($0) }
            guard written.group != .authorities, !isOfAuthority else { return }
            report(
                .wholeCertificate, .wholeCertificate(pin: pin), entry,
                at: written.place)
            return
        }
        for (depth, certificate) in certificates.enumerated() where !pin.matches(certificate) {
            let key = Array(certificate.subjectPublicKeyInfo.subjectPublicKey.bytes)
            if pin.digest == pin.algorithm.digest(of: key) {
                report(
                    .bareKey, .bareKey(pin: pin, depth: depth), entry,
                    at: written.place)
            } else if pin.digest == Pin(certificate, .certificate, pin.algorithm).digest {
                report(
                    .certificateHash,
                    .certificateHash(pin: pin, depth: depth),
                    entry, at: written.place)
            }
        }
    }

    /// Reports a pin that the chain has, and only where its group is not looked for.
    private mutating func lookAtGroup(_ pin: Pin, _ written: WrittenPin, _ entry: PinFile.Entry) {
        let depths = certificates.indices.filter { pin.matches(certificates[$0]) }
        guard let depth = depths.first, !depths.contains(where: { written.group.covers(depth: $0) }) else { return }
        report(
            .wrongGroup,
            .wrongGroup(pin: pin, depth: depth, written.group),
            entry, at: written.place)
    }

    /// The longest life of a certificate that is renewed by a program, which makes a new key each time where it is not
    /// told otherwise (certbot's `--reuse-key`).
    private static let shortLife: Int64 = 100 * 86_400

    private mutating func lookAtShortLife(of entry: PinFile.Entry) {
        guard let leaf = certificates.first else { return }
        let validity = leaf.validity
        let life = validity.notAfter.instant.secondsSince1970 - validity.notBefore.instant.secondsSince1970
        guard life <= Self.shortLife else { return }
        for group in [PinSet.Group.anywhere, .leaf] {
            let pins = entry.pins.filter { $0.group == group }.compactMap(\.pin)
            guard pins.contains(where: { $0.subject == .publicKey && $0.matches(leaf) }) else { continue }
            let others = group == .anywhere ? certificates.dropFirst() : []
            guard !others.contains(where: { certificate in pins.contains { $0.matches(certificate) } }) else {
                continue
            }
            report(
                .shortLived,
                .shortLived(group, days: life / 86_400), entry)
        }
    }

    mutating func lookAtBackup(of entry: PinFile.Entry) {
        for group in PinSet.Group.allCases {
            let pins = Set(entry.pins.filter { $0.group == group }.compactMap(\.pin))
            guard !pins.isEmpty else { continue }
            if pins.count == 1 {
                report(
                    .noBackup, .noBackup(group), entry,
                    as: entry.waivesBackup ? .note : nil)
                continue
            }
            let covered = certificates.enumerated().filter { group.covers(depth: $0.offset) }.map(\.element)
            for written in entry.pins where written.group == group && written.label?.isBackup ?? false {
                guard let pin = written.pin, covered.contains(where: { pin.matches($0) }) else { continue }
                report(
                    .backupInChain, .backupInChain(pin: pin, group),
                    entry, at: written.place)
            }
            let isInChain = pins.allSatisfy { pin in covered.contains { pin.matches($0) } }
            guard !covered.isEmpty, isInChain else { continue }
            report(
                .backupInChain,
                .allInChain(count: pins.count, group),
                entry)
        }
    }
}
