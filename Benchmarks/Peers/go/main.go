// Go's net/http with its default Transport, and 64 connections kept for a host. The arguments and the lines that it
// prints are those of Sources/BenchLoad.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

var (
	load, url string
	isHTTP2   bool
	anchors   *x509.CertPool
)

func fail(reason any) {
	fmt.Fprintln(os.Stderr, "go:", reason)
	os.Exit(1)
}

func usage() syscall.Rusage {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return usage
}

func processor() float64 {
	spent := usage()
	return float64(spent.Utime.Sec+spent.Stime.Sec) + float64(spent.Utime.Usec+spent.Stime.Usec)/1e6
}

func client() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil
	transport.TLSClientConfig = &tls.Config{RootCAs: anchors}
	transport.MaxIdleConnsPerHost = 64
	transport.DisableCompression = true
	transport.DisableKeepAlives = strings.HasPrefix(load, "connect")
	transport.ForceAttemptHTTP2 = isHTTP2
	if !isHTTP2 {
		transport.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
	}
	return &http.Client{Transport: transport}
}

func get(client *http.Client) int64 {
	response, err := client.Get(url)
	if err != nil {
		fail(err)
	}
	count, err := io.Copy(io.Discard, response.Body)
	response.Body.Close()
	if err != nil {
		fail(err)
	}
	if response.StatusCode != 200 || (response.ProtoMajor == 2) != isHTTP2 {
		fail("another answer: " + response.Proto + " " + response.Status)
	}
	return count
}

// Sends requests, so many at a time, until then; each sender sends one at least.
func sendUntil(client *http.Client, several int, end time.Time) (sent int64) {
	var group sync.WaitGroup
	counts := make([]int64, several)
	for index := range counts {
		group.Add(1)
		go func(index int) {
			defer group.Done()
			for {
				get(client)
				counts[index]++
				if !time.Now().Before(end) {
					return
				}
			}
		}(index)
	}
	group.Wait()
	for _, count := range counts {
		sent += count
	}
	return
}

func measureFirst(duration time.Duration) {
	var times []float64
	for end := time.Now().Add(duration); len(times) < 8 || time.Now().Before(end); {
		start := time.Now()
		client := client()
		get(client)
		times = append(times, time.Since(start).Seconds()*1e3)
		client.CloseIdleConnections()
	}
	// The first of the process warms the libraries.
	times = times[1:]
	sort.Float64s(times)
	fmt.Printf("rate %.3f\n", times[len(times)/2])
}

func main() {
	if len(os.Args) != 6 {
		fail("usage: go LOAD h1|h2 URL ANCHORS SECONDS")
	}
	load, isHTTP2, url = os.Args[1], os.Args[2] == "h2", os.Args[3]
	pem, err := os.ReadFile(os.Args[4])
	if err != nil {
		fail(err)
	}
	anchors = x509.NewCertPool()
	anchors.AppendCertsFromPEM(pem)
	seconds, err := strconv.ParseFloat(os.Args[5], 64)
	if err != nil {
		fail(err)
	}
	duration := time.Duration(seconds * float64(time.Second))
	several := 1
	if strings.HasSuffix(load, "32") {
		several = 32
	}

	switch load {
	case "firstResponse":
		measureFirst(duration)
	case "process":
		get(client())
	case "download":
		start, spent := time.Now(), processor()
		count := get(client())
		took := time.Since(start).Seconds()
		fmt.Printf("rate %.3f\nprocessor %.3f\n", float64(count)/took/1e6, (processor()-spent)*1e3)
		fmt.Printf("memory %.3f\n", float64(usage().Maxrss)/1e3)
	default:
		client := client()
		for range [2]int{} {
			sendUntil(client, several, time.Now())
		}
		start, spent := time.Now(), processor()
		sent := sendUntil(client, several, start.Add(duration))
		took := time.Since(start).Seconds()
		fmt.Printf("rate %.3f\nprocessor %.3f\n", float64(sent)/took, (processor()-spent)/float64(sent)*1e6)
		fmt.Printf("memory %.3f\n", float64(usage().Maxrss)/1e3)
	}
}
