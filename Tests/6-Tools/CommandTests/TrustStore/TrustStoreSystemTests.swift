import Foundation
import PeerPrograms
import TestSupport
import Testing

/// `holdfast trust-store --root` with trees of a test's own: Debian's with the real update-ca-certificates of this
/// machine, Fedora's with a program in its place that does what update-ca-trust does to the bundle.
@Suite(
    .ownThread,
    .enabled(if: TrustStoreFixture.canMakeTrees, "mounts and chroot need the superuser, and a namespace"))
struct TrustStoreSystemTests {
    /// Makes `tree` of the machine's programs, which can only be read there, in a namespace of mounts that ends with
    /// the lines that follow.
    private func run(_ lines: String, in folder: Folder, mounting more: String) throws -> CommandRun {
        try folder.write(
            "tree.sh",
            """
            set -e
            inside() { PATH=/usr/sbin:/usr/bin /usr/sbin/chroot tree "$@"; }
            mount --make-rprivate /
            mkdir -p tree/usr tree/tmp tree/dev tree/etc
            for name in bin sbin lib lib64; do test -L /$name && ln -s usr/$name tree/$name; done
            touch tree/dev/null; mount --bind /dev/null tree/dev/null
            \(more)
            \(lines)

            """)
        return try TrustStoreFixture.run("export holdfast label; unshare -m bash tree.sh", in: folder)
    }

    private static let debian = """
        mount --bind /usr tree/usr; mount -o remount,bind,ro tree/usr
        mount -t tmpfs none tree/usr/local; mkdir -p tree/usr/local/share/ca-certificates
        mkdir -p tree/etc/ssl/certs tree/etc/ca-certificates/update.d; cp /etc/ca-certificates.conf tree/etc/
        inside update-ca-certificates >/dev/null 2>&1
        """

    @Test(
        "Debian: in the bundle and hashed, so that the tree's OpenSSL verifies by it; then exactly as before",
        .enabled(if: TrustStoreFixture.has("update-ca-certificates"), "it is not installed"))
    func debian() throws {
        let folder = try TrustStoreFixture.folder()
        let run = try run(
            """
            files() { (cd tree; find etc usr/local -print0 | sort -z | xargs -0 stat -c '%n %A %N'; \\
              sha256sum etc/ssl/certs/ca-certificates.crt); }
            files > before
            "$holdfast" create leaf www.a.test 2>/dev/null; cp www.a.test.pem tree/tmp/leaf.pem
            inside openssl verify -CApath /etc/ssl/certs /tmp/leaf.pem >/dev/null 2>&1 || echo 'not trusted'
            "$holdfast" trust-store install --only system --root tree --yes ca.pem 2> plan
            cmp ca.pem "tree/usr/local/share/ca-certificates/$label.crt"
            stat -c %a "tree/usr/local/share/ca-certificates/$label.crt"
            inside openssl verify -CApath /etc/ssl/certs /tmp/leaf.pem
            inside openssl verify -CAfile /etc/ssl/certs/ca-certificates.crt /tmp/leaf.pem
            "$holdfast" trust-store status --only system --root tree --print-env ca.pem | grep ^export
            "$holdfast" trust-store uninstall --only system --root tree --yes ca.pem 2>/dev/null
            files | diff before - && echo 'as before'
            """, in: folder, mounting: Self.debian)
        let tree = folder.url.resolvingSymlinksInPath().path + "/tree"
        let bundle = "\(tree)/etc/ssl/certs/ca-certificates.crt"
        let ca = folder.url.resolvingSymlinksInPath().path + "/ca.pem"
        #expect(
            run.output == """
                not trusted
                Debian's system store: trusted
                  \(tree)/usr/local/share/ca-certificates
                644
                /tmp/leaf.pem: OK
                /tmp/leaf.pem: OK
                export NODE_EXTRA_CA_CERTS=\(ca)
                export SSL_CERT_FILE=\(bundle)
                export REQUESTS_CA_BUNDLE=\(bundle)
                export CURL_CA_BUNDLE=\(bundle)
                export GIT_SSL_CAINFO=\(bundle)
                Debian's system store: the authority is not in it
                  \(tree)/usr/local/share/ca-certificates
                as before

                """, "\(run.output)\(run.errors)")
        #expect(!run.errors.contains("warning"), "\(run.errors)")
        let plan = try String(contentsOf: folder.url.appending(path: "plan"), encoding: .utf8)
        #expect(plan.contains("\n  cp CA.pem \(tree)/usr/local/share/ca-certificates/holdfast-"), "\(plan)")
        #expect(plan.contains("\n  chroot \(tree) update-ca-certificates\n"), "\(plan)")
    }

    @Test(
        "Debian: another file of that name stays, a link too; a file that is there without effect is taken up",
        .enabled(if: TrustStoreFixture.has("update-ca-certificates"), "it is not installed"))
    func debianOthers() throws {
        let folder = try TrustStoreFixture.folder()
        let run = try run(
            """
            place=tree/usr/local/share/ca-certificates
            cp other-ca.pem "$place/$label.crt"
            for verb in install uninstall; do
              "$holdfast" trust-store $verb --only system --root tree --yes ca.pem >/dev/null 2>&1 || echo $?
              cmp other-ca.pem "$place/$label.crt"
            done
            cat ca.pem other-ca.pem > "$place/$label.crt"
            "$holdfast" trust-store uninstall --only system --root tree --yes ca.pem >/dev/null 2>&1
            test -f "$place/$label.crt" && echo 'left: one of two'
            rm "$place/$label.crt"; cp ca.pem tree/tmp/real.pem; ln -s /tmp/real.pem "$place/$label.crt"
            "$holdfast" trust-store uninstall --only system --root tree --yes ca.pem >/dev/null 2>&1
            test -L "$place/$label.crt" && echo 'left: a link'
            rm "$place/$label.crt"; cp ca.pem "$place/mine.crt"; inside update-ca-certificates >/dev/null 2>&1
            "$holdfast" trust-store uninstall --only system --root tree --yes ca.pem 2>/dev/null | head -1
            cmp ca.pem "$place/mine.crt"
            rm "$place/mine.crt"; inside update-ca-certificates >/dev/null 2>&1; cp ca.pem "$place/$label.crt"
            "$holdfast" trust-store status --only system --root tree ca.pem | grep -o 'put there, and not in force'
            "$holdfast" trust-store install --only system --root tree --yes ca.pem 2>/dev/null | head -1
            """, in: folder, mounting: Self.debian)
        #expect(
            run.output == """
                1
                left: one of two
                left: a link
                Debian's system store: trusted, put there by somebody else
                put there, and not in force
                Debian's system store: trusted

                """, "\(run.output)\(run.errors)")
    }

    @Test("A folder that is a link out of the tree is not written to")
    func linkOut() throws {
        let folder = try TrustStoreFixture.folder()
        let run = try TrustStoreFixture.run(
            """
            mkdir -p tree/usr/local/share outside tree/usr/sbin "tree$PWD/outside"
            ln -s "$PWD/outside" tree/usr/local/share/ca-certificates
            "$holdfast" trust-store install --only system --root tree --yes ca.pem 2>/dev/null || echo $?
            ls outside "tree$PWD/outside" | grep -c pem || true
            """, in: folder)
        #expect(run.output.contains("is a link to another place"), "\(run.output)")
        #expect(run.output.hasSuffix("\n1\n0\n"), "\(run.output)")
    }

    private static let fedora = """
        mkdir -p tree/usr/bin tree/usr/lib tree/usr/lib64 tree/usr/sbin
        for name in bin lib lib64; do mount --bind /usr/$name tree/usr/$name
          mount -o remount,bind,ro tree/usr/$name; done
        mkdir -p tree/etc/pki/ca-trust/source/anchors tree/etc/pki/ca-trust/extracted/pem
        cat > tree/usr/sbin/update-ca-trust <<'END'
        #!/bin/sh -e
        test ! -e /tmp/broken || { echo 'p11-kit: broken' >&2; exit 3; }
        cd /etc/pki/ca-trust
        cat source/anchors/*.crt > extracted/pem/tls-ca-bundle.pem 2>/dev/null || true
        END
        chmod +x tree/usr/sbin/update-ca-trust
        """

    @Test("Fedora: the anchors' folder and update-ca-trust, in the tree")
    func fedora() throws {
        let folder = try TrustStoreFixture.folder()
        let run = try run(
            """
            "$holdfast" trust-store install --only system --root tree --yes ca.pem 2>/dev/null
            cmp ca.pem "tree/etc/pki/ca-trust/source/anchors/$label.crt"
            "$holdfast" trust-store uninstall --only system --root tree --yes ca.pem 2>/dev/null
            ls tree/etc/pki/ca-trust/source/anchors; cat tree/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem
            """, in: folder, mounting: Self.fedora)
        let place = folder.url.resolvingSymlinksInPath().path + "/tree/etc/pki/ca-trust/source/anchors"
        #expect(
            run.output
                == "Fedora's system store: trusted\n  \(place)\n"
                + "Fedora's system store: the authority is not in it\n  \(place)\n",
            "\(run.output)\(run.errors)")
    }

    @Test("Where the program fails, its words are said, and the file is taken away again")
    func failing() throws {
        let folder = try TrustStoreFixture.folder()
        let run = try run(
            """
            touch tree/tmp/broken
            "$holdfast" trust-store install --only system --root tree --yes --json ca.pem || echo $?
            ls tree/etc/pki/ca-trust/source/anchors
            """, in: folder, mounting: Self.fedora)
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 2, "\(run.output)\(run.errors)")
        PrintedJSON.check(lines[0], of: ["trust-store", "install", "--json"])
        #expect(lines[0].contains(#""problem":"chroot failed: p11-kit: broken""#), "\(lines[0])")
        #expect(lines[1] == "1")
    }
}
