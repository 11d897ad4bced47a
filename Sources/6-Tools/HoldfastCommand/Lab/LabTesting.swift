import HoldfastStatements
import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTestBed
import HoldfastTrustStores
import HoldfastX509

extension CommandOption {
    static let listen = CommandOption(
        "--listen", "ADDRESS",
        help: "listen on this address of the machine, for phones and containers: 0.0.0.0 for all",
        chinese: "在本机的此地址监听，供手机与容器使用：0.0.0.0 为全部")
    static let portBase = CommandOption(
        "--port-base", "PORT",
        help: "each server at the same port each time, counted from this one", chinese: "每台服务器每次使用同一端口，从此端口数起")
    static let rootOut = CommandOption(
        "--root-out", "FILE", repeatable: true,
        help: "write the authority's root, as the name ends: .pem, .cer, .mobileconfig",
        chinese: "按扩展名写出颁发机构的根证书：.pem、.cer、.mobileconfig")
    static let hostsOut = CommandOption(
        "--hosts-out", "FILE", help: "write the lines that /etc/hosts needs", chinese: "写出 /etc/hosts 所需的各行")
    static let control = CommandOption(
        "--control",
        help: "serve resets between tests by HTTP, and the root's files and the hosts lines",
        chinese: "以 HTTP 提供测试之间的复位，以及根证书文件与 hosts 各行")

    /// Options of `lab` for tests of other programs.
    static let labTesting: [CommandOption] = [.listen, .portBase, .rootOut, .hostsOut, .control]
}

/// The settings of a lab that tests of other programs need: where it listens, what it writes, how it is put back.
struct LabTesting {
    let address: String
    /// nil for some that are free.
    let ports: LabPorts?
    private let roots: [(path: String, form: RootForm)]
    private let hosts: String?
    private let hasControl: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        address = invocation.value(.listen) ?? "127.0.0.1"
        hosts = invocation.value(.hostsOut)
        hasControl = invocation.has(.control)
        var roots: [(String, RootForm)] = []
        for path in invocation.values(.rootOut) { roots.append((path, try RootForm(of: path))) }
        self.roots = roots
        do throws(TestBedError) { _ = try LabPlace(address: address) } catch {
            throw .usage(LabSentence.noAddress(address: address), hint: LabAdvice.ownAddress)
        }
        ports = try invocation.value(.portBase).map { text throws(CommandError) in try Self.ports(text) }
        try invocation.exclude(CommandOption.labTesting, beside: .list, LabAdvice.startsNoServer)
        for judging in [CommandOption.check, .tryOut] {
            try invocation.exclude([.rootOut, .hostsOut, .control], beside: judging, LabAdvice.endWithIt)
        }
        try invocation.exclude([.listen, .hostsOut], beside: .stories, LabAdvice.stayOnLoopback)
        try invocation.exclude([.listen], beside: .roundTrip, LabAdvice.leadsToLoopback)
    }

    private static func ports(_ text: String) throws(CommandError) -> LabPorts {
        do {
            if let base = UInt16(text), text.utf8.allSatisfy({ (48...57).contains($0) }) {
                return try LabPorts(base: base)
            }
        } catch {}
        throw .usage(
            LabSentence.noPortBase(text: text), hint: LabAdvice.suchAs9000)
    }

    /// Says who can reach the servers.
    func warn() {
        guard let place = try? LabPlace(address: address), !place.isLoopback else { return }
        Console.note(LabNote.openToOthers(address: address))
    }

    /// Writes the files that are asked for, and starts the control where it is.
    func open(
        _ authority: TestAuthority, hostsFile: String, resets: [String: @Sendable () -> Void]
    ) throws(CommandError) -> LabControl? {
        let certificate: [UInt8]
        do throws(TestBedError) { certificate = try authority.rootForDevices() } catch { throw CommandError(error) }
        let root: StoreAuthority
        do throws(StoreAuthorityError) { root = try StoreAuthority(file: certificate) } catch {
            throw CommandError(.internalError, code: .testBed, error)
        }
        for (path, form) in roots { try OutputFile.write(form.bytes(of: root), to: path) }
        if let hosts { try OutputFile.write(Array(hostsFile.utf8), to: hosts) }
        guard hasControl else { return nil }
        var files = RootForm.allCases.map { LabControl.File("root.\($0.rawValue)", type: $0.type, $0.bytes(of: root)) }
        if !hostsFile.isEmpty {
            files.append(LabControl.File("hosts", type: "text/plain; charset=utf-8", Array(hostsFile.utf8)))
        }
        do throws(TestBedError) {
            let place = try LabPlace(address: address, port: ports?.base ?? 0)
            return try LabControl(of: authority, at: place, files: files, resets: resets)
        } catch {
            throw CommandError(error)
        }
    }
}

/// A form in which an authority's root is handed to other programs, by the ending of its file.
enum RootForm: String, CaseIterable {
    case pem, cer, mobileconfig

    init(of path: String) throws(CommandError) {
        let ending = path.split(separator: "/").last?.split(separator: ".").last.map(String.init)?.lowercased()
        guard path.contains("."), let form = ending.flatMap({ RootForm(rawValue: $0) }) else {
            throw .usage(
                LabSentence.noEnding(path: path),
                hint: LabAdvice.endingSaysForm)
        }
        self = form
    }

    func bytes(of authority: StoreAuthority) -> [UInt8] {
        switch self {
        case .pem: authority.pem
        case .cer: Array(authority.certificate.bytes)
        case .mobileconfig: ConfigurationProfile(authority).bytes
        }
    }

    /// The media type (RFC 8555 §9.1 for PEM, RFC 2585 §4.1 for DER; Apple's for its profiles).
    var type: String {
        switch self {
        case .pem: "application/pem-certificate-chain"
        case .cer: "application/pkix-cert"
        case .mobileconfig: "application/x-apple-aspen-config"
        }
    }
}

extension CommandError {
    init(_ error: TestBedError) {
        let hint: LabAdvice = if case .server = error { .otherPort } else { .temporaryRoom }
        self.init(.internalError, code: .testBed, error, hint: hint)
    }
}
