// A scanner by Go's crypto/tls, with so many goroutines and one pool of anchors. It reads lines as `holdfast scan` does
// (`host:port address=…`), and prints a line of JSON for each target. Time limits are for the whole of a target.
package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type certificate struct {
	Subject     string    `json:"subject"`
	Issuer      string    `json:"issuer"`
	NotBefore   time.Time `json:"notBefore"`
	NotAfter    time.Time `json:"notAfter"`
	Fingerprint string    `json:"fingerprintSHA256"`
	Key         string    `json:"spkiSHA256"`
}

type verdict struct {
	Index       int           `json:"index"`
	Target      string        `json:"target"`
	Trusted     bool          `json:"trusted"`
	Error       string        `json:"error,omitempty"`
	Version     string        `json:"version,omitempty"`
	CipherSuite string        `json:"cipherSuite,omitempty"`
	Presented   []certificate `json:"presented,omitempty"`
}

type target struct {
	index int
	name  string
	host  string
	dial  string
}

func fail(reason any) {
	fmt.Fprintln(os.Stderr, "go:", reason)
	os.Exit(1)
}

func judge(target target, anchors *x509.CertPool, limit time.Duration) verdict {
	verdict := verdict{Index: target.index, Target: target.name}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	raw, err := (&net.Dialer{}).DialContext(ctx, "tcp", target.dial)
	if err != nil {
		verdict.Error = err.Error()
		return verdict
	}
	defer raw.Close()
	// The chain is judged below, so that it is told of one that is refused too.
	config := &tls.Config{ServerName: target.host, InsecureSkipVerify: true, NextProtos: []string{"h2", "http/1.1"}}
	connection := tls.Client(raw, config)
	if err := connection.HandshakeContext(ctx); err != nil {
		verdict.Error = err.Error()
		return verdict
	}
	state := connection.ConnectionState()
	verdict.Version = tls.VersionName(state.Version)
	verdict.CipherSuite = tls.CipherSuiteName(state.CipherSuite)
	others := x509.NewCertPool()
	for place, one := range state.PeerCertificates {
		if place > 0 {
			others.AddCert(one)
		}
		fingerprint, key := sha256.Sum256(one.Raw), sha256.Sum256(one.RawSubjectPublicKeyInfo)
		verdict.Presented = append(verdict.Presented, certificate{
			one.Subject.String(), one.Issuer.String(), one.NotBefore, one.NotAfter,
			hex.EncodeToString(fingerprint[:]), hex.EncodeToString(key[:])})
	}
	_, err = state.PeerCertificates[0].Verify(x509.VerifyOptions{
		DNSName: target.host, Roots: anchors, Intermediates: others})
	if err != nil {
		verdict.Error = err.Error()
	}
	verdict.Trusted = err == nil
	connection.CloseWrite()
	return verdict
}

func main() {
	if len(os.Args) != 5 {
		fail("usage: scan LIST ANCHORS CONCURRENCY SECONDS")
	}
	pem, err := os.ReadFile(os.Args[2])
	if err != nil {
		fail(err)
	}
	anchors := x509.NewCertPool()
	anchors.AppendCertsFromPEM(pem)
	several, _ := strconv.Atoi(os.Args[3])
	seconds, _ := strconv.ParseFloat(os.Args[4], 64)
	limit := time.Duration(seconds * float64(time.Second))
	list, err := os.Open(os.Args[1])
	if err != nil {
		fail(err)
	}

	output := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(output)
	var writing sync.Mutex
	targets := make(chan target)
	var group sync.WaitGroup
	for range several {
		group.Add(1)
		go func() {
			defer group.Done()
			for target := range targets {
				verdict := judge(target, anchors, limit)
				writing.Lock()
				encoder.Encode(verdict)
				output.Flush()
				writing.Unlock()
			}
		}()
	}
	lines := bufio.NewScanner(list)
	for index := 0; lines.Scan(); index++ {
		words := strings.Fields(lines.Text())
		host, port, err := net.SplitHostPort(words[0])
		if err != nil {
			fail(err)
		}
		dial := words[0]
		for _, word := range words[1:] {
			if address, is := strings.CutPrefix(word, "address="); is {
				dial = net.JoinHostPort(address, port)
			}
		}
		targets <- target{index, words[0], host, dial}
	}
	close(targets)
	group.Wait()
}
