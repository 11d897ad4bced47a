import HoldfastDiagnostics
import HoldfastFiles
import HoldfastStatements
import HoldfastTrustStores
import HoldfastX509

/// `holdfast trust-store export`: an authority's certificate as phones take it.
struct TrustStoreExport {
    private let invocation: Invocation

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        guard invocation.has(.configurationProfile) || invocation.has(.certificateForPhones) else {
            throw .usage(
                TrustStoreSentence.exportNeeded,
                hint: TrustStoreAdvice.appleAndAndroid
            )
        }
        for option in [CommandOption.configurationProfile, .certificateForPhones]
        where invocation.value(option).map({ CreatedFile.isSame($0, invocation.operands[0]) }) ?? false {
            throw .usage(TrustStoreSentence.namesOwnFile(option: option.name), hint: UsageAdvice.nameAnother)
        }
    }

    func run() throws(CommandError) -> ExitCode {
        let authority = try TrustStoreInput.authority(invocation).authority
        let contents: [(CommandOption, [UInt8])] = [
            (.configurationProfile, ConfigurationProfile(authority).bytes),
            (.certificateForPhones, Array(authority.certificate.bytes)),
        ]
        var files: [(CreatedFile, [UInt8])] = []
        for (option, bytes) in contents {
            guard let path = invocation.value(option) else { continue }
            if path == "-", invocation.has(.json) || files.contains(where: { $0.0.isStandardOutput }) {
                throw .usage(TrustStoreSentence.noRoom(option: option.name), hint: UsageAdvice.nameAFile)
            }
            files.append((try CreatedFile(path, isSecret: false, mayReplace: invocation.has(.replaceExport)), bytes))
        }
        for (file, bytes) in files { try file.write(bytes) }
        if !authority.isConstrained { Console.note(CreateNote.warning(CreateWarning.unlimited.statement)) }
        let report = TrustStoreExportReport(
            subject: authority.certificate.subject.description,
            fingerprintSHA256: HexString.encode(authority.fingerprint),
            mobileconfig: invocation.value(.configurationProfile), cer: invocation.value(.certificateForPhones))
        if invocation.has(.json) {
            Output.line(of: report)
        } else {
            for (file, _) in files where !file.isStandardOutput {
                Console.note(TrustStoreNote.written(file: file.path))
            }
        }
        return .success
    }
}

/// The report of what was written for phones (`holdfast.trustStoreExport/1`).
private struct TrustStoreExportReport: Encodable {
    let schema = "holdfast.trustStoreExport/1"
    let subject: String
    let fingerprintSHA256: String
    let mobileconfig: String?
    let cer: String?
}
