import HoldfastConnection
import HoldfastHTTP

extension ProxyTarget {
    /// The protocol that is spoken with it, within TLS or not.
    ///
    /// - Parameter answers: fields of the first request beside ``fields``.
    func language(_ answers: [HTTPField] = []) -> ProxyProtocol {
        switch kind {
        case .http, .https: .http(fields + answers)
        case .socks5: .socks5(user.map { SOCKSLogin(user: $0, password: password ?? "") })
        }
    }

    /// The error that a proxy's dialogue ends with; nil where the connection broke, or what came over it was wrong, and
    /// nothing more is to be said than of any other connection.
    ///
    /// - Parameter wasTold: whether the proxy was told who asks.
    func error(_ fault: ProxyFault, wasTold: Bool) -> TransportError? {
        switch fault {
        case .refused(let head): refusal(head.status, head.fields, wasTold: wasTold)
        case .asksWithoutEnd: refusal(407, [], wasTold: wasTold)
        case .longHead(let limit), .longContent(let limit):
            TransportError(
                .transfer, .headersTooLarge, TransferSentence.headerTooLong(limit: limit),
                advice: TransferAdvice.seeFields)
        case .otherProtocol, .malformed: nil
        case .closed: kind == .socks5 ? refusal(nil) : nil
        case .unusableLogin, .loginRefused, .noMethod, .unofferedMethod:
            refusal(hasLogin ? .login : .noLogin, advice: hasLogin ? .checkBoth : .nameUser)
        case .socks5(.notAllowed): refusal(.rules)
        case .socks5(.hostUnreachable): refusal(.serverNotFound)
        case .socks5(.networkUnreachable): refusal(.noWay)
        case .socks5(.connectionRefused): refusal(.nothingListens)
        case .socks5, .socks4, .otherVersion, .unknownAddressKind, .unusableName, .unusableKind: refusal(nil)
        }
    }

    /// The refusal of a proxy of HTTP in words: of a login that it was told, of one that it was not, or of the tunnel.
    func refusal(_ status: Int, _ answer: [HTTPField], wasTold: Bool) -> TransportError {
        var error: TransportError
        // RFC 9110 §15.5.8 has 407; some say of a wrong login what servers say (§15.5.2).
        if wasTold, status == 407 || status == 401 {
            error = TransportError(
                .connect, .proxyRefused, ProxySentence.refusedLogin(proxy: host, port: port, status: status),
                advice: ProxyAdvice.checkBoth)
        } else {
            let advice: ProxyAdvice =
                if status != 407 {
                    .askOperator
                } else if hasLogin {
                    .askForOtherScheme
                } else {
                    .nameUser
                }
            error = TransportError(
                .connect, .proxyRefused, ProxySentence.refusedTunnel(proxy: host, port: port, status: status),
                advice: advice)
        }
        error.proxyAnswer = ProxyAnswer(status: status, fields: answer)
        return error
    }

    /// The refusal of a proxy of SOCKS in words.
    func refusal(_ reason: ProxySentence.SOCKSReason?, advice: ProxyAdvice = .askOperator) -> TransportError {
        TransportError(
            .connect, .proxyRefused, ProxySentence.socksRefused(proxy: host, port: port, reason), advice: advice)
    }
}
