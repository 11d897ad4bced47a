// Says of which servers of this machine Go's crypto/tls takes the certificate.
//
// peer-opinions FOLDER [whole]: FOLDER/rows has a line for each server, name, host and port parted by tabs, and
// FOLDER/NAME/roots.pem its anchors. Prints the name, a tab, and "ok" or the reason; with whole, the error as a program
// prints it.
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
	"time"
)

var reasons = map[x509.InvalidReason]string{
	x509.NotAuthorizedToSign:           "NotAuthorizedToSign",
	x509.Expired:                       "Expired",
	x509.CANotAuthorizedForThisName:    "CANotAuthorizedForThisName",
	x509.TooManyIntermediates:          "TooManyIntermediates",
	x509.IncompatibleUsage:             "IncompatibleUsage",
	x509.NameMismatch:                  "NameMismatch",
	x509.NameConstraintsWithoutSANs:    "NameConstraintsWithoutSANs",
	x509.UnconstrainedName:             "UnconstrainedName",
	x509.TooManyConstraints:            "TooManyConstraints",
	x509.CANotAuthorizedForExtKeyUsage: "CANotAuthorizedForExtKeyUsage",
	// x509.NoValidChains of Go 1.24.
	x509.CANotAuthorizedForExtKeyUsage + 1: "NoValidChains",
}

// What changes from run to run, as names and days, is left out where the error has a type.
func word(err error) string {
	var invalid x509.CertificateInvalidError
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var critical x509.UnhandledCriticalExtension
	switch {
	case errors.As(err, &invalid) && reasons[invalid.Reason] != "":
		return reasons[invalid.Reason]
	case errors.As(err, &unknown):
		return "UnknownAuthorityError"
	case errors.As(err, &name):
		return "HostnameError"
	case errors.As(err, &critical):
		return "UnhandledCriticalExtension"
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
	dialer := &net.Dialer{Timeout: 5 * time.Second}
	configuration := &tls.Config{ServerName: host, RootCAs: roots}
	connection, err := tls.DialWithDialer(dialer, "tcp", net.JoinHostPort("127.0.0.1", port), configuration)
	if err != nil {
		return err
	}
	// What was decided stands, however the connection ends.
	connection.Close()
	return nil
}

func main() {
	isWhole := len(os.Args) == 3 && os.Args[2] == "whole"
	if len(os.Args) != 2 && !isWhole {
		fmt.Fprintln(os.Stderr, "usage: peer-opinions FOLDER [whole]")
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
			if isWhole {
				said = strings.Join(strings.Fields(err.Error()), " ")
			}
		}
		fmt.Printf("%s\t%s\n", field[0], said)
	}
}
