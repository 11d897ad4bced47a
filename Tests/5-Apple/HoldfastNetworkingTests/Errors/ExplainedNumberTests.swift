import Foundation
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastNetworking
import HoldfastTransport
import HoldfastTrust
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

/// The numbers by which `holdfast explain` knows Apple's errors: they are those of Foundation and of the Security
/// framework, and what our sessions give leads back to what it was given for.
@Suite("Apple's numbers that are explained") struct ExplainedNumberTests {
    private let rows: [ErrorLine]

    init() throws { rows = try ErrorLineTable.builtIn().rows.filter { $0.program == "apple" && $0.number != nil } }

    /// The codes of `URLError`, and the constants of NSURLError.h as this platform's Foundation has them.
    private static let constants: [String: (code: URLError.Code, foundation: Int)] = [
        "NSURLErrorCancelled": (.cancelled, NSURLErrorCancelled),
        "NSURLErrorBadURL": (.badURL, NSURLErrorBadURL),
        "NSURLErrorTimedOut": (.timedOut, NSURLErrorTimedOut),
        "NSURLErrorUnsupportedURL": (.unsupportedURL, NSURLErrorUnsupportedURL),
        "NSURLErrorCannotFindHost": (.cannotFindHost, NSURLErrorCannotFindHost),
        "NSURLErrorCannotConnectToHost": (.cannotConnectToHost, NSURLErrorCannotConnectToHost),
        "NSURLErrorNetworkConnectionLost": (.networkConnectionLost, NSURLErrorNetworkConnectionLost),
        "NSURLErrorDNSLookupFailed": (.dnsLookupFailed, NSURLErrorDNSLookupFailed),
        "NSURLErrorHTTPTooManyRedirects": (.httpTooManyRedirects, NSURLErrorHTTPTooManyRedirects),
        "NSURLErrorResourceUnavailable": (.resourceUnavailable, NSURLErrorResourceUnavailable),
        "NSURLErrorNotConnectedToInternet": (.notConnectedToInternet, NSURLErrorNotConnectedToInternet),
        "NSURLErrorRedirectToNonExistentLocation": (
            .redirectToNonExistentLocation, NSURLErrorRedirectToNonExistentLocation
        ),
        "NSURLErrorBadServerResponse": (.badServerResponse, NSURLErrorBadServerResponse),
        "NSURLErrorUserCancelledAuthentication": (.userCancelledAuthentication, NSURLErrorUserCancelledAuthentication),
        "NSURLErrorUserAuthenticationRequired": (.userAuthenticationRequired, NSURLErrorUserAuthenticationRequired),
        "NSURLErrorCannotDecodeContentData": (.cannotDecodeContentData, NSURLErrorCannotDecodeContentData),
        "NSURLErrorCannotParseResponse": (.cannotParseResponse, NSURLErrorCannotParseResponse),
        "NSURLErrorRequestBodyStreamExhausted": (.requestBodyStreamExhausted, NSURLErrorRequestBodyStreamExhausted),
        "NSURLErrorAppTransportSecurityRequiresSecureConnection": (
            .appTransportSecurityRequiresSecureConnection, NSURLErrorAppTransportSecurityRequiresSecureConnection
        ),
        "NSURLErrorDataLengthExceedsMaximum": (.dataLengthExceedsMaximum, NSURLErrorDataLengthExceedsMaximum),
        "NSURLErrorSecureConnectionFailed": (.secureConnectionFailed, NSURLErrorSecureConnectionFailed),
        "NSURLErrorServerCertificateHasBadDate": (.serverCertificateHasBadDate, NSURLErrorServerCertificateHasBadDate),
        "NSURLErrorServerCertificateUntrusted": (.serverCertificateUntrusted, NSURLErrorServerCertificateUntrusted),
        "NSURLErrorServerCertificateHasUnknownRoot": (
            .serverCertificateHasUnknownRoot, NSURLErrorServerCertificateHasUnknownRoot
        ),
        "NSURLErrorServerCertificateNotYetValid": (
            .serverCertificateNotYetValid, NSURLErrorServerCertificateNotYetValid
        ),
        "NSURLErrorClientCertificateRejected": (.clientCertificateRejected, NSURLErrorClientCertificateRejected),
        "NSURLErrorClientCertificateRequired": (.clientCertificateRequired, NSURLErrorClientCertificateRequired),
        "NSURLErrorCannotCreateFile": (.cannotCreateFile, NSURLErrorCannotCreateFile),
        "NSURLErrorCannotOpenFile": (.cannotOpenFile, NSURLErrorCannotOpenFile),
        "NSURLErrorCannotWriteToFile": (.cannotWriteToFile, NSURLErrorCannotWriteToFile),
    ]

    /// The constants that Foundation of Linux (swift-corelibs-foundation) has with the number before Apple's.
    private static let shifted = -1206 ... -1200

    /// The constants of SecureTransport.h and SecBase.h, as they are declared for clients.
    private static func statuses() throws -> [String: Int] {
        let folder = ProjectFolder.top.appending(path: "Sources/5-Apple/HoldfastSecurityNames")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var numbers: [String: Int] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /public let (errS\w+): OSStatus = (-[0-9]+)/) {
                numbers[String(match.1)] = Int(match.2)
            }
        }
        return numbers
    }

    @Test("are the platform's own, name by name")
    func names() throws {
        let statuses = try Self.statuses()
        #expect(rows.count > 80 && statuses.count > 300)
        for row in rows {
            let (name, number) = (try #require(row.name), try #require(row.number))
            guard name.hasPrefix("NSURLError") else {
                #expect(number == statuses[name], "\(name)")
                continue
            }
            let constant = try #require(Self.constants[name], "\(name)")
            #expect(number == constant.code.rawValue, "\(name)")
            let isShifted = Self.shifted.contains(number) && constant.foundation == number - 1
            #expect(number == constant.foundation || isShifted, "\(name)")
            // The texts are those in which a program prints the number.
            #expect(row.text?.hasSuffix("\(number)") == true, "\(name): \(row.text ?? "")")
        }
        #expect(Set(rows.compactMap(\.number)).count == rows.count)
        #expect(Set(rows.compactMap(\.name)).isSuperset(of: Self.constants.keys))
    }

    /// The numbers that our sessions give for a cause: NSURLError's, and the status of the TLS stream beside it.
    private static func numbers(of cause: ErrorCause) -> Set<Int> {
        switch cause {
        case .failure(let code, _):
            let given = [ErrorCodeTable.rows[code], ErrorCodeTable.row(code, in: .tls)].compactMap(\.self)
            return Set(
                given.flatMap { row in [row.code.rawValue] + (row.stream.map { $0.domain == 3 ? [$0.code] : [] } ?? [])
                })
        case .finding(.appTransportSecurity): return [-1200, -9802]
        case .finding(let code): return [-1202, Int(TrustFailureCode.status(of: code))]
        }
    }

    @Test("lead back from every number that our sessions give")
    func back() {
        let failures = HTTPSError.Code.all.map { ErrorCause.failure($0, exitCode: 4) }
        let findings = FindingCode.all.filter { $0.osStatus != 0 }.map(ErrorCause.finding)
        var given = (failures + findings).reduce(into: Set<Int>()) { $0.formUnion(Self.numbers(of: $1)) }
        given.remove(NSURLErrorUnknown)
        #expect(given.count > 30)
        for number in given.sorted() {
            let row = rows.first { $0.number == number }
            let causes = row?.causes ?? []
            #expect(causes.contains { Self.numbers(of: $0).contains(number) }, "\(number): \(causes.map(\.code))")
        }
    }
}
