import HoldfastX509
import Testing

@testable import HoldfastWeb

@Suite("Dates of cookies, draft-ietf-httpbis-rfc6265bis §5.1.1")
struct CookieDateTests {
    @Test(
        "what servers write, as the tests of the IETF's http-state group have it",
        arguments: [
            ("Mon, 10-Dec-2007 17:02:24 GMT", "2007-12-10T17:02:24Z"),
            ("Wed, 09 Dec 2009 16:27:23 GMT", "2009-12-09T16:27:23Z"),
            ("Thursday, 01-Jan-1970 00:00:00 GMT", "1970-01-01T00:00:00Z"),
            ("Mon Dec 10 16:32:30 2007 GMT", "2007-12-10T16:32:30Z"),
            ("Wednesday, 01-Jan-10 00:00:00 GMT", "2010-01-01T00:00:00Z"),
            ("Thu, 31 Dec 23:55:55 2037 GMT", "2037-12-31T23:55:55Z"),
            ("Wed Dec 12 2007 08:44:07 GMT-0500 (EST)", "2007-12-12T08:44:07Z"),
            ("Wednesday, 01-Jan-10 0:0:00 GMT", "2010-01-01T00:00:00Z"),
            ("Thu, 10 Dec 2009 13:57:2 GMT", "2009-12-10T13:57:02Z"),
            ("Thu, 19/Apr\\2007 16:00:00 GMT", "2007-04-19T16:00:00Z"),
            ("Wed,18-Apr-07 22:50:12 GMT", "2007-04-18T22:50:12Z"),
            ("WillyWonka  ,  18-apr-07   22:50:12", "2007-04-18T22:50:12Z"),
            ("Mon, 18-Apr-77 22:50:13 GMT", "1977-04-18T22:50:13Z"),
            ("\"Sat, 15-Apr-17\\\"21:01:22\\\"GMT\"", "2017-04-15T21:01:22Z"),
            ("Partyday, 18 - Apri-07 22:50:12", "2007-04-18T22:50:12Z"),
            ("Sat, 15-Apr-17 21:01:22 11:22:33", "2017-04-15T21:01:22Z"),
            ("Sat, 15-Apr-17 ::00 21:01:22", "2017-04-15T21:01:22Z"),
            ("Sat, 15-Apr-17 boink:z 21:01:22", "2017-04-15T21:01:22Z"),
            ("22:50:12 Thu Apr 18 2007 GMT", "2007-04-18T22:50:12Z"),
            ("15-Sat, Apr 21:01:22 GMT 2017", "2017-04-15T21:01:22Z"),
            ("Apr 15 17 21:01:22", "2017-04-15T21:01:22Z"),
            ("2017 April 15 21:01:22", "2017-04-15T21:01:22Z"),
        ])
    func dates(text: String, expected: String) {
        #expect(CookieDate.instant(Array(text.utf8)[...])?.description == expected)
    }

    @Test(
        "what is no date",
        arguments: [
            "Sat, 15-Apr-17 91:22:33 21:01:22", "98 April 17 21:01:22", "Thu, 012-Aug-2008 20:49:07 GMT",
            "Thu, 12-Aug-31841 20:49:07 GMT", "Thu, 999999999999-Aug-2007 20:49:07 GMT",
            "Thu, 12-Aug-2007 20:61:99999999999 GMT", "IAintNoDateFool", "", "12 Aug 2007", "Aug 2007 10:00:00",
            "12 Aug 1600 10:00:00", "31 Feb 2007 10:00:00", "12 Aug 2007 24:00:00", "12 Aug 2007 23:59:60",
        ])
    func refused(text: String) {
        #expect(CookieDate.instant(Array(text.utf8)[...]) == nil)
    }
}
