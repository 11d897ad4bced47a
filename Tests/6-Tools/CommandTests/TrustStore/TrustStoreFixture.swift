import Foundation
import Testing

/// An authority, a home and stores of a test's own; the machine's are never named.
enum TrustStoreFixture {
    static func has(_ program: String) -> Bool {
        ["/usr/bin", "/usr/sbin", "/bin", "/sbin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    /// Whether a tree can be made of the machine's programs, in a namespace of mounts of its own.
    static let canMakeTrees =
        geteuid() == 0 && has("unshare") && has("chroot")
        && (try? CommandRun(shell: "unshare -m true", in: Folder()).exitCode) == 0

    /// A folder with `ca.pem`, `ca.key`, another authority in `other-ca.pem`, and a home that is empty.
    static func folder() throws -> Folder {
        let folder = try Folder()
        try CreateTests.shell(
            """
            mkdir home nothing
            "$holdfast" create ca --name 'Store CA' --permit test --permit 127.0.0.0/8 --out ca.pem --key ca.key
            "$holdfast" create ca --name 'Store CA' --permit test --out other-ca.pem --key other-ca.key
            """, in: folder)
        return folder
    }

    /// Runs lines of shell in which `$label` is the name that `ca.pem` has in stores, and HOME a folder of the test's.
    ///
    /// Nothing is said about the system's and Java's stores: each line says where they are.
    static func run(_ lines: String, in folder: Folder, exit code: Int32 = 0) throws -> CommandRun {
        try CreateTests.shell(
            """
            export HOME=$PWD/home XDG_DATA_HOME=$PWD/home/data
            label=holdfast-$(openssl x509 -in ca.pem -outform der | sha256sum | cut -c1-16)

            """ + lines, in: folder, exit: code)
    }
}
