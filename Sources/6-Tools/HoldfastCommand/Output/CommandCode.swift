/// The codes of the command's own errors: stable words for programs, which do not change with the language.
enum CommandCode: String, Hashable, Sendable, CaseIterable {
    case `internal`
    case usage

    // Files.
    case emptyFile, folder, malformedFile, noSuchFile, notPermitted, tooLarge, unreadableFile, fileExists
    case temporaryFolder, readableByOthers, writableByOthers, foreignOwner

    // What stands in them.
    case malformedCertificate, malformedKey, malformedObject, malformedPEM, malformedRequest, unknownObject, nothing
    case noCertificate, foreignForm, noKey, emptyKey, noRequest, noRevocationList, noOCSPResponse, several

    // Keys and passphrases.
    case badSignature, crypto, damagedKey, noCertificateForKey, passphraseNeeded, unsupportedKey, wrongPassphrase

    // What is made.
    case authority, forbiddenNames, holdsPrivateKey, noIssuer, notIssued, otherIssuer

    // Whom to trust.
    case badGroups, badLogList, badPin, badPolicy, noAnchors, unreadableAnchors, unreadablePolicy, workLimit
    case codesNeeded, exceptions, noStateFolder, noSuchException, notExceptable, severalExceptions

    // Pins.
    case ambiguous, notPinned, pinFile, updateKey

    // Passwords.
    case credentials, noCredentialStore, noSuchCredential, passwordInArgument, severalCredentials, unusablePassword

    // Connections and answers.
    case badAccounts, badProvider, binaryBody, cookieFile, couldNotResolveHost, noAccount, noAddress, status

    // Servers and programs of this machine.
    case browserTrust, commandNotRun, delayLineUnavailable, gate, lesson, noBrowser, noCertutil, noPropertyList
    case notAsTaught, notOnThisMachine, testBed

    // Histories of scans.
    case noSuchRun, noSuchTarget, scanHistory

    // Stores of authorities.
    case declined, expired, noStore, notAnAuthority, notAsked, notPEM, notTaken
}

/// The code of an error: the command's own, or that of the library whose failure ended the command.
enum ErrorCode: Hashable, Sendable {
    case command(CommandCode)
    case library(String)

    /// The stable word for programs.
    var rawValue: String {
        switch self {
        case .command(let code): code.rawValue
        case .library(let code): code
        }
    }
}
