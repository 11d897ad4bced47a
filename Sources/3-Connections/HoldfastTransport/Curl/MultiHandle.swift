import CCurl
import CCurlShims
import HoldfastSystem

/// The one owner of a libcurl multi handle: a set of transfers and the connections that they may share.
@safe final class MultiHandle {
    private let pointer: UnsafeMutableRawPointer
    /// Connections tell the inbox of their end, the last ones when the handle is freed.
    private let inbox: HandshakeInbox

    init(_ configuration: TransportEngine.Configuration, keeping inbox: HandshakeInbox) throws(TransportError) {
        self.inbox = inbox
        guard let pointer = unsafe curl_multi_init() else { throw .outOfMemory(.multiHandle) }
        unsafe self.pointer = unsafe pointer
        _ = unsafe shim_curl_multi_setopt_long(pointer, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        // libcurl's own bound is four times the transfers at hand, which closes connections after a burst.
        _ = unsafe shim_curl_multi_setopt_long(pointer, CURLMOPT_MAXCONNECTS, configuration.maximumIdleConnections)
        // 0 is libcurl's word for no limit.
        _ = unsafe shim_curl_multi_setopt_long(
            pointer, CURLMOPT_MAX_HOST_CONNECTIONS, max(0, configuration.maximumConnectionsPerHost ?? 0))
        _ = unsafe shim_curl_multi_setopt_long(
            pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, max(0, configuration.maximumConnections ?? 0))
    }

    deinit { _ = unsafe curl_multi_cleanup(pointer) }

    func add(_ easy: EasyHandle) -> Bool { unsafe curl_multi_add_handle(pointer, easy.pointer) == CURLM_OK }

    func remove(_ easy: EasyHandle) { _ = unsafe curl_multi_remove_handle(pointer, easy.pointer) }

    /// Drives every transfer as far as it goes without waiting.
    func perform() {
        var running: Int32 = 0
        _ = unsafe curl_multi_perform(pointer, &running)
    }

    /// Waits for a socket, a timer of libcurl's, the signal, or the time to pass; whether a socket was ready, and
    /// whether the signal may be raised.
    ///
    /// - Parameter others: sockets that libcurl does not watch; those that are ready say so afterwards.
    func wait(
        _ signal: WakeSignal, _ others: inout [curl_waitfd], milliseconds: Int32
    ) -> (isSocketReady: Bool, isRaised: Bool) {
        others.append(curl_waitfd(fd: signal.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0))
        var ready: Int32 = 0
        let code = unsafe curl_multi_poll(pointer, &others, UInt32(others.count), milliseconds, &ready)
        guard let extra = others.popLast() else { return (false, true) }
        guard code == CURLM_OK else {
            // Should poll itself fail, the loop must not turn without a pause.
            signal.wait(milliseconds: min(milliseconds, 10))
            return (false, true)
        }
        return (ready > (extra.revents == 0 ? 0 : 1), extra.revents != 0)
    }

    /// The next transfer that has ended.
    func nextCompletion() -> Completion? {
        var completion = unsafe shim_curl_completion()
        guard unsafe shim_curl_multi_next_completion(pointer, &completion) != 0, let easy = unsafe completion.easy
        else { return nil }
        return unsafe Completion(easy: UInt(bitPattern: easy), code: completion.result)
    }

    struct Completion {
        /// The easy handle's address, as a name for it.
        let easy: UInt
        let code: CURLcode
    }
}
