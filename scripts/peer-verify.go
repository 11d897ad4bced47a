// Says which chains Go's crypto/x509 accepts for servers.
//
// peer-verify FOLDER HOST SECONDS: each folder in FOLDER has leaf.pem, intermediates.pem and roots.pem; HOST is the
// name that is asked for, and SECONDS the time of the verdict, since 1970. Prints the name of each folder with
// "accepted", or with "refused" and the reason, a line each; fails where a certificate cannot be read.
package main

import (
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

func fail(reason ...any) {
	fmt.Fprintln(os.Stderr, append([]any{"peer-verify:"}, reason...)...)
	os.Exit(1)
}

// A pool leaves out what it cannot read: here that is an error.
func certificates(path ...string) (found []*x509.Certificate) {
	file := filepath.Join(path...)
	rest, err := os.ReadFile(file)
	if err != nil {
		fail(err)
	}
	for {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			return found
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			fail(file, err)
		}
		found = append(found, certificate)
	}
}

func pool(certificates []*x509.Certificate) *x509.CertPool {
	pool := x509.NewCertPool()
	for _, certificate := range certificates {
		pool.AddCert(certificate)
	}
	return pool
}

func main() {
	if len(os.Args) != 4 {
		fail("usage: peer-verify FOLDER HOST SECONDS")
	}
	seconds, err := strconv.ParseInt(os.Args[3], 10, 64)
	if err != nil {
		fail(err)
	}
	entries, err := os.ReadDir(os.Args[1])
	if err != nil {
		fail(err)
	}
	for _, entry := range entries {
		folder := filepath.Join(os.Args[1], entry.Name())
		leaf := certificates(folder, "leaf.pem")
		roots := certificates(folder, "roots.pem")
		if len(leaf) != 1 || len(roots) == 0 {
			fail(folder, "has not one leaf, or no root")
		}
		_, err := leaf[0].Verify(x509.VerifyOptions{
			DNSName:       os.Args[2],
			Intermediates: pool(certificates(folder, "intermediates.pem")),
			Roots:         pool(roots),
			CurrentTime:   time.Unix(seconds, 0),
			KeyUsages:     []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		})
		if err != nil {
			fmt.Printf("%s refused %q\n", entry.Name(), err.Error())
		} else {
			fmt.Println(entry.Name(), "accepted")
		}
	}
}
