// SIGNING_SECRET=secret PORT=3000 go run signed-receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
)

var secret = os.Getenv("SIGNING_SECRET")
var file, _ = os.OpenFile("scans.jsonl", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0600)

// isSigned reports whether the hub signed exactly these bytes.
func isSigned(body []byte, signature string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(signature), []byte(expected))
}

func receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 2<<20))
	var scan map[string]any
	if err != nil || !isSigned(body, r.Header.Get("X-Hub-Signature-256")) {
		http.Error(w, "The signature is missing or wrong.", 401)
	} else if json.Unmarshal(body, &scan) != nil {
		http.Error(w, "The body is not JSON.", 422)
	} else if json.NewEncoder(file).Encode(scan) != nil || file.Sync() != nil {
		http.Error(w, "The scan could not be stored.", 503)
	} else {
		fmt.Println(scan["date"], scan["content"])
		w.WriteHeader(204)
	}
}

func main() {
	if secret == "" {
		log.Fatal("Set SIGNING_SECRET.")
	}
	listener, err := net.Listen("tcp", "localhost:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("Receiving scans on http://localhost:" + os.Getenv("PORT") + "/")
	log.Fatal(http.Serve(listener, http.HandlerFunc(receive)))
}
