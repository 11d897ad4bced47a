import HoldfastDiagnostics
import HoldfastFiles
import HoldfastHTTPS
import HoldfastLibC
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension Target {
    /// Reports about it with their place: the line that lists it, or one that is made of its name.
    func placed(_ reports: [VerdictReport]) -> [VerdictReport] {
        let host =
            switch url.serverName {
            case .dns(let name): name.text
            case .ip(let address): address.description
            }
        let place = place ?? ReportPlace(server: host, port: url.port)
        return reports.map { report in
            var report = report
            report.place = place
            return report
        }
    }
}

extension ReportPlace {
    /// The beginning of a file that is given as an argument; nil for standard input that is no file.
    init?(operand path: String) {
        guard let path = Self.path(ofOperand: path) else { return nil }
        self.init(file: path)
    }

    /// The path of a file that is given as an argument, from the working directory on; nil for standard input that is
    /// no file.
    static func path(ofOperand path: String) -> String? { path == "-" ? pathOfStandardInput : relative(path) }

    /// The file that standard input comes from, from the working directory on; nil for a pipe or a terminal.
    static var pathOfStandardInput: String? {
        // A file that was removed has a name that is none.
        guard let status = try? FileStatus(of: STDIN_FILENO), status.kind == .regular,
            let path = link("/proc/self/fd/\(STDIN_FILENO)"), let named = try? FileStatus(of: path),
            named.isSameFile(as: status)
        else { return nil }
        return relative(path)
    }

    /// A path from the working directory on, where it lies in that.
    private static func relative(_ path: String) -> String {
        guard path.hasPrefix("/"), let folder = link("/proc/self/cwd"), folder != "/", path.hasPrefix(folder + "/")
        else { return path }
        return String(path.dropFirst(folder.count + 1))
    }

    private static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return String(validating: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
