import Foundation
import TestSupport

/// The `openssl` command, as a second opinion, in a folder of its own.
package struct OpenSSLCommand: ~Copyable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let folder: TemporaryFolder

    package init() throws { folder = try TemporaryFolder() }

    package func write(_ bytes: some Collection<UInt8>, to name: String) throws {
        try folder.write(bytes, to: name)
    }

    package func read(_ name: String) throws -> [UInt8] {
        try folder.bytes(name)
    }

    /// Runs `openssl` with the words of `arguments` and returns what it prints; throws where it fails.
    @discardableResult
    package func callAsFunction(_ arguments: String) throws -> String {
        let (status, text) = try attempt(arguments)
        guard status == 0 else { throw Failure(description: "openssl \(arguments): exit \(status)\n\(text)") }
        return text
    }

    /// Runs `openssl` with the words of `arguments` and returns its exit status and what it prints.
    package func attempt(_ arguments: String) throws -> (status: Int32, text: String) {
        let process = ChildProcess()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: try process.readToEnd(output), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
