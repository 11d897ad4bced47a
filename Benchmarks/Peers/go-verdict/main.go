// Go's crypto/x509 as a verifier, with pools that are made before. The arguments and the line that it prints are those
// of `holdfast-bench-verdict time`.
package main

import (
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

var (
	leaf, authority []byte
	anchors         = x509.NewCertPool()
)

func fail(reason any) {
	fmt.Fprintln(os.Stderr, "go:", reason)
	os.Exit(1)
}

func read(path ...string) []byte {
	octets, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		fail(err)
	}
	return octets
}

func parse(octets []byte) *x509.Certificate {
	certificate, err := x509.ParseCertificate(octets)
	if err != nil {
		fail(err)
	}
	return certificate
}

// From bytes to the verdict on a host.
func judge(host string) error {
	server := parse(leaf)
	others := x509.NewCertPool()
	others.AddCert(parse(authority))
	_, err := server.Verify(x509.VerifyOptions{DNSName: host, Intermediates: others, Roots: anchors})
	return err
}

func accept() {
	if err := judge("www.example.com"); err != nil {
		fail(err)
	}
}

func refuse() {
	var mismatch x509.HostnameError
	if err := judge("other.invalid"); !errors.As(err, &mismatch) {
		fail(fmt.Sprint("another verdict: ", err))
	}
}

func processor() float64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return float64(usage.Utime.Sec+usage.Stime.Sec) + float64(usage.Utime.Usec+usage.Stime.Usec)/1e6
}

// Does something for so long, and prints the microseconds of processor time that each of its parts takes, the garbage
// collector's included.
func measure(work func(), parts int, duration time.Duration) {
	work()
	times, spent := 0, processor()
	for end := time.Now().Add(duration); times == 0 || time.Now().Before(end); times++ {
		work()
	}
	fmt.Printf("spent %.3f\n", (processor()-spent)/float64(times*parts)*1e6)
}

func main() {
	if len(os.Args) != 4 {
		fail("usage: go parse|first|refuse FOLDER SECONDS")
	}
	mode, folder := os.Args[1], os.Args[2]
	seconds, err := strconv.ParseFloat(os.Args[3], 64)
	if err != nil {
		fail(err)
	}
	duration := time.Duration(seconds * float64(time.Second))
	if mode == "parse" {
		var roots [][]byte
		paths, _ := filepath.Glob(filepath.Join(folder, "*.der"))
		for _, path := range paths {
			roots = append(roots, read(path))
		}
		measure(func() {
			for _, root := range roots {
				parse(root)
			}
		}, len(roots), duration)
		return
	}
	leaf, authority = read(folder, "leaf.der"), read(folder, "authority.der")
	anchors.AddCert(parse(read(folder, "root.der")))
	switch mode {
	case "first":
		measure(accept, 1, duration)
	case "refuse":
		measure(refuse, 1, duration)
	default:
		fail("no such mode")
	}
}
