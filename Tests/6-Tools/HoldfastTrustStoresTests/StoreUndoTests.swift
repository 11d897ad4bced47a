import Foundation
import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrustStores

/// Changes that fail on the way: only what this run did is taken back, and what is left to do is done the next time.
/// The stores' programs are stand-ins that work, or fail, as a test says.
@Suite(.ownThread) struct StoreUndoTests {
    private let folder: TemporaryFolder
    private let authority: StoreAuthority

    init() throws {
        folder = try TemporaryFolder()
        authority = try StoreAuthority(file: StoreAuthorityTests.root().certificate)
    }

    private var anchors: String { "tree/usr/local/share/ca-certificates" }
    private var file: String { folder.path("\(anchors)/\(authority.label).crt") }
    private var bundle: String { folder.path("tree/etc/ssl/certs/ca-certificates.crt") }

    /// A tree of Debian's in which `chroot` is a stand-in that makes the bundle anew, or fails.
    private func debian() throws -> any TrustPlace {
        for place in [anchors, "tree/usr/share/ca-certificates", "tree/etc/ssl/certs", "tree/usr/sbin", "bin"] {
            try FileManager.default.createDirectory(atPath: folder.path(place), withIntermediateDirectories: true)
        }
        try program("tree/usr/sbin/update-ca-certificates", "exit 0")
        try works(true)
        try write("", bundle)
        return try #require(stores.places(of: [.system]).first)
    }

    private var stores: TrustStores {
        TrustStores(root: folder.path("tree"), home: folder.path("home"), path: "\(folder.path("bin")):/usr/bin:/bin")
    }

    private func works(_ works: Bool) throws {
        let all = "cat \(folder.path(anchors))/*.crt > \(bundle) 2>/dev/null; exit 0"
        try program("bin/chroot", works ? all : "echo broken >&2; exit 1")
    }

    private func program(_ name: String, _ text: String) throws {
        try ProgramFile.write("#!/bin/sh\n\(text)\n", to: folder.path(name))
    }

    private func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Does a change as the command does; the error's words, or nil.
    private func change(_ change: TrustChange, _ place: any TrustPlace) -> String? {
        let steps = place.steps(change, for: authority, from: place.standing(of: authority))
        do throws(TrustStoreError) {
            if !steps.isEmpty { try TrustStores.perform(steps, change, at: place, for: authority) }
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// `trust-store uninstall`: "take out of the stores what install put there".
    @Test("An uninstall whose program failed is finished by the next one")
    func uninstallAgain() throws {
        let place = try debian()
        #expect(change(.install, place) == nil && place.standing(of: authority) == .trusted)
        try works(false)
        #expect(change(.uninstall, place) == "chroot failed: broken")
        let standing = place.standing(of: authority)
        #expect(!isThere(file) && standing.word == "stale" && standing.isTrusted && standing.isOurs, "\(standing)")
        try works(true)
        #expect(change(.uninstall, place) == nil)
        #expect(place.standing(of: authority) == .absent)
        #expect(try Data(contentsOf: URL(filePath: bundle)).isEmpty)
    }

    @Test("What is in force without a file of its own, or of anybody's, can be installed as well")
    func installStale() throws {
        let place = try debian()
        try write(String(decoding: authority.pem, as: UTF8.self), bundle)
        #expect(place.standing(of: authority).word == "stale")
        #expect(change(.install, place) == nil)
        #expect(isThere(file) && place.standing(of: authority) == .trusted)
    }

    @Test("What somebody else put there stays theirs: in a folder below, in the distribution's, in DER")
    func others() throws {
        let place = try debian()
        let deep = folder.path("\(anchors)/office")
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        let text = String(decoding: authority.pem, as: UTF8.self)
        for path in ["\(deep)/mine.crt", folder.path("tree/usr/share/ca-certificates/theirs.crt")] {
            try write(text, bundle)
            try write("# a comment\n" + text, path)
            #expect(place.standing(of: authority) == .trustedOtherwise(nil), "\(path)")
            #expect(place.steps(.uninstall, for: authority, from: place.standing(of: authority)).isEmpty)
            try FileManager.default.removeItem(atPath: path)
            #expect(place.standing(of: authority).word == "stale")
        }
        try Data(authority.certificate.bytes).write(to: URL(filePath: "\(deep)/mine.der"))
        #expect(place.standing(of: authority) == .trustedOtherwise(nil))
    }

    @Test("A new installation that fails takes away what it put there; one that takes up an earlier file leaves that")
    func installAgain() throws {
        let place = try debian()
        try works(false)
        #expect(change(.install, place) == "chroot failed: broken")
        #expect(!isThere(file) && place.standing(of: authority) == .absent)
        try works(true)
        #expect(change(.install, place) == nil)
        // Somebody else makes the bundle anew without it; then the update fails.
        try write("", bundle)
        try works(false)
        #expect(place.standing(of: authority).word == "incomplete")
        #expect(change(.install, place) == "chroot failed: broken")
        #expect(isThere(file), "an earlier run had put it there")
    }

    /// A stand-in for certutil whose database is a text: a nickname, a trust and the certificate in files.
    private func nss(trust: String?, modifies: String) throws -> any TrustPlace {
        let home = folder.path("home/.pki/nssdb")
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder.path("bin"), withIntermediateDirectories: true)
        try write("", "\(home)/cert9.db")
        if let trust { try write(trust, "\(home)/trust") }
        try Data(authority.certificate.bytes).write(to: URL(filePath: "\(home)/der"))
        try program(
            "bin/certutil",
            """
            echo "$*" >> \(home)/log
            flags=; for word; do case $last in -t) flags=$word ;; esac; last=$word; done
            case "$1 $*" in
            '-L '*' -r') cat \(home)/der ;;
            '-L '*) test ! -f \(home)/trust || echo "\(authority.label)  $(cat \(home)/trust)" ;;
            '-M '*) \(modifies) ;;
            '-A '*) \(modifies) ;;
            '-D '*) rm \(home)/trust ;;
            esac
            """)
        return try #require(stores.places(of: [.nss]).first)
    }

    @Test("NSS: trust that could not be given again leaves the certificate that an earlier run had put there")
    func databases() throws {
        let home = folder.path("home/.pki/nssdb")
        let failing = try nss(trust: ",,", modifies: "echo locked >&2; exit 255")
        #expect(failing.standing(of: authority).word == "incomplete")
        #expect(change(.install, failing) == "certutil failed: locked")
        #expect(try String(contentsOfFile: "\(home)/trust", encoding: .utf8) == ",,")
        #expect(try !String(contentsOfFile: "\(home)/log", encoding: .utf8).contains("-D "))
        // It says that it did it, and another trust came of it: the one from before is given back.
        let useless = try nss(
            trust: ",,", modifies: "test \"$flags\" = ,, || flags=u,u,u; printf %s \"$flags\" > \(home)/trust")
        #expect(change(.install, useless)?.hasPrefix("it was done, and had no effect") == true)
        #expect(try String(contentsOfFile: "\(home)/trust", encoding: .utf8) == ",,")
    }

    /// certutil(1), -t: `p` is "prohibited (explicitly distrusted)".
    @Test("NSS: what was distrusted on purpose is left so, under whichever name")
    func distrusted() throws {
        for trust in ["p,,", "p,p,p"] {
            let place = try nss(trust: trust, modifies: "exit 0")
            let standing = place.standing(of: authority)
            #expect(standing.word == "taken")
            #expect(standing.reason == "left alone: it is distrusted on purpose there (\(trust))")
            #expect(place.steps(.install, for: authority, from: standing).isEmpty)
        }
    }

    /// update-ca-certificates(8): "Lines that begin with "!" are deselected".
    @Test("Debian: an authority that the administrator deselected is not installed against that")
    func deselected() throws {
        let place = try debian()
        let text = String(decoding: authority.pem, as: UTF8.self)
        try write(text, folder.path("tree/usr/share/ca-certificates/office.crt"))
        let list = folder.path("tree/etc/ca-certificates.conf")
        try write("# comment\noffice.crt\n!other.crt\n", list)
        #expect(place.standing(of: authority) == .absent)
        try write("# comment\n!office.crt\n", list)
        let standing = place.standing(of: authority)
        #expect(standing.word == "taken")
        #expect(standing.reason == "left alone: /etc/ca-certificates.conf deselects it (!office.crt)")
    }

    /// update-ca-trust(8): certificates in the folder blocklist "will be distrusted".
    @Test("Fedora: an authority in the folder of what is distrusted is not installed against that")
    func blocklist() throws {
        let folder = try TemporaryFolder()
        for place in ["anchors", "blocklist"] {
            try FileManager.default.createDirectory(
                atPath: folder.path("etc/pki/ca-trust/source/\(place)"), withIntermediateDirectories: true)
        }
        let stores = TrustStores(root: folder.path, home: nil, path: nil)
        let place = try #require(stores.places(of: [.system]).first)
        #expect(place.standing(of: authority).word == "unknown", "there is no update-ca-trust")
        try folder.write(authority.certificate.bytes, to: "etc/pki/ca-trust/source/blocklist/gone.der")
        let standing = place.standing(of: authority)
        #expect(standing.word == "taken")
        #expect(
            standing.reason == "left alone: it is distrusted by a file in /etc/pki/ca-trust/source/blocklist")
    }

    @Test("NSS: a new certificate that was half put there is taken away again")
    func newInDatabase() throws {
        let home = folder.path("home/.pki/nssdb")
        let place = try nss(trust: nil, modifies: "printf ,, > \(home)/trust; echo refused >&2; exit 255")
        #expect(place.standing(of: authority) == .absent)
        #expect(change(.install, place) == "certutil failed: refused")
        #expect(!isThere("\(home)/trust"))
    }

    /// NSS takes no key for Ed25519 (SEC_ERROR_ADDING_CERT): that has to be known before another store is changed.
    @Test("A rehearsal asks the store's own program, and leaves nothing behind")
    func rehearsal() throws {
        let home = folder.path("home/.pki/nssdb")
        let refusing = try nss(trust: nil, modifies: "echo 'could not add certificate' >&2; exit 255")
        let error = #expect(throws: TrustStoreError.self) { try refusing.rehearse(.install, of: authority) }
        #expect(error == .program("certutil", "could not add certificate"))
        let log = try String(contentsOfFile: "\(home)/log", encoding: .utf8)
        #expect(log.contains("-A -d sql:/") && !log.contains("-A -d sql:\(home)"), "\(log)")
        let place = try #require(log.split(separator: "sql:").last?.split(separator: " ").first.map(String.init))
        #expect(!isThere(place))
        let willing = try nss(trust: nil, modifies: "exit 0")
        try willing.rehearse(.install, of: authority)
        try debian().rehearse(.install, of: authority)
    }
}
