import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

extension Command {
    static let inspect = Command(
        name: "inspect", operands: "FILE|URL", operandCount: 1...1,
        summary: "show everything that certificates say, without judging them",
        text: """
            Shows each certificate of a file, PEM or DER, or of what a server presents: fields, extensions, fingerprints
            and the pin of the key. - is standard input. A file may have up to 16 MiB.
            """,
        options: CommandOption.dialling + [.json, .help],
        examples: [
            "holdfast inspect chain.pem", "holdfast inspect https://www.example.com",
            "holdfast inspect --json /etc/ssl/certs/ca-certificates.crt",
        ]
    ) { invocation throws(CommandFailure) in
        try await InspectCommand(invocation).run()
    }
}

/// `holdfast inspect`: certificates in, their fields out.
struct InspectCommand {
    private let source: String
    private let isJSON: Bool
    private let invocation: Invocation

    init(_ invocation: Invocation) {
        source = invocation.operands[0]
        isJSON = invocation.has(.json)
        self.invocation = invocation
    }

    func run() async throws(CommandFailure) -> ExitCode {
        let presented = try await certificates()
        for (index, certificate) in presented.enumerated() {
            let inspection = CertificateInspection(certificate, source: source, index: index)
            if isJSON {
                Output.line(of: inspection)
            } else {
                Console.result((index == 0 ? "" : "\n") + inspection.text(Console.resultStyle))
            }
        }
        return presented.allSatisfy { $0.certificate != nil } ? .success : .malformedCertificate
    }

    private func certificates() async throws(CommandFailure) -> [PresentedCertificate] {
        guard source.contains("://") else { return try readFile() }
        let target = try Target(source)
        let dial = try DialOptions(invocation)
        try dial.allow(target)
        let session = HTTPSSession(configuration: dial.configuration(at: nil))
        do throws(HTTPSError) {
            return try await session.verify(target.url).presented?.presented ?? []
        } catch {
            // Whether it is trusted is not the question here.
            if let presented = error.connection?.presented ?? error.trustFailure?.presented {
                return presented.presented
            }
            throw CommandFailure(FailureReport(error), target: source)
        }
    }

    private func readFile() throws(CommandFailure) -> [PresentedCertificate] {
        for option in CommandOption.dialling where invocation.has(option) {
            throw .usage("option \(option.name) does not apply to a file", hint: "a server is named by its URL")
        }
        do throws(CommandFailure) {
            return try CertificateInput.certificates(in: source).map(PresentedCertificate.init(der:))
        } catch {
            var failure = error
            let isHostLike = source.contains(".") && !source.contains("/")
            if error.code == "noSuchFile", isHostLike { failure.hint = "for a server write https://\(source)" }
            throw failure
        }
    }
}
