#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `holdfast-bench [NAME]`: one JSON line a figure whose name begins so; what was counted goes to standard error.
@main
struct HoldfastBench {
    static func main() throws {
        let filter = CommandLine.arguments.dropFirst().first
        try HostileBench.run(matching: filter) { figure in
            print(figure.json)
            fflush(nil)
        } explain: { line in
            let bytes = Array((line + "\n").utf8)
            _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }
}
