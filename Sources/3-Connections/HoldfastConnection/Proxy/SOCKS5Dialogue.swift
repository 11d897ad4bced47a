import HoldfastX509

/// CONNECT of SOCKS 5 (RFC 1928), with user and password (RFC 1929) where there are some and the proxy wants them.
struct SOCKS5Dialogue: ProxyDialogue {
    private enum Stage { case method, login, reply }

    private(set) var state = ProxyState.waits
    private let target: TunnelTarget
    private let login: SOCKSLogin?
    private var stage = Stage.method
    private var output: [UInt8] = []
    private var buffer: [UInt8] = []

    init(to target: TunnelTarget, _ login: SOCKSLogin?) {
        (self.target, self.login) = (target, login)
        if let login, !(1...255).contains(login.user.utf8.count) || !(1...255).contains(login.password.utf8.count) {
            state = .failed(.unusableLogin)
        } else if target.address == nil, !(1...255).contains(target.host.utf8.count) {
            state = .failed(.unusableName)
        } else {
            // VER, the number of methods, and those: none, and user with password (§3).
            output = login == nil ? [5, 1, 0] : [5, 2, 0, 2]
        }
    }

    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    mutating func receive(_ octets: ArraySlice<UInt8>) {
        guard case .waits = state else { return }
        buffer += octets
        do throws(ProxyFault) {
            while try step() {}
        } catch {
            state = .failed(error)
        }
    }

    mutating func receiveEnd() {
        if case .waits = state { state = .failed(.closed(hasBegun: !buffer.isEmpty)) }
    }

    /// Reads one message, and says whether another one may follow.
    private mutating func step() throws(ProxyFault) -> Bool {
        switch stage {
        case .method:
            guard let method = try answer() else { return false }
            try take(method: method)
        case .login:
            // §2 of RFC 1929 has its own version in front, 1; some repeat the protocol's, and mean the same.
            guard buffer.count >= 2 else { return false }
            guard buffer[1] == 0 else { throw .loginRefused(status: buffer[1]) }
            buffer.removeFirst(2)
            ask()
        case .reply: return try reply()
        }
        return true
    }

    /// Takes a version and one octet off the front; nil while they are not all there.
    private mutating func answer() throws(ProxyFault) -> UInt8? {
        guard let version = buffer.first else { return nil }
        guard version == 5 else { throw .otherVersion(version) }
        guard buffer.count >= 2 else { return nil }
        defer { buffer.removeFirst(2) }
        return buffer[1]
    }

    private mutating func take(method: UInt8) throws(ProxyFault) {
        switch (method, login) {
        case (0, _): ask()
        case (2, let login?):
            stage = .login
            let (user, password) = (Array(login.user.utf8), Array(login.password.utf8))
            output += [1, UInt8(user.count)] + user + [UInt8(password.count)] + password
        case (0xFF, _): throw .noMethod
        default: throw .unofferedMethod(method)
        }
    }

    /// Asks for the connection: VER, CMD CONNECT, RSV, the address, the port (RFC 1928 §4 and §5).
    private mutating func ask() {
        stage = .reply
        let place: [UInt8]
        if let address = target.address {
            place = [address.bytes.count == 4 ? 1 : 4] + address.bytes
        } else {
            let name = Array(target.host.utf8)
            place = [3, UInt8(name.count)] + name
        }
        output += [5, 1, 0] + place + target.portOctets
    }

    /// Reads the reply (RFC 1928 §6). Of one that refuses no more is waited for than says so: some break off there.
    private mutating func reply() throws(ProxyFault) -> Bool {
        guard let version = buffer.first else { return false }
        guard version == 5 else { throw .otherVersion(version) }
        guard buffer.count >= 2 else { return false }
        guard buffer[1] == 0 else { throw .socks5(SOCKS5Reply(buffer[1])) }
        guard buffer.count >= 5 else { return false }
        let length =
            switch buffer[3] {
            case 1: 4
            case 3: 1 + Int(buffer[4])
            case 4: 16
            default: throw ProxyFault.unknownAddressKind(buffer[3])
            }
        guard buffer.count >= 4 + length + 2 else { return false }
        state = .open(head: nil, rest: Array(buffer[(4 + length + 2)...]))
        (buffer, output) = ([], [])
        return false
    }
}
