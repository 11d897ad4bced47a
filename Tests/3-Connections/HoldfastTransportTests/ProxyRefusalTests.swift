import HoldfastConnection
import HoldfastHTTP
import HoldfastStatements
import Testing

@testable import HoldfastTransport

/// What a dialogue with a proxy ends with, as errors.
@Suite struct ProxyRefusalTests {
    private static func proxy(_ kind: ProxyTarget.Kind, hasLogin: Bool = false) -> ProxyTarget {
        var proxy = ProxyTarget(kind: kind, host: "proxy.test", port: 3128)
        proxy.hasLogin = hasLogin
        return proxy
    }

    @Test("a refusal of HTTP has the answer, and says whether a login is missing, wrong, or of a kind that isn't known")
    func http() {
        let fields: [HTTPField] = ["Proxy-Authenticate: Basic realm=x"]
        for (status, hasLogin, wasTold, sentence, advice) in [
            (403, true, false, ProxySentence.refusedTunnel(proxy: "proxy.test", port: 3128, status: 403), .askOperator),
            (407, false, false, .refusedTunnel(proxy: "proxy.test", port: 3128, status: 407), .nameUser),
            (407, true, false, .refusedTunnel(proxy: "proxy.test", port: 3128, status: 407), .askForOtherScheme),
            (407, true, true, .refusedLogin(proxy: "proxy.test", port: 3128, status: 407), .checkBoth),
            (401, true, true, .refusedLogin(proxy: "proxy.test", port: 3128, status: 401), .checkBoth),
            (401, true, false, .refusedTunnel(proxy: "proxy.test", port: 3128, status: 401), .askOperator),
        ] as [(Int, Bool, Bool, ProxySentence, ProxyAdvice)] {
            let error = Self.proxy(.http, hasLogin: hasLogin).error(
                .refused(ResponseHead(status: status, fields: fields)), wasTold: wasTold)
            #expect(error?.code == .proxyRefused && error?.phase == .connect)
            #expect(error?.statement == sentence.statement, "\(status) \(hasLogin) \(wasTold)")
            #expect(error?.adviceStatement == advice.statement, "\(status) \(hasLogin) \(wasTold)")
            #expect(error?.proxyAnswer?.status == status && error?.proxyAnswer?.fields == fields)
        }
    }

    /// RFC 1928 §3 and §6, RFC 1929 §2.
    @Test("a refusal of SOCKS has its reason")
    func socks() {
        for (fault, reason) in [
            (.socks5(.notAllowed), .rules), (.socks5(.hostUnreachable), .serverNotFound),
            (.socks5(.networkUnreachable), .noWay), (.socks5(.connectionRefused), .nothingListens),
            (.socks5(.generalFailure), nil), (.socks5(.unassigned(9)), nil), (.otherVersion(4), nil),
            (.closed(hasBegun: true), nil), (.socks4(.rejected), nil),
        ] as [(ProxyFault, ProxySentence.SOCKSReason?)] {
            let error = Self.proxy(.socks5).error(fault, wasTold: false)
            #expect(error?.code == .proxyRefused)
            #expect(
                error?.statement == ProxySentence.socksRefused(proxy: "proxy.test", port: 3128, reason).statement,
                "\(fault)")
            #expect(error?.adviceStatement == ProxyAdvice.askOperator.statement)
        }
        for fault in [.loginRefused(status: 1), .noMethod, .unofferedMethod(2)] as [ProxyFault] {
            for hasLogin in [false, true] {
                let error = Self.proxy(.socks5, hasLogin: hasLogin).error(fault, wasTold: hasLogin)
                let sentence = ProxySentence.socksRefused(
                    proxy: "proxy.test", port: 3128, hasLogin ? .login : .noLogin)
                #expect(error?.statement == sentence.statement)
                #expect(
                    error?.adviceStatement == (hasLogin ? ProxyAdvice.checkBoth : ProxyAdvice.nameUser).statement)
            }
        }
    }

    @Test("what is too long is said, and of a connection that broke nothing of the proxy's")
    func others() {
        #expect(Self.proxy(.http).error(.longHead(limit: 9), wasTold: false)?.code == .headersTooLarge)
        for fault in [.closed(hasBegun: false), .otherProtocol] as [ProxyFault] {
            #expect(Self.proxy(.https).error(fault, wasTold: false) == nil)
        }
    }

    @Test("the protocol's fields, and its login")
    func language() {
        var proxy = Self.proxy(.http)
        proxy.fields = ["A: b"]
        #expect(proxy.language(["C: d"]) == .http(["A: b", "C: d"]))
        var socks = Self.proxy(.socks5)
        #expect(socks.language() == .socks5(nil))
        (socks.user, socks.password) = ("me", "secret")
        #expect(socks.language() == .socks5(SOCKSLogin(user: "me", password: "secret")))
    }
}
