import CCurl
import CCurlShims
import HoldfastHTTP
import HoldfastLibC
import HoldfastSystem
import HoldfastX509

/// The one owner of a libcurl easy handle and of the lists it was given.
@safe final class EasyHandle {
    /// For the calls of this folder; NULL is not possible.
    let pointer: UnsafeMutableRawPointer
    private var lists: [(option: CURLoption, head: UnsafeMutablePointer<curl_slist>)]
    /// The place that the handle's URL leads to; nil before it was given one.
    private var place: Place?
    /// The buffer in which libcurl writes what went wrong.
    private let errorBuffer: UnsafeMutablePointer<CChar>

    init() throws(TransportError) {
        guard let pointer = unsafe curl_easy_init() else { throw .outOfMemory(.easyHandle) }
        unsafe self.pointer = unsafe pointer
        unsafe lists = []
        unsafe errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        let code = unsafe shim_curl_easy_setopt_pointer(pointer, CURLOPT_ERRORBUFFER, errorBuffer)
        try check(code, CURLOPT_ERRORBUFFER)
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe errorBuffer.deallocate()
        unsafe lists.forEach { unsafe curl_slist_free_all($0.head) }
    }

    /// Forgets what libcurl said about the transfer before. All options stay as they are.
    func beginAgain() { unsafe errorBuffer.pointee = 0 }

    /// Every option here decides about safety or meaning: one that is not accepted ends the attempt.
    func check(_ code: CURLcode, _ option: CURLoption) throws(TransportError) {
        guard code != CURLE_OK else { return }
        throw TransportError(
            .internal, .libcurlOption, MachineSentence.option(number: option.rawValue, library: code.text),
            advice: MachineAdvice.installLibcurl)
    }

    func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
        try unsafe check(shim_curl_easy_setopt_long(pointer, option, value), option)
    }

    func set(_ option: CURLoption, offset value: Int) throws(TransportError) {
        try unsafe check(shim_curl_easy_setopt_offset(pointer, option, curl_off_t(value)), option)
    }

    func set(_ option: CURLoption, _ value: String?) throws(TransportError) {
        // A NUL would end the text early, and libcurl would act on another one than was checked.
        guard let value else { return try unsafe check(shim_curl_easy_setopt_string(pointer, option, nil), option) }
        guard !value.utf8.contains(0) else { return try check(CURLE_BAD_FUNCTION_ARGUMENT, option) }
        let code = unsafe value.withCString { unsafe shim_curl_easy_setopt_string(pointer, option, $0) }
        try check(code, option)
    }

    /// The place that a request goes to.
    struct Place: Hashable {
        let isPlain: Bool
        let host: String
        let port: UInt16
        let target: String
    }

    /// Sets the URL, where it is another one than the handle has.
    func setURL(_ place: Place) throws(TransportError) {
        guard place != self.place else { return }
        let scheme = place.isPlain ? "http" : "https"
        self.place = nil
        try set(CURLOPT_URL, "\(scheme)://\(URLParts.literal(place.host)):\(place.port)\(place.target)")
        self.place = place
    }

    /// Takes the place of the list that the option had.
    func set(_ option: CURLoption, list: [String]) throws(TransportError) {
        var head: UnsafeMutablePointer<curl_slist>?
        for text in list {
            guard !text.utf8.contains(0), let longer = unsafe text.withCString({ unsafe curl_slist_append(head, $0) })
            else {
                unsafe curl_slist_free_all(head)
                return try check(CURLE_BAD_FUNCTION_ARGUMENT, option)
            }
            unsafe head = unsafe longer
        }
        let old = unsafe lists.firstIndex { unsafe $0.option == option }
        guard unsafe head != nil || old != nil else { return }
        let code = unsafe shim_curl_easy_setopt_list(pointer, option, head)
        // libcurl does not look at the one before any longer.
        if let old { unsafe curl_slist_free_all(lists.remove(at: old).head) }
        if let head = unsafe head { unsafe lists.append((option, head)) }
        try check(code, option)
    }

    /// The bytes are copied by libcurl.
    func set(body: [UInt8]) throws(TransportError) {
        try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: body.count)
        var copy = body.isEmpty ? [0] : body
        let code = unsafe copy.withUnsafeMutableBytes { bytes in
            unsafe shim_curl_easy_setopt_pointer(pointer, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
        }
        try check(code, CURLOPT_COPYPOSTFIELDS)
    }

    /// libcurl's own sentence about the failure.
    var errorText: String? {
        let text = unsafe String(cString: errorBuffer)
        return text.isEmpty ? nil : text
    }

    func integer(_ info: CURLINFO) -> Int {
        var value = 0
        return unsafe shim_curl_easy_getinfo_long(pointer, info, &value) == CURLE_OK ? value : 0
    }

    /// Microseconds since the transfer's start; nil for a point that was not reached.
    func microseconds(_ info: CURLINFO) -> Int64? {
        var value: curl_off_t = 0
        guard unsafe shim_curl_easy_getinfo_offset(pointer, info, &value) == CURLE_OK, value > 0 else { return nil }
        return Int64(value)
    }

    /// A text that libcurl knows; nil for none.
    func text(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        guard unsafe shim_curl_easy_getinfo_string(pointer, info, &value) == CURLE_OK, let value = unsafe value,
            unsafe value.pointee != 0
        else { return nil }
        return unsafe String(cString: value)
    }

    /// A count; 0 where libcurl has none.
    func count(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return unsafe shim_curl_easy_getinfo_offset(pointer, info, &value) == CURLE_OK ? max(0, Int(value)) : 0
    }

    /// Lets receiving and sending rest or go on; not from within a callback.
    func pause(receiving: Bool, sending: Bool) -> CURLcode {
        let mask = (receiving ? CURLPAUSE_RECV : 0) | (sending ? CURLPAUSE_SEND : 0)
        return unsafe curl_easy_pause(pointer, mask)
    }

    /// The socket of a connection that was opened for a tunnel; nil where it is gone.
    var tunnelSocket: curl_socket_t? {
        var socket = CURL_SOCKET_BAD
        guard unsafe shim_curl_easy_getinfo_socket(pointer, &socket) == CURLE_OK, socket != CURL_SOCKET_BAD else {
            return nil
        }
        return socket
    }

    /// Reads what has come over a tunnel's connection: `CURLE_AGAIN` where that is nothing, and no bytes at its end.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> (code: CURLcode, count: Int) {
        var count = 0
        let code = unsafe curl_easy_recv(pointer, buffer.baseAddress, buffer.count, &count)
        return (code, count)
    }

    /// Sends over a tunnel's connection as many bytes as it takes: `CURLE_AGAIN` where that is none.
    func send(_ bytes: UnsafeRawBufferPointer) -> (code: CURLcode, count: Int) {
        var count = 0
        let code = unsafe curl_easy_send(pointer, bytes.baseAddress, bytes.count, &count)
        return (code, count)
    }

    /// The transfer's connection to libssl, while it has one.
    var liveConnection: LiveConnection? {
        var ssl: UnsafeMutableRawPointer?
        guard unsafe shim_curl_easy_getinfo_ssl(pointer, &ssl) == CURLE_OK else { return nil }
        return unsafe LiveConnection(ssl)
    }
}

/// A socket that libcurl has opened for a transfer, and will close itself.
struct OpenedSocket {
    private let descriptor: curl_socket_t
    private let identity: UInt64

    init(_ descriptor: curl_socket_t) {
        self.descriptor = descriptor
        identity = Self.identity(of: descriptor)
    }

    /// The number by which the kernel knows a socket, since a descriptor may have become another's; 0 when it can't be
    /// had.
    private static func identity(of descriptor: curl_socket_t) -> UInt64 {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    private var isStillThere: Bool { Self.identity(of: descriptor) == identity }

    /// Ends both directions: libcurl finds that out when it looks, and closes it.
    func shutDown() { if isStillThere { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }

    /// The place that it is connected to; nil where it is not, or is gone.
    var peer: Endpoint? { isStillThere ? SocketAddress.peer(of: descriptor) : nil }
}
