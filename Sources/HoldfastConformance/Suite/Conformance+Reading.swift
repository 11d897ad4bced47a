import FoundationEssentials
import Glibc

extension Conformance {
    /// Bytes of a suite's file; 1 GiB. The whole of limbo, with the cases of BetterTLS, has some 60 MiB.
    private static let maximumFileBytes: Int64 = 1 << 30

    /// A suite's file; ends the process with what is wrong with it, and with which case.
    static func read<Suite: Decodable>(
        _ path: String, as suite: Suite.Type, name: String, hint: String
    ) -> Suite {
        let data = Data(bytes(of: path, what: "the suite's JSON file"))
        let problem: String
        do {
            return try JSONDecoder().decode(suite, from: data)
        } catch let error as SuiteProblem {
            problem = error.description
        } catch let error as DecodingError {
            problem = SuiteProblem.words(error)
        } catch {
            problem = "not JSON"
        }
        stop(1, "'\(path)' is no \(name) file: \(problem)", hint: hint)
    }

    static func bytes(of path: String, what: String) -> [UInt8] {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            stop(1, "'\(path)' cannot be read: \(systemError())", hint: "name \(what)")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { stop(2, "'\(path)' is no file", hint: "name \(what)") }
        guard status.st_size <= maximumFileBytes else { stop(1, "'\(path)' is too large", hint: "the limit is 1 GiB") }
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            stop(1, "'\(path)' cannot be read: \(systemError())", hint: "check the file's rights")
        }
        return Array(data)
    }

    private static func systemError() -> String {
        guard let text = unsafe strerror(errno) else { return "error \(errno)" }
        return unsafe String(cString: text).lowercased()
    }
}
