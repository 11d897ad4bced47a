import HoldfastAuthority
import HoldfastCrypto

/// Private keys that everybody who reads this file has: servers of the catalogue use them, authorities never.
///
/// Making an RSA key of 4,096 bits takes two seconds, and one of 2,048 a good part of one; a certificate of a server of
/// `holdfast.test` loses nothing by a key that is known. Never use them for anything else.
enum RecordedKeys {
    /// An RSA key of 2,048 bits.
    static func rsa2048() throws(TestBedError) -> PrivateKey { try read(base64RSA2048) }

    /// An RSA key of 4,096 bits.
    static func rsa4096() throws(TestBedError) -> PrivateKey { try read(base64RSA4096) }

    private static func read(_ base64: String) throws(TestBedError) -> PrivateKey {
        let label = "PRIVATE KEY-----"
        do throws(CryptoError) {
            return try PrivateKey(pem: "-----BEGIN \(label)\n\(base64)\n-----END \(label)\n")
        } catch {
            throw .authority(.crypto(error))
        }
    }

    /// PKCS #8, made by `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048`.
    private static let base64RSA2048 = """
        MIIEvwIBADANBgkqhkiG9w0BAQEFAASCBKkwggSlAgEAAoIBAQCruit/hCwuVIMs
        U7+q2xdvUjEufNdp82KAnXZIb4t3vcs4NfP0CPTQ1qDV739yW+diISKqvMTFVm26
        T/TLVQKllHQQ0FMHkPFRDF2T7r2U8XxIH3NzmY8k7a22VGB1nY1wOEf1H/TtV481
        Hsf4hD1cd9E3+QjqRz88qLZtaHTcJod3YD/TQKaQ7G39bGocScdDui4aW47EtaTo
        i4BIexNkch2IODeXLFunDZq618lPXvN/u2MwD2jIJK2/ynRJMnf7Q41wnrTzavEo
        sT6ZgHaDsjAds+D5b/dbh5lBqRMwi8Bg4vi+ABx41Pb47GCXv93IYw9cNumi/2aB
        cCNo9em3AgMBAAECggEADTAh8QwMfI5e+IOB/7QNq63rOv+5Z1iaovf0woFWe56m
        wa1bC824R2WEOonHBthJ/749tFEE54bIrHtBeHAR4PdypmvpRHZ8IdZKRXcbNhoJ
        ilxn+GO9m39pTMxUEBRGbWzVEd0faS7FP7Yac1psf/JvrdXBOoS4NYdbYzGXb+Sh
        HqTMrVM1TBuR7zZy4ySZSaFstuVJJmQu3DHFncKavW4OdyE/qU0gbJBdWYGjFKaO
        WlfewUQzpsfdcf7ZBAapZquq8yFq8RmNxBb1qWB4cLCY5ZjmGIHodgh83i3TPg9l
        TUrRAHbJ2WpkRRLb9J51GbTiInL2DktWkwkNi3QpQQKBgQDuwgcFL30wuS3uajUl
        JzigOVMQkdTCyzVGBKxi2N9h25W3L/+sBaRomm2jRPFdWzagVaWeLAwv1QBPLts4
        gSqbhgw7USEMRXf7YaMhw9GKTNatV05kznQJTn5WeJD4sCPkIx7BonfZ3tTae7Er
        z8eSost45ZeHkhF0ONZvdJoG4QKBgQC4IO4+wN0debPqmsZygGkTMSAKV1c8gLuQ
        XKRgWKg7RfwX9AhjJ31iNBs3GSzWwQ6wZ117tpltzHV8iEXN0bYZu4HOMPgv88Ky
        WYHkdb8bW3pUh4neXb8ZCMQkLqKI4ghen1FzUQ1bKJyV+vYUgkPKWaCMRgrVadH6
        TRhtYUY7lwKBgQDa37Yt08YRV4E60dRcdeMcRtDWHMoNtNnmkTwy9Zt6iyFpqK/a
        U+XPGtqtVPNrYMXoH/vOz5RwePRqoorG9upHXpByBEKmjDycj3pL5sZ94Ujf6Wxt
        TzHiojmBLc/Am0Cb0HJOkpEKgpNgowndHwJWc7TR5K+P0aD8iWpTDHJzIQKBgQCr
        AhKjf7YdAQJDOrpib7anF3H9iL7Bt4H8Ar67qLueSVJn4MLFbFC8G07Hbn9BeQ4u
        ceHV23JGEqVvIpVKIaIx5f8ZxEtNJeTGhfDogR8bxmsoBLXcK08nbgfU3ucfoGZL
        k0YvhrCT4HUFqo5P3+gcD//XJ9o5+U0GXgH43GZBQwKBgQCD6a0dhzlmVunfVudh
        2iJVuEJuMbllkvXiaR8+mbgpOr6r6Id2tjfeF7amlHwnB/KsDwwdOSFCtlVSeS4i
        Zlu2p37x3ZK1t2aCVtNDEZKJePK5smQfh7FX08shBTgRUD0xUdH6Z4ZUiEvjqKJv
        67YCHdCK6gPOLCINhUwDVVDifQ==
        """

    /// PKCS #8, made by `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:4096`.
    private static let base64RSA4096 = """
        MIIJQgIBADANBgkqhkiG9w0BAQEFAASCCSwwggkoAgEAAoICAQCoeWI99sodFeuw
        LKVqKsBNC4q1vQGS7fOoKTfhcDtQpc8NkvMPlGM0exhToZ1eaitwLqxumaJMxB1s
        fJ8nxxTWSEiWac31RNNQrJwj/tp6uFMVfsQXUoRwficnQ7Cg36sYrvCsD6fUy+ld
        FQcpSRoqFBAZhdbz0rvtCaSTT+4ESRlEzfjW07UnKTuzr0L4r2MzZpNj/SuNQVhV
        ytmFwbrIy/Tp02PV1x1n9M/LyP6+xGRi548f6e3bekI1+jOolfNVeC0BMGd9137r
        QWp4Rksc6XH9DzlJ2Xb3Z7F12VMnUGJr82hf6Vx8Ll/1NJeoKSWkXuL+1xOd/joj
        Z7g1DqlHmNwPpxGp9T8jIonZjc8JVfT57YT3Q6V8bRjehFK58/5wHjLp0UPt5N7M
        IiC06GHgjBLAUofvd+avI/+QQv7Mlf3QgJzgkqCI/nGZelF864YqMEyIFJTRR9/H
        ie2iFlPV/8Vb0O4UMRzBbCaEpNHCP19Byt/RoADERg0SHtpBuJqJ+2mFyb+qZ9V2
        4XyYVXow5yrtZQ3RjShaDNpd+uOmrA5LTjTbcczLisGxRUYA7EKFLCZtxSPTJoZr
        ST8R6mp+h1P3ocWzOeUV+ugRNOiKj8lpiFmNxsgIzJOwUETlslEGUn4LyxD61pp+
        EkXWuowJ+wbdRCbwL3MHdZM96p8FywIDAQABAoICABnpPVZZYAF0LyET5Mb810Gi
        Pk2wSY8vALQCzuDh0YWYUs18JdzmDhHywq2OJDVyr8abrxJ9l4wl936JdjL4d/hy
        +pMDp9UKplN4kLUqi7CnK8QZEJCjtNHWXTA5RW+gpuBve32DFOVyDSyvQMA1SYxi
        NI2wW3x5k0SkIIc1ml5XXccKxLRJsElbGp8KnArCcsfjhVSyCeI6RBtBzQ2424Dp
        eXwC8o5ffNrRuKnXenKdovDhO06FvHruhUNm/U327gtdpdJSfwBIRfFpyLXB3eiO
        8OSiVEXK5/SqIo2FBLh9sP14XLuvmPVSbpi4Y4DN/0eV/mSCcLZydL+gQqEKZbdo
        2Mi5pOeLfl0mQy3ja2ZlKj28WEaIKJSX/4QEQPkPZRxx34rDSw3U1BBBvi9FR/bW
        xV//dwU7TKW4zGu/E9NO/Vzsn/xn1uG5BF8pA2gjcDMcaQ7hWNd6IGRi240psetb
        4U220l6hgykCLSaa7Vwczam4j2Fx+7zAEEA/+/fREZTWyoRqBrUcHJM/4s5Vb6OY
        nhxHlXSRpLPu3mUuohI+qVJf5qyPfusG89hatN6bNzE2VW++Ncb2lkhdVd6sJ2lx
        gXXkzYTS2RCctiC+eIHmYDuHu311SpAQ6iy+Flj34Xe4Ie+mucLE9fJl2r6ef/8R
        mFz8Isj1bs7I61nDSnrpAoIBAQDYLfVffAh+Azv583IOQ4q7E/l7nvY95WoVpxbG
        POpLsOOvr0fDRXCx7Qk6r184Tvaygt0sxAJfkL5yoti+fF1942e8fHREF0WF6QeX
        houZKUU1QOp5RQna7Fo3lb+mYXK2+sluv1oLm9wSftd38Y5wwJcSGYJHvnHeHyeE
        tpx5h++Gg+ktkFPr5BKKZFIlVFdNvDwIF9FwVPq1cKu8AyZEgI8C6rsdq89ubBSI
        15ZvuXUY7Z6r2RiyhogBKEyXRKfCIsjGPnSX3OzDEfGWrd0mEI5EYgI97VZkISZ1
        q3uOlJIaKqH0//qChYeXTwFcE9WdG8IhLEwVU/aSljetEPkZAoIBAQDHgdt8FDxB
        yTobAP8IjCwcQNgMDUXG2VyahJzQGvwBfyRzzB2e21J+v2UQJQacmawz5cob7FEa
        xukMo6cPSGb4sa6zNrwJKq30csYYN0Y7QTWUJAdNoD6ensMfa/YQUimiwofqlLBf
        CRR0gmkK/uHbJZF1LNEEpNkL2TwCe1MiKNd6kHjftyAPhsl588jEJKfMxPXEl4QD
        2jpcKqts7hE37jjQtFeQra1Kf6nnVe/cwtuj3DfjOAfrtQp3xJUX3dU5HIY1Ioz9
        Sj9ydjiyOUvmZd7it5m81/hhWvCOnl2mkDU+MFgarntz5nMm4VWshxLJzGkO2B9k
        Oef9b+HxZ76DAoIBAQC7mA4xIOohp97ZBVf5ZsUxmKDLlOMsTTOkvI13046hxkue
        viUxH8YusHps0Zh4vZU4zXTvDtzcXzfVNNmPW06qGrd/iiQ+nk83aEOtSxVDANxM
        3RtbxvxJXQbg63MXB8NLZA9+qlCSeFseNbH3JMgtsgKmszop1ersDO73LJxWng7O
        FRQ49ODOd+la7LmYKTtleq5Be6HEsAmrf62Xhsgjc8gmiNl9YwWrVeDv6t1h8Hbb
        /f/OMqNK8JF/J6BnOC23uwWteq8kxZMzqBOUZSXejUlXsBEv+hAY7ed4/ylGTkkG
        qe5HNAcIUqWaOPX+GDwrjNYGgXE4pNb416BS78KpAoIBAGAbs3MTgG+kk4Q8t58T
        f5BgwHMV1b5UKaMaLTynMy05ZYMPGlnTh+sdIn9jhsrb0LPzh6hp8Cw5FD2NfMYE
        9+3oEqOsw2qbD8/JlppFzmRvJnNl48rGXkQlcRPq+0+jdQE+OyGLXWd6xUrXI+kz
        HfRnJapP26UkEJb/oEQFyueSyzL08/W5jw1LvjUsdlPe4KLpYwfAgc0lTKXnvEsu
        aEcMUHxh1CkTMX7I/z09Dd7IU+ydAqNH87Ddttw5bCViLPxlPFXOfiLqqKPoRam9
        pk2oV3XaQopRdAraNzZNHgpGQA/kVB0OXtRXeLOLK62AKFHkUdvfy0eKCbLyOeME
        OicCggEACat7Z15Xrdo25PAVmgAlyQ6bSuS5ORfiR2f1v7UEr2jM+sKJhfVF2qQi
        LG98O7SDim5gZbRYNBTgV1RRdrW7n7VIr07TPqowkwTaAaZhPQAcRA77+XZsLGSZ
        bRahP9JAOWSg+9ch7RCHSgXlOe8cR7ZS1T0oGOqj1lGBq6VOOX5Ni78qrCVfhy27
        ThnV0HDcFiX5hCzZy4WfeROu+gMZT3GAF/mjOEDrOznvS9eZXGEaUrU5B4PqxBr+
        NopQkvRVzzQTIZWxfCa4emEVozJVrZ5cYh15Z8vTX3yQV4Q24j68VfqPeX9NPMPR
        IyBRvkwCjpF44Pp590hFre3Wbcej9w==
        """
}
