extension ObjectIdentifier {
    /// The identifier's name in the RFC that defines it, as `basicConstraints`; `nil` for one not known here.
    public var name: String? { Self.names[self] }

    /// The attribute's short name in the string form of names, as `CN` (RFC 4514 §3); `nil` for one without.
    ///
    /// Other known attributes are written with their ``name`` by tools, but RFC 4514 asks for the dotted form.
    public var attributeShortName: String? { Self.shortNames[self] }

    private static let shortNames: [ObjectIdentifier: String] = [
        .commonName: "CN", .localityName: "L", .stateOrProvinceName: "ST", .organizationName: "O",
        .organizationalUnitName: "OU", .countryName: "C", .streetAddress: "STREET", .domainComponent: "DC",
        .userID: "UID",
    ]

    private static let names: [ObjectIdentifier: String] = attributeNames.merging(algorithmNames) { first, _ in first }
        .merging(extensionNames) { first, _ in first }.merging(purposeNames) { first, _ in first }
        .merging(revocationNames) { first, _ in first }.merging(recognisedNames) { first, _ in first }

    /// Keys, curves and signatures that are recognised and not computed with, by their usual names.
    private static let recognisedNames = postQuantumNames.merging(curveNames) { first, _ in first }
        .merging(signatureNames) { first, _ in first }.merging(merkleTreeNames) { first, _ in first }

    private static let attributeNames: [ObjectIdentifier: String] = [
        .commonName: "commonName", .surname: "surname", .serialNumberAttribute: "serialNumber",
        .countryName: "countryName", .localityName: "localityName", .stateOrProvinceName: "stateOrProvinceName",
        .streetAddress: "streetAddress", .organizationName: "organizationName",
        .organizationalUnitName: "organizationalUnitName", .title: "title", .businessCategory: "businessCategory",
        .postalCode: "postalCode", .name: "name", .givenName: "givenName", .initials: "initials",
        .generationQualifier: "generationQualifier", .distinguishedNameQualifier: "dnQualifier",
        .pseudonym: "pseudonym", .organizationIdentifier: "organizationIdentifier", .userID: "userId",
        .domainComponent: "domainComponent", .emailAddress: "emailAddress",
        .jurisdictionLocality: "jurisdictionLocalityName",
        .jurisdictionStateOrProvince: "jurisdictionStateOrProvinceName",
        .jurisdictionCountry: "jurisdictionCountryName",
    ]

    private static let algorithmNames: [ObjectIdentifier: String] = [
        .rsaEncryption: "rsaEncryption", .rsaPSS: "id-RSASSA-PSS", .ecPublicKey: "id-ecPublicKey", .dsa: "id-dsa",
        .x25519: "id-X25519", .x448: "id-X448", .ed25519: "id-Ed25519", .ed448: "id-Ed448",
        .secp192r1: "secp192r1", .secp224r1: "secp224r1", .secp256r1: "secp256r1", .secp384r1: "secp384r1",
        .secp521r1: "secp521r1", .secp256k1: "secp256k1", .brainpoolP256r1: "brainpoolP256r1",
        .brainpoolP384r1: "brainpoolP384r1", .brainpoolP512r1: "brainpoolP512r1",
        .md2WithRSAEncryption: "md2WithRSAEncryption", .md5WithRSAEncryption: "md5WithRSAEncryption",
        .sha1WithRSAEncryption: "sha1WithRSAEncryption", .sha224WithRSAEncryption: "sha224WithRSAEncryption",
        .sha256WithRSAEncryption: "sha256WithRSAEncryption", .sha384WithRSAEncryption: "sha384WithRSAEncryption",
        .sha512WithRSAEncryption: "sha512WithRSAEncryption", .ecdsaWithSHA1: "ecdsa-with-SHA1",
        .ecdsaWithSHA224: "ecdsa-with-SHA224", .ecdsaWithSHA256: "ecdsa-with-SHA256",
        .ecdsaWithSHA384: "ecdsa-with-SHA384", .ecdsaWithSHA512: "ecdsa-with-SHA512",
        .dsaWithSHA1: "id-dsa-with-sha1", .dsaWithSHA224: "id-dsa-with-sha224",
        .dsaWithSHA256: "id-dsa-with-sha256", .md5: "md5", .sha1: "id-sha1", .sha224: "id-sha224",
        .sha256: "id-sha256", .sha384: "id-sha384", .sha512: "id-sha512", .mgf1: "id-mgf1",
    ]

    private static let extensionNames: [ObjectIdentifier: String] = [
        .subjectDirectoryAttributes: "subjectDirectoryAttributes", .subjectKeyIdentifier: "subjectKeyIdentifier",
        .keyUsage: "keyUsage", .privateKeyUsagePeriod: "privateKeyUsagePeriod",
        .subjectAlternativeName: "subjectAltName", .issuerAlternativeName: "issuerAltName",
        .basicConstraints: "basicConstraints", .nameConstraints: "nameConstraints",
        .cRLDistributionPoints: "cRLDistributionPoints", .certificatePolicies: "certificatePolicies",
        .policyMappings: "policyMappings", .authorityKeyIdentifier: "authorityKeyIdentifier",
        .policyConstraints: "policyConstraints", .extendedKeyUsage: "extKeyUsage", .freshestCRL: "freshestCRL",
        .inhibitAnyPolicy: "inhibitAnyPolicy", .noRevAvail: "noRevAvail",
        .authorityInformationAccess: "authorityInfoAccess",
        .subjectInformationAccess: "subjectInfoAccess", .tlsFeature: "tlsFeature",
        .embeddedSCTList: "signedCertificateTimestampList", .precertificatePoison: "precertificatePoison",
        .ocspNoCheck: "id-pkix-ocsp-nocheck", .netscapeCertificateType: "netscapeCertType",
        .netscapeComment: "netscapeComment",
        .biometricInformation: "biometricInfo", .qualifiedCertificateStatements: "qcStatements",
        .acmeIdentifier: "acmeIdentifier", .proxyCertificateInformation: "proxyCertInfo",
        .ipAddressBlocks: "ipAddrBlocks", .autonomousSystemIdentifiers: "autonomousSysIds",
        .ipAddressBlocks2: "ipAddrBlocks-v2", .autonomousSystemIdentifiers2: "autonomousSysIds-v2",
        .telephoneNumberAuthorizations: "TNAuthList", .applicationPolicies: "applicationPolicies",
        .certificateTemplate: "certificateTemplate", .certificateTemplateName: "certificateTemplateName",
        .accountSecurityIdentifier: "ntdsCASecurity",
    ]

    private static let purposeNames: [ObjectIdentifier: String] = [
        .anyExtendedKeyUsage: "anyExtendedKeyUsage", .serverAuth: "serverAuth", .clientAuth: "clientAuth",
        .codeSigning: "codeSigning", .emailProtection: "emailProtection", .timeStamping: "timeStamping",
        .ipsecEndSystem: "ipsecEndSystem", .ipsecTunnel: "ipsecTunnel", .ipsecUser: "ipsecUser",
        .ocspSigning: "OCSPSigning", .microsoftServerGatedCrypto: "microsoftServerGatedCrypto",
        .netscapeServerGatedCrypto: "netscapeServerGatedCrypto", .ocspAccess: "ocsp",
        .caIssuersAccess: "caIssuers", .caRepositoryAccess: "caRepository", .anyPolicy: "anyPolicy",
        .certificationPracticeStatement: "cps", .userNotice: "unotice", .extendedValidation: "extendedValidation",
        .domainValidated: "domainValidated", .organizationValidated: "organizationValidated",
        .individualValidated: "individualValidated", .smtpUTF8Mailbox: "smtpUTF8Mailbox",
    ]

    private static let revocationNames: [ObjectIdentifier: String] = [
        .cRLNumber: "cRLNumber", .cRLReason: "reasonCode", .invalidityDate: "invalidityDate",
        .deltaCRLIndicator: "deltaCRLIndicator", .issuingDistributionPoint: "issuingDistributionPoint",
        .certificateIssuer: "certificateIssuer", .basicOCSPResponse: "id-pkix-ocsp-basic",
        .ocspNonce: "id-pkix-ocsp-nonce", .ocspResponseSCTList: "signedCertificateTimestampList",
    ]
}
