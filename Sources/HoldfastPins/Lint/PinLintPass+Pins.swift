import HoldfastCrypto
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
                let also = first.group == written.group ? "already" : "for \(first.group.words) too"
                report(.duplicate, "\(pin) stands there \(also), at \(first.place)", entry, at: written.place)
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
        let meant = error.meant.map { "; meant is perhaps \($0)" } ?? ""
        report(
            error == .sha1 ? .sha1 : .malformed, "'\(written.text)' is no pin: \(error)\(meant)", entry,
            at: written.place)
    }

    /// Hashes that no key of anybody's can have, or that are known.
    private mutating func lookAtHash(_ pin: Pin, _ written: WrittenPin, _ entry: PinFile.Entry) {
        if KnownPins.isOfNothing(pin) {
            report(.emptyInput, "\(pin) is the hash of nothing", entry, at: written.place)
        } else if let name = KnownPins.emptyKey(pin) {
            report(.emptyKey, "\(pin) is the hash of an empty key of \(name)", entry, at: written.place)
        } else if KnownPins.isPlaceholder(pin) {
            report(.placeholder, "\(pin) holds the place of a pin", entry, at: written.place)
        } else if let sample = KnownPins.sample(pin) {
            report(.sample, "\(pin) is an example of \(sample)", entry, at: written.place)
        } else if let retirement = KnownPins.retired(pin) {
            report(.retired, "\(pin) is the key of \(retirement)", entry, at: written.place)
        }
    }

    /// Reports hashes of the wrong part of a certificate: the whole of it, or the key without its algorithm.
    private mutating func lookAtSubject(_ pin: Pin, _ written: WrittenPin, _ entry: PinFile.Entry) {
        if pin.subject == .certificate {
            let isOfAuthority = certificates.dropFirst().contains { pin.matches($0) }
            guard written.group != .authorities, !isOfAuthority else { return }
            report(
                .wholeCertificate, "\(pin) is of a whole certificate, and matches none that it is renewed with", entry,
                at: written.place)
            return
        }
        for (depth, certificate) in certificates.enumerated() where !pin.matches(certificate) {
            let key = Array(certificate.subjectPublicKeyInfo.subjectPublicKey.bytes)
            if pin.digest == pin.algorithm.digest(of: key) {
                report(
                    .bareKey, "\(pin) is the hash of the key of certificate \(depth) without its algorithm", entry,
                    at: written.place)
            } else if pin.digest == Pin(certificate, .certificate, pin.algorithm).digest {
                report(
                    .certificateHash,
                    "\(pin) is the hash of certificate \(depth) as a whole, and stands there as a key's",
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
            "\(pin) is of certificate \(depth), and is looked for in \(written.group.words) alone: it never matches",
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
                "only the server's own key is pinned for \(group.words), and its certificate is renewed every "
                    + "\(life / 86_400) days, mostly with a new key", entry)
        }
    }

    mutating func lookAtBackup(of entry: PinFile.Entry) {
        for group in PinSet.Group.allCases {
            let pins = Set(entry.pins.filter { $0.group == group }.compactMap(\.pin))
            guard !pins.isEmpty else { continue }
            if pins.count == 1 {
                report(
                    .noBackup, "there is one pin for \(group.words) and no backup", entry,
                    as: entry.waivesBackup ? .note : nil)
                continue
            }
            let covered = certificates.enumerated().filter { group.covers(depth: $0.offset) }.map(\.element)
            for written in entry.pins where written.group == group && written.label?.isBackup ?? false {
                guard let pin = written.pin, covered.contains(where: { pin.matches($0) }) else { continue }
                report(
                    .backupInChain, "\(pin) is marked as the backup for \(group.words), and is of the server's chain",
                    entry, at: written.place)
            }
            let isInChain = pins.allSatisfy { pin in covered.contains { pin.matches($0) } }
            guard !covered.isEmpty, isInChain else { continue }
            report(
                .backupInChain,
                "all \(pins.count) pins for \(group.words) are of the server's chain: none is left once it changes",
                entry)
        }
    }
}
