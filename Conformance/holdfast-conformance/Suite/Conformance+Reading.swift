import FoundationEssentials
import HoldfastFiles
import HoldfastLibC

extension Conformance {
    /// Bytes of a suite's file; 1 GiB. The whole of limbo, with the cases of BetterTLS, has some 60 MiB.
    private static let maximumFileBytes = 1 << 30

    /// A suite's file; ends the process with what is wrong with it, and with which case.
    static func read<Suite: Decodable>(
        _ path: String, as suite: Suite.Type, name: String, hint: String
    ) -> Suite {
        let data = Data(bytes(of: path, what: "the suite's JSON file"))
        let problem: String
        do {
            return try JSONDecoder().decode(suite, from: data)
        } catch let error as SuiteError {
            problem = error.description
        } catch let error as DecodingError {
            problem = SuiteError.words(error)
        } catch {
            problem = "not JSON"
        }
        stop(1, "'\(path)' is no \(name) file: \(problem)", hint: hint)
    }

    static func bytes(of path: String, what: String) -> [UInt8] {
        do throws(FileReadError) {
            return try BoundedFile.bytes(path, limit: maximumFileBytes)
        } catch {
            switch error {
            case .system(let number):
                let isThere = ![ENOENT, ENOTDIR].contains(number)
                stop(
                    1, "'\(path)' cannot be read: \(error.reason)",
                    hint: isThere ? "check the file's rights" : "name \(what)")
            case .wrongKind: stop(2, "'\(path)' is no file", hint: "name \(what)")
            case .tooLarge: stop(1, "'\(path)' is too large", hint: "the limit is 1 GiB")
            }
        }
    }
}
