import Glibc

enum Thread {
    /// Blocks the calling thread, which is a server's own.
    static func pause(seconds: UInt32) { sleep(seconds) }

    static func pause(milliseconds: UInt32) { usleep(milliseconds * 1_000) }
}
