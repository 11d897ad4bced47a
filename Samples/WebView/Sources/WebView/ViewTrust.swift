import Foundation
import TrustFromFile

/// The certificates that the view trusts by itself, where they are not the system's: those of a file without a name,
/// which the processes of WebKit read by way of this one, so that nothing is left however this one ends.
enum ViewTrust {
    nonisolated(unsafe) private static var file: UnsafeMutablePointer<FILE>?

    /// Has everything that is to be trusted come from the file, for WebKit's processes and this one.
    ///
    /// - Throws: where there is no room for the file, or the one that the view is to trust cannot be read.
    static func prepare(_ options: Options) throws {
        guard options.mode == .gate || options.viewAnchors != nil else { return }
        guard let file = tmpfile() else { throw Options.Misuse(description: "no temporary file") }
        self.file = file
        if let path = options.viewAnchors { put(try String(contentsOfFile: path, encoding: .utf8)) }
        // The module is beside the program, and the only library there.
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        setenv("GIO_EXTRA_MODULES", own.path, 1)
        setenv("GIO_USE_TLS", TRUST_FROM_FILE_NAME, 1)
        setenv(TRUST_FROM_FILE_VARIABLE, "/proc/\(getpid())/fd/\(fileno(file))", 1)
    }

    /// Writes certificates, PEM, before anything connects: a process that has begun to has read them already.
    static func put(_ pem: String) {
        guard let file else { return }
        fputs(pem, file)
        fflush(file)
    }
}
