import Foundation
import HoldfastSecurity
import Testing

/// The texts of constants, as Apple's published source defines them.
struct ConstantTests {
    @Test("Items", arguments: secItem) func secItemValue(_ constant: ConstantText) {
        #expect(constant.value as String == constant.expected)
    }

    @Test("Items of macOS alone", arguments: secItemOnMacOS) func secItemOnMacOSValue(_ constant: ConstantText) {
        #expect(constant.value as String == constant.expected)
    }

    @Test("Import and export", arguments: secImportExport) func secImportExportValue(_ constant: ConstantText) {
        #expect(constant.value as String == constant.expected)
    }

    @Test("Policies", arguments: secPolicy) func secPolicyValue(_ constant: ConstantText) {
        #expect(constant.value as String == constant.expected)
    }

    @Test("Trust and properties", arguments: secTrust) func secTrustValue(_ constant: ConstantText) {
        #expect(constant.value as String == constant.expected)
    }

    @Test func keysOfADictionary() throws {
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits as String: 2048,
        ]
        #expect(attributes["bsiz"] as? Int == 2048)
        #expect(attributes["type"] as? String == "42")
        let options = [kSecImportExportPassphrase: "x"] as CFDictionary
        #expect(options.object(forKey: "passphrase") as? String == "x")
        #expect((options as? [String: Any])?.keys.first == kSecImportExportPassphrase as String)
    }

    @Test("the keys of a bundle's property list, by which a wrapper asks the main bundle for its service's name")
    func keysOfABundle() {
        let service = Bundle.main.infoDictionary?[kCFBundleIdentifierKey as String] as? String ?? "com.example.service"
        #expect(!service.isEmpty)
        // Core Foundation Keys, Information Property List Key Reference.
        let names: [(CFString, String)] = [
            (kCFBundleIdentifierKey, "CFBundleIdentifier"), (kCFBundleVersionKey, "CFBundleVersion"),
            (kCFBundleNameKey, "CFBundleName"), (kCFBundleExecutableKey, "CFBundleExecutable"),
            (kCFBundleInfoDictionaryVersionKey, "CFBundleInfoDictionaryVersion"),
            (kCFBundleDevelopmentRegionKey, "CFBundleDevelopmentRegion"),
            (kCFBundleLocalizationsKey, "CFBundleLocalizations"),
        ]
        for (key, name) in names { #expect(key as String == name) }
    }

    @Test func readOutsideOfActors() async {
        let texts = await withTaskGroup(of: String.self) { group in
            for _ in 0..<8 { group.addTask { kSecAttrKeyType as String } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts == ["type"])
    }

    @Test func sameObjectEachTime() { #expect(kSecClass === kSecClass) }

    @Test func revocationFlags() {
        // SecPolicy.h.
        #expect(kSecRevocationOCSPMethod == 1)
        #expect(kSecRevocationCRLMethod == 1 << 1)
        #expect(kSecRevocationPreferCRL == 1 << 2)
        #expect(kSecRevocationRequirePositiveResponse == 1 << 3)
        #expect(kSecRevocationNetworkAccessDisabled == 1 << 4)
        #expect(kSecRevocationUseAnyAvailableMethod == kSecRevocationOCSPMethod | kSecRevocationCRLMethod)
    }
}

/// A constant and its text in Apple's source.
struct ConstantText: @unchecked Sendable, CustomTestStringConvertible {
    let value: CFString
    let expected: String

    init(_ value: CFString, _ expected: String) {
        self.value = value
        self.expected = expected
    }

    var testDescription: String { expected }
}

// SecItemConstants.c.
private let secItem: [ConstantText] = [
    ConstantText(kSecClass, "class"),
    ConstantText(kSecClassGenericPassword, "genp"),
    ConstantText(kSecClassInternetPassword, "inet"),
    ConstantText(kSecClassCertificate, "cert"),
    ConstantText(kSecClassKey, "keys"),
    ConstantText(kSecClassIdentity, "idnt"),
    ConstantText(kSecAttrAccessible, "pdmn"),
    ConstantText(kSecAttrAccessControl, "accc"),
    ConstantText(kSecAttrAccessGroup, "agrp"),
    ConstantText(kSecAttrCreationDate, "cdat"),
    ConstantText(kSecAttrModificationDate, "mdat"),
    ConstantText(kSecAttrDescription, "desc"),
    ConstantText(kSecAttrComment, "icmt"),
    ConstantText(kSecAttrCreator, "crtr"),
    ConstantText(kSecAttrType, "type"),
    ConstantText(kSecAttrLabel, "labl"),
    ConstantText(kSecAttrIsInvisible, "invi"),
    ConstantText(kSecAttrIsNegative, "nega"),
    ConstantText(kSecAttrAccount, "acct"),
    ConstantText(kSecAttrService, "svce"),
    ConstantText(kSecAttrGeneric, "gena"),
    ConstantText(kSecAttrSecurityDomain, "sdmn"),
    ConstantText(kSecAttrServer, "srvr"),
    ConstantText(kSecAttrProtocol, "ptcl"),
    ConstantText(kSecAttrAuthenticationType, "atyp"),
    ConstantText(kSecAttrPort, "port"),
    ConstantText(kSecAttrPath, "path"),
    ConstantText(kSecAttrSubject, "subj"),
    ConstantText(kSecAttrIssuer, "issr"),
    ConstantText(kSecAttrSerialNumber, "slnr"),
    ConstantText(kSecAttrSubjectKeyID, "skid"),
    ConstantText(kSecAttrPublicKeyHash, "pkhh"),
    ConstantText(kSecAttrCertificateType, "ctyp"),
    ConstantText(kSecAttrCertificateEncoding, "cenc"),
    ConstantText(kSecAttrKeyClass, "kcls"),
    ConstantText(kSecAttrApplicationLabel, "klbl"),
    ConstantText(kSecAttrIsPermanent, "perm"),
    ConstantText(kSecAttrApplicationTag, "atag"),
    ConstantText(kSecAttrKeyType, "type"),
    ConstantText(kSecAttrKeySizeInBits, "bsiz"),
    ConstantText(kSecAttrEffectiveKeySize, "esiz"),
    ConstantText(kSecAttrIsSensitive, "sens"),
    ConstantText(kSecAttrIsExtractable, "extr"),
    ConstantText(kSecAttrCanEncrypt, "encr"),
    ConstantText(kSecAttrCanDecrypt, "decr"),
    ConstantText(kSecAttrCanDerive, "drve"),
    ConstantText(kSecAttrCanSign, "sign"),
    ConstantText(kSecAttrCanVerify, "vrfy"),
    ConstantText(kSecAttrCanWrap, "wrap"),
    ConstantText(kSecAttrCanUnwrap, "unwp"),
    ConstantText(kSecAttrSyncViewHint, "vwht"),
    ConstantText(kSecAttrTokenID, "tkid"),
    ConstantText(kSecAttrSynchronizable, "sync"),
    ConstantText(kSecAttrPersistantReference, "persistref"),
    ConstantText(kSecAttrPersistentReference, "persistref"),
    ConstantText(kSecAttrAccessGroupToken, "com.apple.token"),
    ConstantText(kSecMatchPolicy, "m_Policy"),
    ConstantText(kSecMatchItemList, "m_ItemList"),
    ConstantText(kSecMatchSearchList, "m_SearchList"),
    ConstantText(kSecMatchIssuers, "m_Issuers"),
    ConstantText(kSecMatchEmailAddressIfPresent, "m_EmailAddressIfPresent"),
    ConstantText(kSecMatchSubjectContains, "m_SubjectContains"),
    ConstantText(kSecMatchCaseInsensitive, "m_CaseInsensitive"),
    ConstantText(kSecMatchTrustedOnly, "m_TrustedOnly"),
    ConstantText(kSecMatchValidOnDate, "m_ValidOnDate"),
    ConstantText(kSecMatchLimit, "m_Limit"),
    ConstantText(kSecMatchLimitOne, "m_LimitOne"),
    ConstantText(kSecMatchLimitAll, "m_LimitAll"),
    ConstantText(kSecReturnData, "r_Data"),
    ConstantText(kSecReturnAttributes, "r_Attributes"),
    ConstantText(kSecReturnRef, "r_Ref"),
    ConstantText(kSecReturnPersistentRef, "r_PersistentRef"),
    ConstantText(kSecValueData, "v_Data"),
    ConstantText(kSecValueRef, "v_Ref"),
    ConstantText(kSecValuePersistentRef, "v_PersistentRef"),
    ConstantText(kSecUseItemList, "u_ItemList"),
    ConstantText(kSecUseOperationPrompt, "u_OpPrompt"),
    ConstantText(kSecUseNoAuthenticationUI, "u_NoAuthUI"),
    ConstantText(kSecUseAuthenticationUI, "u_AuthUI"),
    ConstantText(kSecUseDataProtectionKeychain, "nleg"),
    ConstantText(kSecAttrAccessibleWhenUnlocked, "ak"),
    ConstantText(kSecAttrAccessibleAfterFirstUnlock, "ck"),
    ConstantText(kSecAttrAccessibleAlways, "dk"),
    ConstantText(kSecAttrAccessibleWhenUnlockedThisDeviceOnly, "aku"),
    ConstantText(kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, "cku"),
    ConstantText(kSecAttrAccessibleAlwaysThisDeviceOnly, "dku"),
    ConstantText(kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, "akpu"),
    ConstantText(kSecAttrProtocolFTP, "ftp "),
    ConstantText(kSecAttrProtocolFTPAccount, "ftpa"),
    ConstantText(kSecAttrProtocolHTTP, "http"),
    ConstantText(kSecAttrProtocolIRC, "irc "),
    ConstantText(kSecAttrProtocolNNTP, "nntp"),
    ConstantText(kSecAttrProtocolPOP3, "pop3"),
    ConstantText(kSecAttrProtocolSMTP, "smtp"),
    ConstantText(kSecAttrProtocolSOCKS, "sox "),
    ConstantText(kSecAttrProtocolIMAP, "imap"),
    ConstantText(kSecAttrProtocolLDAP, "ldap"),
    ConstantText(kSecAttrProtocolAppleTalk, "atlk"),
    ConstantText(kSecAttrProtocolAFP, "afp "),
    ConstantText(kSecAttrProtocolTelnet, "teln"),
    ConstantText(kSecAttrProtocolSSH, "ssh "),
    ConstantText(kSecAttrProtocolFTPS, "ftps"),
    ConstantText(kSecAttrProtocolHTTPS, "htps"),
    ConstantText(kSecAttrProtocolHTTPProxy, "htpx"),
    ConstantText(kSecAttrProtocolHTTPSProxy, "htsx"),
    ConstantText(kSecAttrProtocolFTPProxy, "ftpx"),
    ConstantText(kSecAttrProtocolSMB, "smb "),
    ConstantText(kSecAttrProtocolRTSP, "rtsp"),
    ConstantText(kSecAttrProtocolRTSPProxy, "rtsx"),
    ConstantText(kSecAttrProtocolDAAP, "daap"),
    ConstantText(kSecAttrProtocolEPPC, "eppc"),
    ConstantText(kSecAttrProtocolIPP, "ipp "),
    ConstantText(kSecAttrProtocolNNTPS, "ntps"),
    ConstantText(kSecAttrProtocolLDAPS, "ldps"),
    ConstantText(kSecAttrProtocolTelnetS, "tels"),
    ConstantText(kSecAttrProtocolIMAPS, "imps"),
    ConstantText(kSecAttrProtocolIRCS, "ircs"),
    ConstantText(kSecAttrProtocolPOP3S, "pops"),
    ConstantText(kSecAttrAuthenticationTypeNTLM, "ntlm"),
    ConstantText(kSecAttrAuthenticationTypeMSN, "msna"),
    ConstantText(kSecAttrAuthenticationTypeDPA, "dpaa"),
    ConstantText(kSecAttrAuthenticationTypeRPA, "rpaa"),
    ConstantText(kSecAttrAuthenticationTypeHTTPBasic, "http"),
    ConstantText(kSecAttrAuthenticationTypeHTTPDigest, "httd"),
    ConstantText(kSecAttrAuthenticationTypeHTMLForm, "form"),
    ConstantText(kSecAttrAuthenticationTypeDefault, "dflt"),
    ConstantText(kSecAttrKeyClassPublic, "0"),
    ConstantText(kSecAttrKeyClassPrivate, "1"),
    ConstantText(kSecAttrKeyClassSymmetric, "2"),
    ConstantText(kSecAttrKeyTypeRSA, "42"),
    ConstantText(kSecAttrKeyTypeEC, "73"),
    ConstantText(kSecAttrKeyTypeECSECPrimeRandom, "73"),
    ConstantText(kSecAttrSynchronizableAny, "syna"),
    ConstantText(kSecPrivateKeyAttrs, "private"),
    ConstantText(kSecPublicKeyAttrs, "public"),
    ConstantText(kSecSharedPassword, "spwd"),
    ConstantText(kSecUseAuthenticationUIAllow, "u_AuthUIA"),
    ConstantText(kSecUseAuthenticationUIFail, "u_AuthUIF"),
    ConstantText(kSecUseAuthenticationUISkip, "u_AuthUIS"),
    ConstantText(kSecUseAuthenticationContext, "u_AuthCtx"),
    ConstantText(kSecAttrTokenIDSecureEnclave, "com.apple.setoken"),
]

// SecItemConstants.c of the keychain of macOS.
private let secItemOnMacOS: [ConstantText] = [
    ConstantText(kSecUseKeychain, "u_Keychain"),
    ConstantText(kSecAttrAccess, "acls"),
    ConstantText(kSecAttrPRF, "prf"),
    ConstantText(kSecAttrSalt, "salt"),
    ConstantText(kSecAttrRounds, "rounds"),
    ConstantText(kSecMatchSubjectStartsWith, "m_SubjectStartsWith"),
    ConstantText(kSecMatchSubjectEndsWith, "m_SubjectEndsWith"),
    ConstantText(kSecMatchSubjectWholeString, "m_SubjectWholeString"),
    ConstantText(kSecMatchDiacriticInsensitive, "m_DiacriticInsensitive"),
    ConstantText(kSecMatchWidthInsensitive, "m_WidthInsensitive"),
    ConstantText(kSecAttrKeyTypeDES, "14"),
    ConstantText(kSecAttrKeyType3DES, "17"),
    ConstantText(kSecAttrKeyTypeRC2, "23"),
    ConstantText(kSecAttrKeyTypeRC4, "25"),
    ConstantText(kSecAttrKeyTypeDSA, "43"),
    ConstantText(kSecAttrKeyTypeCAST, "56"),
    ConstantText(kSecAttrKeyTypeECDSA, "73"),
    ConstantText(kSecAttrKeyTypeAES, "2147483649"),
    ConstantText(kSecAttrPRFHmacAlgSHA1, "hsha1"),
    ConstantText(kSecAttrPRFHmacAlgSHA224, "hsha224"),
    ConstantText(kSecAttrPRFHmacAlgSHA256, "hsha256"),
    ConstantText(kSecAttrPRFHmacAlgSHA384, "hsha384"),
    ConstantText(kSecAttrPRFHmacAlgSHA512, "hsha512"),
]

// SecImportExport.c.
private let secImportExport: [ConstantText] = [
    ConstantText(kSecImportExportPassphrase, "passphrase"),
    ConstantText(kSecImportExportKeychain, "keychain"),
    ConstantText(kSecImportExportAccess, "access"),
    ConstantText(kSecImportToMemoryOnly, "memory"),
    ConstantText(kSecImportItemLabel, "label"),
    ConstantText(kSecImportItemKeyID, "keyid"),
    ConstantText(kSecImportItemTrust, "trust"),
    ConstantText(kSecImportItemCertChain, "chain"),
    ConstantText(kSecImportItemIdentity, "identity"),
]

// SecPolicy.c.
private let secPolicy: [ConstantText] = [
    ConstantText(kSecPolicyAppleX509Basic, "1.2.840.113635.100.1.2"),
    ConstantText(kSecPolicyAppleSSL, "1.2.840.113635.100.1.3"),
    ConstantText(kSecPolicyAppleSMIME, "1.2.840.113635.100.1.8"),
    ConstantText(kSecPolicyAppleEAP, "1.2.840.113635.100.1.9"),
    ConstantText(kSecPolicyAppleIPsec, "1.2.840.113635.100.1.11"),
    ConstantText(kSecPolicyAppleiChat, "1.2.840.113635.100.1.12"),
    ConstantText(kSecPolicyApplePKINITClient, "1.2.840.113635.100.1.14"),
    ConstantText(kSecPolicyApplePKINITServer, "1.2.840.113635.100.1.15"),
    ConstantText(kSecPolicyAppleCodeSigning, "1.2.840.113635.100.1.16"),
    ConstantText(kSecPolicyAppleIDValidation, "1.2.840.113635.100.1.18"),
    ConstantText(kSecPolicyMacAppStoreReceipt, "1.2.840.113635.100.1.19"),
    ConstantText(kSecPolicyAppleTimeStamping, "1.2.840.113635.100.1.20"),
    ConstantText(kSecPolicyAppleRevocation, "1.2.840.113635.100.1.21"),
    ConstantText(kSecPolicyApplePassbookSigning, "1.2.840.113635.100.1.22"),
    ConstantText(kSecPolicyApplePayIssuerEncryption, "1.2.840.113635.100.1.39"),
    ConstantText(kSecPolicyOid, "SecPolicyOid"),
    ConstantText(kSecPolicyName, "SecPolicyName"),
    ConstantText(kSecPolicyClient, "SecPolicyClient"),
    ConstantText(kSecPolicyRevocationFlags, "SecPolicyRevocationFlags"),
    ConstantText(kSecPolicyTeamIdentifier, "SecPolicyTeamIdentifier"),
    ConstantText(kSecPolicyKU_DigitalSignature, "CE_KU_DigitalSignature"),
    ConstantText(kSecPolicyKU_NonRepudiation, "CE_KU_NonRepudiation"),
    ConstantText(kSecPolicyKU_KeyEncipherment, "CE_KU_KeyEncipherment"),
    ConstantText(kSecPolicyKU_DataEncipherment, "CE_KU_DataEncipherment"),
    ConstantText(kSecPolicyKU_KeyAgreement, "CE_KU_KeyAgreement"),
    ConstantText(kSecPolicyKU_KeyCertSign, "CE_KU_KeyCertSign"),
    ConstantText(kSecPolicyKU_CRLSign, "CE_KU_CRLSign"),
    ConstantText(kSecPolicyKU_EncipherOnly, "CE_KU_EncipherOnly"),
    ConstantText(kSecPolicyKU_DecipherOnly, "CE_KU_DecipherOnly"),
]

// SecTrust.c and SecCertificate.c.
private let secTrust: [ConstantText] = [
    ConstantText(kSecTrustEvaluationDate, "TrustEvaluationDate"),
    ConstantText(kSecTrustExtendedValidation, "TrustExtendedValidation"),
    ConstantText(kSecTrustOrganizationName, "Organization"),
    ConstantText(kSecTrustResultValue, "TrustResultValue"),
    ConstantText(kSecTrustRevocationChecked, "TrustRevocationChecked"),
    ConstantText(kSecTrustCertificateTransparency, "TrustCertificateTransparency"),
    ConstantText(kSecTrustCertificateTransparencyWhiteList, "TrustCertificateTransparencyWhiteList"),
    ConstantText(kSecTrustRevocationValidUntilDate, "TrustExpirationDate"),
    ConstantText(kSecPropertyKeyType, "type"),
    ConstantText(kSecPropertyKeyLabel, "label"),
    ConstantText(kSecPropertyKeyLocalizedLabel, "localized label"),
    ConstantText(kSecPropertyKeyValue, "value"),
    ConstantText(kSecPropertyTypeWarning, "warning"),
    ConstantText(kSecPropertyTypeError, "error"),
    ConstantText(kSecPropertyTypeSuccess, "success"),
    ConstantText(kSecPropertyTypeTitle, "title"),
    ConstantText(kSecPropertyTypeSection, "section"),
    ConstantText(kSecPropertyTypeData, "data"),
    ConstantText(kSecPropertyTypeString, "string"),
    ConstantText(kSecPropertyTypeURL, "url"),
    ConstantText(kSecPropertyTypeDate, "date"),
    ConstantText(kSecPropertyTypeArray, "array"),
    ConstantText(kSecPropertyTypeNumber, "number"),
]
