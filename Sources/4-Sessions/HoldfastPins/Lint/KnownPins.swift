import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// Hashes that are known not to be those of anybody's server, or not to be so any more.
enum KnownPins {
    /// Whether a pin is the hash of no bytes at all, which its algorithm gives for a command without input.
    static func isOfNothing(_ pin: Pin) -> Bool {
        switch pin.algorithm {
        case .sha256: pin.digest == Digest.sha256([])
        case .sha384: pin.digest == Digest.sha384([])
        case .sha512: pin.digest == Digest.sha512([])
        }
    }

    /// The algorithm of the key where a pin is the hash of a SubjectPublicKeyInfo whose BIT STRING is empty; nil for
    /// other pins.
    static func emptyKey(_ pin: Pin) -> String? {
        emptyKeys[pin.digest]
    }

    private static let emptyKeys: [[UInt8]: String] = {
        // SEQUENCE { algorithm, BIT STRING of nothing }; the latter with and without its octet of unused bits.
        var algorithms = NamedCurve.allCases.map { curve in
            (curve.rawValue, AlgorithmIdentifier(algorithm: .ecPublicKey, parameters: curve.identifier.der))
        }
        algorithms.append(("RSA", AlgorithmIdentifier(algorithm: .rsaEncryption, parameters: [0x05, 0x00])))
        algorithms.append(("Ed25519", AlgorithmIdentifier(algorithm: .ed25519)))
        var found: [[UInt8]: String] = [:]
        for (name, algorithm) in algorithms {
            for bits: [UInt8] in [[0x03, 0x01, 0x00], [0x03, 0x00]] {
                let info = [0x30, UInt8(algorithm.bytes.count + bits.count)] + algorithm.bytes + bits
                for digest in [Digest.sha256(info), Digest.sha384(info), Digest.sha512(info)] { found[digest] = name }
            }
        }
        return found
    }()

    /// Whether a pin holds the place of a real one: its bytes are all the same or count up, or one letter repeats in
    /// its Base64 (`AAAA…=`, `BBBB…=`).
    static func isPlaceholder(_ pin: Pin) -> Bool {
        if Set(pin.digest).count == 1 { return true }
        // The last character before the padding holds fewer bits, and so may differ.
        let letters = pin.base64.prefix { $0 != "=" }.dropLast()
        return Set(letters).count == 1 || isCounting(pin.digest)
    }

    private static func isCounting(_ digest: [UInt8]) -> Bool {
        zip(digest, digest.dropFirst()).allSatisfy { $1 == $0 &+ 1 }
    }

    /// Documentation that shows pins as examples.
    enum Sample: Hashable, Sendable {
        case okHttp, trustKit, android, curl, mdn, rfc7469
        /// The hash of a word, in RFC 7469.
        case hello
    }

    /// The documentation that shows a pin as an example; nil for others.
    static func sample(_ pin: Pin) -> Sample? { samples[String(pin.base64)] }

    private static let samples: [String: Sample] = [
        "afwiKY3RxoMmLkuRW1l7QsPZTJPwDS2pdDROQjXw8ig=": .okHttp,
        "HXXQgxueCIU5TTLHob/bPbwcKOKw6DkfsTWYHbxbqTY=": .trustKit,
        "0SDf3cRToyZJaMsoS17oF72VMavLxj/N7WBNasNuiR8=": .trustKit,
        "TQEtdMbmwFgYUifM4LDF+xgEtd0z69mPGmkp014d6ZY=": .trustKit,
        "rFjc3wG7lTZe43zeYTvPq8k4xdDEutCmIhI5dn4oCeE=": .trustKit,
        "7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=": .android,
        "fwza0LRMXouZHRC8Ei+4PyuldPDcf3UKgO/04cDM1oE=": .android,
        "YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE=": .curl,
        "t62CeU2tQiqkexU74Gxa2eg7fRbEgoChTociMee9wno=": .curl,
        "cUPcTAZWKaASuYWhhneDttWpY3oBAkE3h2+soZS7sWs=": .mdn,
        "M8HztCzM3elUxkcjR2S5P4hhyBNf6lHkmjAHKhpGPWE=": .mdn,
        "d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=": .rfc7469,
        "E9CZ9INDbd+2eRQozYqqbQ2yXLVKB9+xcprMF+44U1g=": .rfc7469,
        "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=": .hello,
    ]

    /// The retired key that a pin is of, and what became of it; nil for others.
    static func retired(_ pin: Pin) -> Retirement? { retirements[String(pin.base64)] }

    /// The end of an authority's key, with its name and the year.
    enum Retirement: Hashable, Sendable {
        case ended(String, Int)
        case neverUsed(String, Int)
        case stoppedIssuing(String, Int)
        /// Browsers gave it up.
        case givenUp(String, Int)
    }

    /// Keys that were pinned by many; none of them has issued since the year that is named.
    private static let retirements: [String: Retirement] = [
        "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=": .ended("Let's Encrypt Authority X3", 2021),
        "sRHdihwgkaib1P1gxX8HFszlD+7/gTfNvuAybgLPNis=":
            .neverUsed("Let's Encrypt Authority X4", 2021),
        "jQJTbIh0grw0/1TkHSumWb+Fs0Ggogr621gT3PvPKG0=": .stoppedIssuing("Let's Encrypt R3", 2024),
        "J2/oqMTsdhFWW/n85tys6b4yDBtb6idZayIEBx7QTxA=": .stoppedIssuing("Let's Encrypt E1", 2024),
        "Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=": .ended("DST Root CA X3", 2021),
        "lCppFqbkrlJ3EcVFAkeip0+44VaoJUymbnOaEUk7tEU=": .ended("AddTrust External CA Root", 2020),
        "h6801m+z8v3zbgkRHpq6L29Esgfzhj89C1SyUCOQmqU=": .givenUp("GeoTrust Global CA", 2018),
        "5kJvNEMw0KjrCAu7eXY5HZdvyCS13BbA0VJG1RSP91w=": .ended("DigiCert SHA2 Secure Server CA", 2023),
    ]
}
