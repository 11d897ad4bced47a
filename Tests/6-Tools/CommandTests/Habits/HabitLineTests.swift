import Foundation
import TestSupport
import Testing

@testable import HoldfastCommand

/// Whole lines of other programs, and ours with their words in them: the line to write has everything that was asked
/// for. What their words mean is in the manuals of the table `habits`; sentences of them stand beside the rows.
@Suite("Whole lines of other tools", .ownThread)
struct HabitLineTests {
    private static let openSSL = [
        // openssl-s_client(1): "-servername name: Set the TLS SNI … extension in the ClientHello message", "-CAfile …",
        // "-starttls protocol: Send the protocol-specific message(s) to switch to TLS for communication".
        (
            "openssl s_client -connect a.test:443 -servername b.test -CAfile ca.pem -starttls smtp",
            "check --anchors-only ca.pem --starttls smtp --connect-to b.test:443:a.test:443 b.test:443"
        ),
        // "Currently, the supported keywords are "smtp", "pop3", "imap", "ftp", "xmpp", "xmpp-server", "irc",
        // "postgres", "mysql", "lmtp", "nntp", "sieve" and "ldap"."
        ("openssl s_client -connect a.test:21 -starttls ftp", "check --starttls ftp a.test:21"),
        ("openssl s_client -starttls mysql -connect a.test:3306", "check --starttls mysql a.test:3306"),
        ("openssl s_client -starttls nntp -connect a.test:119", "check --starttls nntp a.test:119"),
        ("openssl s_client -connect a.test:443 -showcerts", "inspect a.test:443"),
        (
            "openssl s_client -showcerts -CAfile ca.pem -connect a.test:443",
            "check --anchors-only ca.pem a.test:443; holdfast inspect a.test:443"
        ),
        ("openssl s_client -connect a.test:443 -cert c.pem -key k.pem", "check --cert c.pem --key k.pem a.test:443"),
        (
            "openssl s_client -connect a.test:443 -verify_hostname b.test",
            "check --connect-to b.test:443:a.test:443 b.test"
        ),
        ("openssl s_client -connect a.test:443 -servername a.test -brief", "check a.test:443"),
        // "-alpn protocols: … The protocols list is a comma-separated list".
        ("openssl s_client -connect a.test:443 -alpn h2,http/1.1", "trace --alpn h2,http/1.1 a.test:443"),
        ("openssl s_client -connect a.test:443 -tls1_2", "trace --tls 1.2 a.test:443"),
        (
            "openssl s_client -connect a.test:443 -tls1_2 -cipher ECDHE+AESGCM -CAfile ca.pem",
            "trace --tls 1.2 --ciphers ECDHE+AESGCM --anchors-only ca.pem a.test:443"
        ),
        // "-host hostname: Host to connect to; use -connect instead."
        ("openssl s_client -host a.test -port 8443 -4", "check --ipv4 a.test:8443"),
        ("openssl s_client a.test:443 -verify 5 -verify_return_error -crlf -quiet", "check a.test:443"),
        (
            "openssl s_client -connect a.test:443 -CAfile ca.pem -partial_chain",
            "check --anchors-only ca.pem a.test:443"
        ),
        ("s_client -connect [::1]:8443 -servername b.test", "check --connect-to 'b.test:443:[::1]:8443' b.test"),
        // openssl-verification-options(1): "-attime timestamp: … the number of seconds since January 1, 1970".
        ("openssl s_client -attime 1700000000 -connect a.test:443", "check --at 2023-11-14T22:13:20Z a.test:443"),
        (
            "openssl verify -CAfile root.pem -untrusted inter.pem -verify_hostname b.test leaf.pem",
            "evaluate --anchors-only root.pem --host b.test leaf.pem inter.pem"
        ),
        ("openssl x509 -in leaf.pem -noout -enddate", "inspect leaf.pem"),
        // openssl-x509(1): "-checkend arg: Checks if the certificate expires within the next arg seconds".
        ("openssl x509 -checkend 604800 -noout -in leaf.pem", "evaluate --expires-within 7d leaf.pem"),
        // openssl-x509(1): "-out filename: This specifies the output filename to write to".
        ("openssl x509 -in root.pem -outform DER -out root.der", "convert --to der --out root.der root.pem"),
        ("openssl x509 -out root.der -outform DER -in root.pem", "convert --to der --out root.der root.pem"),
        ("openssl x509 -in root.pem -text -out root.txt", "inspect root.pem > root.txt"),
        ("openssl x509 -in a.cer -inform DER -out a.pem", "convert --to pem --out a.pem a.cer"),
        // openssl-req(1): "-in filename: This specifies the input filename to read a request from"; "-newkey arg: …
        // rsa:nbits … generates an RSA key nbits in size"; -x509: "outputs a certificate instead of a certificate
        // request".
        ("openssl req -in a.csr -noout -text", "inspect a.csr"),
        (
            "openssl req -new -newkey rsa:3072 -nodes -out a.csr",
            "create csr --name NAME --key NAME.key --key-type rsa-3072 --out a.csr"
        ),
        // openssl-pkcs12(1): "By default a PKCS#12 file is parsed"; openssl-rsa(1): "-check: This option checks the
        // consistency of an RSA private key".
        ("openssl pkcs12 -in a.p12 -nodes", "convert --to pem --out NEW.pem a.p12"),
        ("openssl pkcs12 -in a.p12 -noout -info", "inspect a.p12"),
        ("openssl rsa -in k.pem -check", "inspect k.pem"),
        ("openssl rsa -in k.pem -pubout", "convert --to public-key k.pem"),
        ("openssl pkcs8 -topk8 -nocrypt -in k.pem -out k8.pem", "convert --to pkcs8 --out k8.pem k.pem"),
        ("openssl genrsa -out k.pem 3072", "create key --key-type rsa-3072 --out k.pem"),
        ("openssl ecparam -name secp384r1 -genkey -noout -out k.pem", "create key --key-type p-384 --out k.pem"),
        // openssl-req(1): "-subj arg: … The arg must be formatted as /type0=value0/type1=value1/type2=…".
        (
            "openssl req -new -key k.pem -out a.csr -subj /C=DE/O=x/CN=a.test",
            "create csr --key k.pem --out a.csr --name CN=a.test,O=x,C=DE"
        ),
        (
            "openssl req -x509 -newkey rsa:2048 -keyout a.key -out a.pem -days 30 -subj /CN=a.test -nodes",
            "create self-signed --key-type rsa-2048 --key a.key --out a.pem --days 30 --name a.test"
        ),
        (
            "openssl pkcs12 -export -in c.pem -inkey k.pem -out c.p12",
            "convert --to pkcs12 --key k.pem --out c.p12 c.pem"
        ),
        ("openssl x509 -in root.pem -noout -fingerprint -sha256", "inspect root.pem"),
        ("openssl s_client -connect a.test:443 -status", "trace a.test:443"),
        // "-CA filename: Specifies the "CA" certificate to be used for signing"; "-CAkey filename".
        (
            "openssl x509 -req -in a.csr -CA my.pem -CAkey my.key -days 30 -CAcreateserial -out c.pem",
            "create leaf --csr a.csr --ca my.pem --ca-key my.key --days 30 --out c.pem"
        ),
    ]

    private static let curl = [
        ("curl https://a.test/x", "request https://a.test/x"),
        // curl(1), -v: "Useful for debugging and seeing what is going on under the hood."
        ("curl -v https://a.test/", "trace https://a.test/"),
        ("curl -vI https://a.test/", "request --method HEAD --include https://a.test/; holdfast trace https://a.test/"),
        (
            "curl -sS --cacert ca.pem --resolve a.test:443:192.0.2.7 https://a.test/x",
            "request --anchors-only ca.pem --resolve a.test:443:192.0.2.7 https://a.test/x"
        ),
        ("curl --cert c.pem --key k.pem a.test", "request --cert c.pem --key k.pem https://a.test"),
        // -d: "If any of these options is used more than once on the same command line, the data pieces specified are
        // merged with a separating &-symbol."
        (
            "curl -X PUT -H A:b -d a=1 -d b=2 https://a.test/",
            "request --method PUT --header A:b --data 'a=1&b=2' https://a.test/"
        ),
        ("curl -L -o out.txt -m 10 --connect-timeout 3 a.test", "request --out out.txt --timeout 10 https://a.test"),
        // -x: "If there is no protocol specified in the proxy string, it is treated as an HTTP proxy."
        ("curl -x p.test:3128 http://a.test/", "request --proxy http://p.test:3128 https://a.test/"),
        (
            "curl --pinnedpubkey sha256//AAAA;sha256//BBBB https://a.test/",
            "request --pin sha256//AAAA --pin sha256//BBBB https://a.test/"
        ),
        // "--ssl-reqd: … Require SSL/TLS for the connection - FTP IMAP POP3 SMTP LDAP".
        ("curl --ssl-reqd ftp://a.test/dir/", "check --starttls ftp a.test"),
        (
            "curl -v --cacert ca.pem --ssl-reqd smtp://ann@a.test:587",
            "trace --starttls smtp --anchors-only ca.pem a.test:587"
        ),
        ("curl -o mail.txt imaps://a.test/INBOX", "check a.test:993"),
        ("curl --ciphers AES128-SHA --tlsv1.3 https://a.test/", "trace --ciphers AES128-SHA --tls 1.3 https://a.test/"),
    ]

    private static let others = [
        ("gnutls-cli --x509cafile ca.pem -p 8443 a.test", "check --anchors-only ca.pem a.test:8443"),
        (
            "gnutls-cli a.test --x509cafile=ca.pem -p 8443 --starttls-proto=smtp",
            "check --anchors-only ca.pem --starttls smtp a.test:8443"
        ),
        (
            "gnutls-cli -p 25 --starttls-proto lmtp --sni-hostname b.test 192.0.2.7",
            "check --starttls lmtp --connect-to b.test:25:192.0.2.7:25 b.test:25"
        ),
        ("gnutls-cli --print-cert -p 443 a.test", "inspect a.test:443"),
        ("gnutls-cli --x509certfile c.pem --x509keyfile k.pem a.test", "check --cert c.pem --key k.pem a.test"),
        ("step certificate inspect leaf.pem --format json", "inspect --json leaf.pem"),
        (
            "step certificate inspect https://a.test --bundle --roots ca.pem",
            "check --anchors-only ca.pem https://a.test; holdfast inspect https://a.test"
        ),
        ("step certificate verify leaf.pem --roots ca.pem", "evaluate --anchors-only ca.pem leaf.pem"),
        (
            "step certificate verify leaf.pem --host b.test --roots ca.pem",
            "evaluate --anchors-only ca.pem --host b.test leaf.pem"
        ),
        (
            "step certificate verify https://a.test:8443/ --servername b.test --roots ca.pem",
            "check --anchors-only ca.pem --connect-to b.test:443:a.test:8443 b.test"
        ),
        (
            "step certificate sign a.csr my.crt my.key",
            "create leaf --csr a.csr --ca my.crt --ca-key my.key --out NEW.pem"
        ),
        // step-cli's reference: "step ca bootstrap downloads the root certificate from the certificate authority".
        ("step ca bootstrap --ca-url https://ca.test --fingerprint 0a", "trust-store install CA.pem"),
        ("step certificate create --profile leaf a.test a.crt a.key", "create leaf a.test"),
        ("step certificate p12 a.p12 a.crt a.key", "convert --to pkcs12 --out a.p12 a.crt a.key"),
        ("step certificate needs-renewal leaf.pem", "evaluate --expires-within 30d leaf.pem"),
        ("testssl --quiet --color 0 a.test", "check a.test"),
        ("testssl.sh -t lmtp a.test:25", "check --starttls lmtp a.test:25"),
        // testssl.sh --help, -t: "protocol is <ftp|smtp|lmtp|pop3|imap|sieve|xmpp|xmpp-server|telnet|ldap|nntp|
        // postgres|mysql>".
        ("testssl.sh -t sieve a.test:4190", "check --starttls sieve a.test:4190"),
        // testssl.sh --help, --ip: "arg "one" means: just test the first DNS returns".
        ("testssl --ip one a.test", "check a.test"),
        ("testssl --ip=192.0.2.7 a.test:8443", "check --connect-to a.test:8443:192.0.2.7:8443 a.test:8443"),
        (
            "testssl.sh --jsonfile o.json --add-ca ca.pem a.test:8443",
            "check --json --anchors ca.pem a.test:8443 > o.json"
        ),
        ("testssl -S --htmlfile o.html a.test", "check --report o.html a.test"),
        ("sslscan --starttls-mysql a.test:3306", "check --starttls mysql a.test:3306"),
        ("sslscan --starttls-irc a.test:6667", "check --starttls irc a.test:6667"),
        ("sslscan --starttls-ftp a.test:21", "check --starttls ftp a.test:21"),
        ("sslscan --starttls-smtp --no-colour a.test:25", "check --starttls smtp --color never a.test:25"),
        // sslscan(1), --certs: "A file containing PEM/ASN1 formatted client certificates".
        ("sslscan --pk=k.pem --certs=c.pem --targets=web.txt", "check --key k.pem --cert c.pem - < web.txt"),
        ("sslyze a.test:443 --certinfo --json_out o.json", "check --json a.test:443 > o.json"),
        ("nscurl --ats-diagnostics --verbose https://a.test", "ats https://a.test"),
        ("http --verify=ca.pem https://a.test", "request --anchors-only ca.pem https://a.test"),
        // HTTPie's manual, "Request items": `:` fields, `=` members of JSON, `:=` those that are no text.
        (
            "http PUT a.test n=x on:=true X-A:b",
            "request --method PUT --header 'X-A: b' --header 'Content-Type: application/json' "
                + #"--data '{"n":"x","on":true}' https://a.test"#
        ),
        (
            "wget -q --ca-certificate=ca.pem -O out https://a.test",
            "request --anchors-only ca.pem --out out https://a.test"
        ),
        (
            "kubectl --certificate-authority=ca.pem --server=https://a.test:6443 get pods",
            "check --anchors-only ca.pem https://a.test:6443"
        ),
        ("mkcert a.test localhost", "create leaf a.test localhost"),
        // keytool -list -help: "-storepass <arg>  keystore password".
        ("keytool -importcert -cacerts -noprompt -file ca.pem", "trust-store install --only java ca.pem"),
        ("keytool -list -keystore a.jks -storepass changeit", "inspect a.jks"),
    ]

    /// Ours, with words of others on them.
    private static let mixed = [
        ("check a.test -CAfile ca.pem --json", "check --anchors-only ca.pem --json a.test"),
        (
            "check -CAfile ca.pem a.test b.test --json --expires-within 30d",
            "check --anchors-only ca.pem --json --expires-within 30d a.test b.test"
        ),
        ("check a.test --json -tls1_2", "trace --json --tls 1.2 a.test"),
        // What the other command lacks stays with the one that was typed.
        ("check --table -tls1_2 a.test", "check --table a.test; holdfast trace --tls 1.2 a.test"),
        ("check -4 --ca-file=ca.pem --timeout 5 a.test", "check --ipv4 --anchors-only ca.pem --timeout 5 a.test"),
        (
            "request -X PUT -d a=b -s --cacert ca.pem a.test",
            "request --method PUT --data a=b --anchors-only ca.pem a.test"
        ),
        ("evaluate --details -CAfile ca.pem leaf.pem", "evaluate --details --anchors-only ca.pem leaf.pem"),
        ("lab good --html x.html --port-base 9000", "lab --report x.html --port-base 9000 good"),
        ("trust-store add ca.pem --only java", "trust-store install --only java ca.pem"),
    ]

    /// A value that is missing, or none of its kind.
    private static let odd = [
        ("check --ip one a.test", "check a.test"),
        ("check --ip a.test", "check --connect-to a.test:443:ADDRESS:443 a.test"),
        ("check --port abc a.test", "check a.test:PORT"), ("check --port a.test", "check a.test:PORT"),
        ("check -CAfile a.test", "check --anchors-only PATH a.test"),
        ("check --retry a.test", "check a.test"), ("check --max-time a.test", "check --timeout TIME a.test"),
        ("check --days a.test", "check --expires-within 30d a.test"),
        ("check --starttls a.test", "check --starttls PROTOCOL a.test"),
        ("check --timeout a.test", "check --timeout TIME a.test"),
        ("check --report a.test", "check --report FILE a.test"),
        ("trace --alpn a.test", "trace --alpn LIST a.test"), ("request -d a.test", "request --data TEXT a.test"),
        ("check --output json a.test", "check --json a.test"), ("check -o x.txt a.test", "check a.test > x.txt"),
    ]

    private static func check(_ typed: String, _ line: String, in folder: Folder) throws {
        let run = try CommandRun("holdfast", typed.split(separator: " ").map(String.init), in: folder)
        #expect(run.exitCode == 2 && run.output.isEmpty, "\(typed)")
        let hint = run.errors.split(separator: "\n").last { $0.hasPrefix("hint: ") } ?? ""
        #expect(hint.hasSuffix("write holdfast \(line)"), "\(typed): \(run.errors)")
    }

    @Test("a whole line becomes one with everything in it")
    func whole() throws {
        let folder = try Folder()
        for (typed, line) in Self.openSSL + Self.curl + Self.others { try Self.check(typed, line, in: folder) }
    }

    @Test("options of ours stay beside words of others")
    func keepsOurs() throws {
        let folder = try Folder()
        for (typed, line) in Self.mixed { try Self.check(typed, line, in: folder) }
    }

    @Test("where a value is missing, or is none, the line has its place")
    func oddValues() throws {
        let folder = try Folder()
        for (typed, line) in Self.odd { try Self.check(typed, line, in: folder) }
    }

    /// What the hint tells to write is read: nothing but the server and the files is missing then.
    @Test("the lines that are told are read by the commands")
    func readable() throws {
        for (_, line) in Self.openSSL + Self.curl + Self.others + Self.mixed {
            for one in "holdfast \(line)".components(separatedBy: "; ") {
                let words = try CommandRun(shell: "printf '%s\\n' \(one.prefix { !"<>".contains($0) })", in: Folder())
                    .output
                    .split(separator: "\n").map(String.init)
                let found = Command.running.filter { one.hasPrefix("holdfast \($0.name) ") }
                let command = try #require(found.max { $0.name.count < $1.name.count }, "\(one)")
                let count = command.name.split(separator: " ").count
                #expect(throws: Never.self, "\(one)") {
                    _ = try Invocation(words.dropFirst(1 + count), for: command)
                }
            }
        }
    }

    /// A line that does something else is worse than none.
    @Test("what has no plain equal has no line")
    func unlike() throws {
        for typed in [
            "openssl ocsp -issuer i.pem -cert c.pem -url http://o.test", "openssl dgst -sha256 a.bin",
            "openssl version -a",
            "openssl rsa -in k.pem -aes256 -out e.pem", "openssl pkcs12 -in a.p12 -nokeys -nodes",
            "openssl x509 -req -in a.csr -signkey k.pem -out c.pem", "openssl req -x509 -in a.csr -key k.pem",
            "openssl req -new -newkey dsa:p.pem", "openssl pkcs8 -topk8 -in k.pem",
            "openssl crl2pkcs7 -nocrl -certfile c.pem",
            "kubectl config view --raw", "kubectl --context x get nodes", "step ca health",
            "step certificate create --profile root-ca NAME a.crt a.key", "step certificate bundle a.crt b.crt c.crt",
            "keytool -genkeypair -alias a -keyalg RSA", "keytool -exportcert -alias a -keystore a.jks -file a.cer",
            "keytool -importcert -file ca.pem -keystore a.jks",
        ] {
            let run = try CommandRun("holdfast", typed.split(separator: " ").map(String.init), in: Folder())
            #expect(
                run.exitCode == 2 && run.errors.hasSuffix("\nhint: holdfast --help lists the commands\n"),
                "\(typed): \(run.errors)")
        }
    }

    /// keytool(1): "-storepass, -keypass"; openssl-passphrase-options(1): "-passin, -passout"; a word behind an option
    /// that nobody knows may be one, too.
    @Test("a password is no server and no file, and is not shown")
    func passwords() throws {
        for typed in [
            "keytool -list -keystore a.jks -storepass changeit", "keytool -list -storepass changeit",
            "keytool -printcert -file a.cer -storepass:env changeit", "keytool -list -keypass changeit",
            "openssl x509 -in a.pem -noout -passin changeit", "openssl x509 -in a.pem -foo changeit",
            "openssl s_client -connect a.test:443 -proxy_pass changeit",
            "step certificate inspect a.crt --password changeit",
            "curl https://a.test/ --tlspassword changeit", "check a.test -CAfile ca.pem --storepass changeit",
            "wget https://a.test/ --ftp-password changeit", "gnutls-cli a.test --srppasswd changeit",
            "sslscan a.test --unheard-of changeit", "openssl s_client -connect a.test:443 -psk changeit.1",
        ] {
            let run = try CommandRun("holdfast", typed.split(separator: " ").map(String.init), in: Folder())
            #expect(run.exitCode == 2 && run.errors.contains("hint: "), "\(typed): \(run.errors)")
            #expect(!run.errors.contains("changeit"), "\(typed): \(run.errors)")
        }
    }

    @Test("what is on no line is told, and what lets somebody in is not shown")
    func told() throws {
        try Script(
            """
            $ holdfast openssl s_client -connect a.test:443 -foo bar -tls1_3
            ! holdfast: unknown command 's_client', which is openssl's
            ! hint: nothing here is like -foo, which is left out; write holdfast trace --tls 1.3 a.test:443
            = 2
            $ holdfast curl -k https://a.test/
            ! holdfast: unknown command 'curl'
            ! hint: nothing switches the judging off: …; write holdfast request https://a.test/
            = 2
            $ holdfast http --verify=no GET a.test
            ! holdfast: unknown command 'http', which is httpie's
            ! hint: nothing switches the judging off: …; write holdfast request https://a.test
            = 2
            $ holdfast curl -u ann:secret -H 'Authorization: Bearer secret' https://ann:secret@a.test/
            ! holdfast: unknown command 'curl'
            ! hint: …; write holdfast request --header 'Authorization: …' 'https://…@a.test/'
            = 2
            $ holdfast curl -E c.pem:secret https://a.test/
            ! holdfast: unknown command 'curl'
            ! hint: write --passphrase-file FILE: …; write holdfast request --cert c.pem https://a.test/
            = 2
            $ holdfast kubectl get secret web -o yaml
            ! holdfast: unknown command 'kubectl'
            ! hint: write kubectl get secret NAME -o 'jsonpath={.data.tls\\.crt}' | base64 -d | holdfast inspect -
            = 2
            $ holdfast testssl -p a.test --language zh-Hans
            ! holdfast: 未知的命令 'testssl'
            ! 提示：尚无命令列出服务器支持的版本与套件；每次可试验一个版本；请写 holdfast trace --tls 1.1 …a.test
            = 2
            """
        ).run(in: Folder())
        for typed in [
            "curl -u ann:hidden1 --pass hidden1 --oauth2-bearer hidden1 -b sid=hidden1 https://a.test/",
            "curl -H X-Api-Key:hidden1 -d password=hidden1 -x http://ann:hidden1@p.test:1 https://a.test/",
            "testssl --basicauth ann:11111 a.test", "http -a ann:hidden1 a.test password=hidden1",
            "openssl s_client -pass pass:hidden1 -connect a.test:443 -psk 11111 -quiet",
        ] {
            let run = try CommandRun("holdfast", typed.split(separator: " ").map(String.init), in: Folder())
            #expect(run.errors.contains("a.test") && run.exitCode == 2, "\(typed): \(run.errors)")
            #expect(!run.errors.contains("hidden1") && !run.errors.contains("11111"), "\(run.errors)")
        }
    }
}
