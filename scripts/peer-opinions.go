// Says of which servers of this machine Go's crypto/tls takes the certificate.
//
// peer-opinions FOLDER: FOLDER/rows has a line for each server, name, host and port parted by tabs, and
// FOLDER/NAME/roots.pem its anchors. Prints the name, a tab, and "ok" or the reason.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
)

// The kinds of x509.InvalidReason, in the order of the package.
var reasons = []string{
	"NotAuthorizedToSign", "Expired", "CANotAuthorizedForThisName", "TooManyIntermediates", "IncompatibleUsage",
	"NameMismatch", "NameConstraintsWithoutSANs", "UnconstrainedName", "TooManyConstraints",
	"CANotAuthorizedForExtKeyUsage", "NoValidChains",
}

// What changes from run to run, as names and days, is left out where the error has a type.
func word(err error) string {
	var invalid x509.CertificateInvalidError
	if errors.As(err, &invalid) && int(invalid.Reason) < len(reasons) {
		return reasons[invalid.Reason]
	}
	for name, kind := range map[string]any{
		"UnknownAuthorityError": new(x509.UnknownAuthorityError), "HostnameError": new(x509.HostnameError),
		"UnhandledCriticalExtension": new(x509.UnhandledCriticalExtension),
	} {
		if errors.As(err, kind) {
			return name
		}
	}
	return strings.Join(strings.Fields(err.Error()), " ")
}

func ask(folder, host, port string) error {
	pem, err := os.ReadFile(filepath.Join(folder, "roots.pem"))
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	connection, err := tls.Dial("tcp", net.JoinHostPort("127.0.0.1", port), &tls.Config{ServerName: host, RootCAs: roots})
	if err != nil {
		return err
	}
	return connection.Close()
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: peer-opinions FOLDER")
		os.Exit(2)
	}
	rows, err := os.ReadFile(filepath.Join(os.Args[1], "rows"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "peer-opinions:", err)
		os.Exit(1)
	}
	for _, row := range strings.Split(strings.TrimSpace(string(rows)), "\n") {
		field := strings.Split(row, "\t")
		said := "ok"
		if err := ask(filepath.Join(os.Args[1], field[0]), field[1], field[2]); err != nil {
			said = word(err)
		}
		fmt.Printf("%s\t%s\n", field[0], said)
	}
}
