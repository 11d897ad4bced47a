/// The names of the `OSStatus` numbers that findings carry, as the Security framework spells them.
package enum StatusName {
    /// The constant's name, or nil for a number of a rule of one's own.
    package static func of(_ status: Int32) -> String? { names[status] }

    /// The number of a constant; nil for a name that no finding carries.
    package static func number(of name: String) -> Int32? { names.first { $0.value == name && $0.key != 0 }?.key }

    /// `SecBase.h`, and `SecureTransport.h` for App Transport Security.
    private static let names: [Int32: String] = [
        0: "errSecSuccess", -9880: "errSSLATSViolation", -25257: "errSecUnknownFormat",
        -25318: "errSecCreateChainFailed", -67602: "errSecHostNameMismatch",
        -67603: "errSecUnknownCriticalExtensionFlag", -67605: "errSecNoBasicConstraintsCA",
        -67606: "errSecInvalidAuthorityKeyID", -67608: "errSecInvalidKeyUsageForPolicy",
        -67609: "errSecInvalidExtendedKeyUsage", -67611: "errSecPathLengthConstraintExceeded",
        -67635: "errSecIncompleteCertRevocationCheck", -67654: "errSecTrustSettingDeny",
        -67730: "errSecAlgorithmMismatch", -67655: "errSecInvalidSubjectName", -67735: "errSecUnsupportedKeySize",
        -67734: "errSecUnsupportedKeyFormat",
        -67808: "errSecVerifyFailed",
        -67815: "errSecInvalidDigestAlgorithm",
        -67818: "errSecCertificateExpired", -67819: "errSecCertificateNotValidYet",
        -67820: "errSecCertificateRevoked", -67843: "errSecNotTrusted",
        -67899: "errSecCertificatePolicyNotAllowed", -67900: "errSecCertificateNameNotAllowed",
        -67901: "errSecCertificateValidityPeriodTooLong", -67903: "errSecCertificateDuplicateExtension",
    ]
}
