import Foundation
import Holdfast

/// Places an order a minute, until it is asked to end.
@main
enum Shop {
    static func main() async {
        let end = EndSignal()
        do {
            let client = try OrderClient(OrderSettings(environment: ProcessInfo.processInfo.environment))
            let work = Task { await client.placeOrders(every: .seconds(60)) }
            await end.wait()
            log("asked to end")
            await client.close()
            work.cancel()  // it waits for the next minute, if for anything
            await work.value
        } catch {
            // A file, a pin or a name that cannot be used. To be started again would help nothing.
            log(line(about: error))
            exit(78)  // EX_CONFIG of sysexits.h
        }
    }
}

extension OrderClient {
    func placeOrders(every pause: Duration) async {
        while !Task.isCancelled {
            do {
                log("order \(try await place(Order(article: "lamp", count: 2)).number)")
            } catch let error as HTTPSError where error.code == .invalidated {
                return  // closed meanwhile
            } catch {
                log(line(about: error))
            }
            try? await Task.sleep(for: pause)
        }
    }
}

extension OrderSettings {
    /// What the environment says; the rest as it is written above.
    init(environment: [String: String]) {
        self.init()
        host = environment["ORDERS_HOST"] ?? host
        folder = environment["ORDERS_FOLDER"] ?? folder
        pins = environment["ORDERS_PINS"]?.split(separator: " ").map(String.init) ?? pins
        connectTo = environment["ORDERS_CONNECT_TO"]
    }
}

/// Hears that the program is asked to end: by SIGTERM, as systemd and containers do, or by Ctrl-C.
struct EndSignal {
    private let signals: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (signals, teller) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)  // else the system ends the program; the source hears it all the same
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { teller.yield(number) }
            source.activate()
            return source
        }
    }

    /// Returns at the first signal, before it or after.
    func wait() async {
        for await _ in signals { return }
    }
}
