import HoldfastConnection
import HoldfastHTTP
import Testing

@Suite("What a failed exchange says of its request")
struct ExchangeFaultTests {
    @Test(
        "RFC 9113 §8.7: a GOAWAY below the stream and REFUSED_STREAM say that it was not processed",
        arguments: [.refusedStream, .goAway(code: 0, mayBeProcessed: false)] as [ExchangeFault])
    func unprocessed(fault: ExchangeFault) { #expect(fault.isCertainlyUnprocessed) }

    @Test(
        "nothing else does",
        arguments: [
            .closedBeforeResponse, .closedInHead, .closedInContent, .malformed(MessageError(502, .statusLine)),
            .badLength, .longFields(limit: 1), .unaskedUpgrade, .unaskedOctets, .reset(code: 8), .http11Required,
            .goAway(code: 0, mayBeProcessed: true), .connectionError(code: 1), .streamError(code: 1), .flood,
        ] as [ExchangeFault])
    func perhapsProcessed(fault: ExchangeFault) { #expect(!fault.isCertainlyUnprocessed) }

    @Test("only the end and a failure are the last that is heard")
    func last() {
        #expect(ExchangeEvent.end.isLast && ExchangeEvent.failed(.refusedStream).isLast)
        #expect(!ExchangeEvent.body([1]).isLast && !ExchangeEvent.trailers([]).isLast)
        #expect(!ExchangeEvent.head(ResponseHead(status: 200, fields: [])).isLast)
    }
}
