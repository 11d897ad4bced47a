import Foundation

/// What Apple's errors say to people, in English.
enum ErrorSentences {
    static func sentence(_ code: URLError.Code, host: String?) -> String {
        switch code {
        case .serverCertificateUntrusted:
            "The certificate for this server is invalid. You might be connecting to a server that is pretending to be "
                + "“\(host ?? "the server")” which could put your confidential information at risk."
        case .clientCertificateRejected: "The server “\(host ?? "")” did not accept the certificate."
        case .clientCertificateRequired: "The server “\(host ?? "")” requires a client certificate."
        default: plain[code] ?? "The request failed."
        }
    }

    private static let plain: [URLError.Code: String] = [
        .cancelled: "cancelled", .timedOut: "The request timed out.", .badURL: "bad URL",
        .unsupportedURL: "unsupported URL", .unknown: "unknown error",
        .cannotFindHost: "A server with the specified hostname could not be found.",
        .dnsLookupFailed: "A server with the specified hostname could not be found.",
        .cannotConnectToHost: "Could not connect to the server.",
        .networkConnectionLost: "The network connection was lost.",
        .notConnectedToInternet: "The Internet connection appears to be offline.",
        .secureConnectionFailed:
            "An SSL error has occurred and a secure connection to the server cannot be made.",
        .appTransportSecurityRequiresSecureConnection:
            "The resource could not be loaded because the App Transport Security policy requires the use of a secure "
            + "connection.",
        .httpTooManyRedirects: "too many HTTP redirects",
        .redirectToNonExistentLocation: "The server redirected to a location that does not exist.",
        .badServerResponse: "There was a bad response from the server.",
        .cannotParseResponse: "cannot parse response", .cannotDecodeContentData: "cannot decode raw data",
        .dataLengthExceedsMaximum: "resource exceeds maximum size",
        .requestBodyStreamExhausted: "request body stream exhausted",
        .userAuthenticationRequired: "Authentication is required.",
        .resourceUnavailable: "resource unavailable", .cannotOpenFile: "The file could not be opened.",
        .cannotCreateFile: "The file could not be created.",
        .cannotWriteToFile: "The file could not be written to.",
        .noPermissionsToReadFile: "You do not have permission to access the requested resource.",
        .userCancelledAuthentication: "The operation was cancelled by the user.",
        .fileDoesNotExist: "The requested file was not found.",
    ]
}
