import HoldfastStatements
import HoldfastX509

/// The advice on each reason for not knowing whether a certificate was revoked.
extension RevocationProblem {
    /// The advice on it.
    ///
    /// - Parameters:
    ///   - certificate: the one whose status is not known.
    ///   - isClockBehind: whether this machine's clock is known to be behind, by what else is at hand.
    func advice(about certificate: Certificate, isClockBehind: Bool) -> any Sentence {
        switch self {
        case .list(let problem): problem.advice(about: certificate, isClockBehind)
        case .response(let problem): problem.advice(about: certificate, isClockBehind)
        case .fetch(let place, _): RevocationAdvice.reachPlace(place)
        }
    }
}

extension CRLProblem {
    fileprivate func advice(about certificate: Certificate, _ isClockBehind: Bool) -> RevocationAdvice {
        switch self {
        case .noList: .supplyEvidence
        case .malformed: .supplyReadable
        case .reasonsLeft: .supplyOtherReasons
        case .scope(let mismatch, _): mismatch.advice
        case .point: certificate.pointText.map(RevocationAdvice.supplyListOfPoint) ?? .supplyListWithoutPoint
        case .content(let problem, _): problem.advice(isClockBehind)
        case .signer(let problem, let list): problem.advice(issuer: list.issuer)
        case .overBudget: .supplyLess
        case .unheard: .askWhetherRevoked
        }
    }
}

extension CRLScope.Mismatch {
    fileprivate var advice: RevocationAdvice {
        switch self {
        case .notIndirect: .supplyIndirectList
        case .onlyUsers: .supplyListOfAuthorities
        case .onlyAuthorities: .supplyListOfUsers
        case .onlyVersion3: .issueVersion3
        case .onlyAttributes: .supplyListOfCertificates
        case .noReasonLeft: .supplyOtherReasons
        }
    }
}

extension CRLContentProblem {
    fileprivate func advice(_ isClockBehind: Bool) -> RevocationAdvice {
        switch self {
        case .unknownCriticalExtension: .leaveOutExtension
        case .algorithmMismatch, .criticalNumber, .repeatedExtension, .extensionsInVersion1, .foreignEntries,
            .entriesOfNobody, .emptyScope, .removalInCompleteList:
            .mendList
        case .notYetIssued(_, let wait): isClockBehind ? .setClock : .compareClocks(ahead: wait)
        case .outdated: .supplyNewest
        case .noNextUpdate, .noNumber: .completeLists
        case .deltaWithoutBase: .supplyBase
        case .weakSignature: .signStronger
        case .signer(let doubt): doubt.advice
        }
    }
}

extension CRLSigner.Problem {
    fileprivate func advice(issuer: DistinguishedName) -> RevocationAdvice {
        switch self {
        case .notFound: .supplySigner(issuer: issuer.description)
        case .badSignature: .supplyAnew
        case .otherKey(let identifier, _): .supplySignerOfKey(identifier: identifier)
        case .unsupported: .signWithKnown
        case .keyUsage: .letSignerSign
        case .signer(let fault): fault.advice
        }
    }
}

extension SignerDoubt {
    /// The advice on whoever signs a list.
    fileprivate var advice: RevocationAdvice {
        switch self {
        case .expired: .renewSigner
        case .statusUnknown: .supplySignerStatus
        case .weak, .unsupported: .strengthenSigner
        case .noKeyUsage: .letSignerSign
        }
    }
}

extension SignerFault {
    fileprivate var advice: RevocationAdvice {
        switch self {
        case .path: .repairSigner
        case .expired: .renewSigner
        case .revoked: .replaceSigner
        }
    }
}

extension OCSPProblem {
    fileprivate func advice(about certificate: Certificate, _ isClockBehind: Bool) -> any Sentence {
        switch self {
        case .noAnswer(nil): ResponseAdvice.askAboutThis
        case .noAnswer(let near?): near.difference.advice
        case .malformed: RevocationAdvice.supplyReadable
        case .unsuccessful(let status, _): status.advice
        case .empty: ResponseAdvice.mend
        case .content(let problem, _): problem.advice(isClockBehind)
        case .signer(let problem, _): problem.advice
        case .overBudget: RevocationAdvice.supplyLess
        case .unheard: RevocationAdvice.askWhetherRevoked
        }
    }
}

extension OCSPNearAnswer.Difference {
    fileprivate var advice: ResponseAdvice {
        switch self {
        case .serialNumber(_, let wanted): .askForSerialNumber(wanted)
        case .nameHash: .askByNameAsWritten
        case .keyHash: .askByKeyOfIssuer
        case .digest: .askBySHA1
        }
    }
}

extension OCSPResponse.Status {
    fileprivate var advice: ResponseAdvice {
        switch self {
        case .malformedRequest: .askRightly
        case .internalError, .tryLater: .askLater
        case .sigRequired: .askSigned
        case .unauthorized: .askNamedResponder
        default: .mend
        }
    }
}

extension OCSPContentProblem {
    fileprivate func advice(_ isClockBehind: Bool) -> any Sentence {
        switch self {
        case .unknownCriticalExtension, .fraction: ResponseAdvice.mend
        case .notYetProduced(_, let wait), .notYetRight(_, let wait):
            isClockBehind ? RevocationAdvice.setClock : RevocationAdvice.compareClocks(ahead: wait)
        case .outdated: ResponseAdvice.supplyNewest
        case .signedTooEarly: ResponseAdvice.setItsClock
        case .noNextUpdate: ResponseAdvice.sayNextUpdate
        case .unknown: ResponseAdvice.askWhetherIssued
        case .identifier: ResponseAdvice.askBySHA1
        case .weakSignature: RevocationAdvice.signStronger
        case .signer(.expired): ResponseAdvice.renew
        case .signer(.statusUnknown): ResponseAdvice.nameSignerStatus
        case .signer(let doubt): doubt.advice
        }
    }
}

extension OCSPSigner.Problem {
    fileprivate var advice: any Sentence {
        switch self {
        case .notFound: ResponseAdvice.sendCertificate
        case .unsupported: RevocationAdvice.signWithKnown
        case .badSignature: ResponseAdvice.getAnew
        case .notDesignated: ResponseAdvice.designate
        case .usage: ResponseAdvice.designateForSigning
        case .keyUsage: ResponseAdvice.letSign
        case .itself: ResponseAdvice.askAnother
        case .signer(.expired): ResponseAdvice.renew
        case .signer(let fault): fault.advice
        }
    }
}
