import HoldfastTrust
import Testing

@testable import HoldfastTracing
@testable import HoldfastTransport

@Suite struct RefusalAlertTests {
    @Test("a refusal of a trace makes the alert that a refusal of a request makes, for every code")
    func sameAlerts() {
        for code in FindingCode.all {
            #expect(
                HoldfastTracing.RefusalAlert.x509Error(for: code)
                    == HoldfastTransport.RefusalAlert.x509Error(for: code),
                "\(code)")
        }
    }
}
