package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/richardlehane/webarchive"
)

// A page to index. Either it has its bytes, or the file that they are in.
type page struct {
	// The identifier of the document.
	id string
	// The folder or the file that the page was found in.
	source string
	// Where the page is from, a URL.
	address string
	// The charset of the HTTP header, or "".
	charset string
	file    string
	html    []byte
	err     error
}

func (p *page) read() error {
	if p.err != nil || p.file == "" {
		return p.err
	}
	p.html, p.err = os.ReadFile(p.file)
	return p.err
}

// Sends all pages of a folder or of a WARC file. A page that cannot be read is sent with its error.
func sendPages(path string, send func(page)) error {
	source, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return sendFolder(source, send)
	}
	if strings.HasSuffix(path, ".warc") || strings.HasSuffix(path, ".warc.gz") {
		return sendArchive(source, send)
	}
	return fmt.Errorf("%s: neither a folder nor a WARC file", path)
}

func isPage(name string) bool {
	extension := strings.ToLower(filepath.Ext(name))
	return extension == ".html" || extension == ".htm"
}

// Sends the pages of a folder and of those in it. Its error joins those of folders that could not be read.
func sendFolder(root string, send func(page)) error {
	var failures []error
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			failures = append(failures, err)
			return nil
		}
		if entry.IsDir() || !isPage(path) {
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		address := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
		send(page{id: filepath.ToSlash(name), source: root, address: address.String(), file: path})
		return nil
	})
	return errors.Join(append(failures, err)...)
}

// Sends the HTML pages among the responses in a WARC file.
func sendArchive(path string, send func(page)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	reader, err := webarchive.NewReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer reader.Close()
	for {
		record, err := reader.NextPayload()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if p, isHTML := newArchivedPage(path, record); isHTML {
			send(p)
		}
	}
}

// A record is valid until the next one is read, so the page is read at once.
func newArchivedPage(path string, record webarchive.Record) (p page, isHTML bool) {
	warc, isWARC := record.(webarchive.WARCRecord)
	if !isWARC || warc.Type() != "response" {
		return p, false
	}
	// The record has a type of its own; that of the HTTP header follows it.
	types := record.Fields()["Content-Type"]
	if len(types) < 2 {
		return p, false
	}
	mediaType, parameters, _ := mime.ParseMediaType(types[len(types)-1])
	if mediaType != "text/html" {
		return p, false
	}
	address := strings.Trim(record.URL(), "<>")
	p = page{id: address, source: path, address: address, charset: parameters["charset"]}
	if p.html, p.err = io.ReadAll(webarchive.DecodePayload(record)); address == "" {
		p.err = fmt.Errorf("%s: a response without target URI", path)
	}
	return p, true
}
