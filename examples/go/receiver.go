// RECEIVER_USER=desk RECEIVER_PASSWORD=secret PORT=3000 go run receiver.go
package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
)

var wanted = os.Getenv("RECEIVER_USER") + ":" + os.Getenv("RECEIVER_PASSWORD")
var file, _ = os.OpenFile("scans.jsonl", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0600)

func receive(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Allow-Headers", "authorization, content-type")
	w.Header().Set("Access-Control-Expose-Headers", "WWW-Authenticate")
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	user, password, _ := r.BasicAuth()
	var scan map[string]any
	if r.Method == "OPTIONS" {
		w.WriteHeader(204)
	} else if sha256.Sum256([]byte(user+":"+password)) != sha256.Sum256([]byte(wanted)) {
		w.Header().Set("WWW-Authenticate", `Basic realm="Scans", charset="UTF-8"`)
		w.WriteHeader(401)
	} else if json.NewDecoder(r.Body).Decode(&scan) != nil ||
		fmt.Sprintf("%T %T %T", scan["identifier"], scan["date"], scan["content"]) != "string string string" {
		http.Error(w, "identifier, date and content must be strings", 422)
	} else if json.NewEncoder(file).Encode(scan) != nil || file.Sync() != nil {
		http.Error(w, "The scan could not be kept.", 503)
	} else {
		fmt.Println(scan["date"], scan["content"])
		w.WriteHeader(204)
	}
}

func main() {
	if len(wanted) < 3 {
		log.Fatal("Set RECEIVER_USER and RECEIVER_PASSWORD.")
	}
	listener, err := net.Listen("tcp", "localhost:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("Receiving scans on http://localhost:" + os.Getenv("PORT") + "/")
	log.Fatal(http.Serve(listener, http.HandlerFunc(receive)))
}
