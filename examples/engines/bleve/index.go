package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/document"
	"golang.org/x/sys/unix"
)

// How many pages are committed together. What was committed survives a killed process, and the next run continues.
const batchSize = 500

// How long to wait for a process that has the index open: one that writes excludes all others.
const lockTimeout = "5s"

// The internal key of the total length of all documents, for BM25.
var lengthKey = []byte("length")

// What became of a page.
type result struct {
	id        string
	doc       *document.Document
	state     state
	unchanged bool
	err       error
}

// An indexer writes pages to an index. All but the workers run in one goroutine.
type indexer struct {
	index bleve.Index
	batch *bleve.Batch
	// The pages of the index without those of the path that is being indexed, which workers may read; and those.
	known, fresh map[string]state
	// The total length of all documents, with those of the batch.
	length int64

	indexed, unchanged, deleted, failed int
	blockmaskTime                       time.Duration
}

func openForWriting(path string, plain bool) (bleve.Index, error) {
	m, err := newMapping(plain)
	if err != nil {
		return nil, err
	}
	idx, err := bleve.OpenUsing(path, map[string]any{"bolt_timeout": lockTimeout})
	if errors.Is(err, bleve.ErrorIndexPathDoesNotExist) || errors.Is(err, bleve.ErrorIndexMetaMissing) {
		idx, err = bleve.New(path, m)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if isPlain(idx.Mapping()) != plain {
		_ = idx.Close()
		return nil, fmt.Errorf("%s: was made with --plain or is to be, but not both", path)
	}
	return idx, nil
}

func newIndexer(idx bleve.Index) (*indexer, error) {
	known, err := readStates(idx)
	if err != nil {
		return nil, err
	}
	length, err := totalLength(idx)
	return &indexer{index: idx, batch: idx.NewBatch(), known: known, fresh: make(map[string]state), length: length}, err
}

func totalLength(idx bleve.Index) (int64, error) {
	value, err := idx.GetInternal(lengthKey)
	if err != nil || len(value) != 8 {
		return 0, err
	}
	return int64(binary.LittleEndian.Uint64(value)), nil
}

// Reads what is known of all pages from the column of their states, without their texts.
func readStates(idx bleve.Index) (map[string]state, error) {
	advanced, err := idx.Advanced()
	if err != nil {
		return nil, err
	}
	reader, err := advanced.Reader()
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	columns, err := reader.DocValueReader([]string{sourceField, stateField})
	if err != nil {
		return nil, err
	}
	ids, err := reader.DocIDReaderAll()
	if err != nil {
		return nil, err
	}
	defer ids.Close()
	states := make(map[string]state)
	for {
		internal, err := ids.Next()
		if err != nil || internal == nil {
			return states, err
		}
		id, err := reader.ExternalID(internal)
		if err != nil {
			return nil, err
		}
		var s state
		if err := columns.VisitDocValues(internal, s.read); err != nil {
			return nil, err
		}
		states[id] = s
	}
}

// Indexes all pages of a folder or a WARC file, and deletes those that are gone from a folder.
func (x *indexer) add(path string) error {
	pages, results := make(chan page), make(chan result, 4*runtime.GOMAXPROCS(0))
	var workers sync.WaitGroup
	var mu sync.Mutex
	for range runtime.GOMAXPROCS(0) {
		worker, err := newIngester(x.index.Mapping())
		if err != nil {
			return err
		}
		workers.Go(func() {
			defer worker.close()
			work(worker, x.known, pages, results)
			mu.Lock()
			defer mu.Unlock()
			x.blockmaskTime += worker.blockmaskTime()
		})
	}
	seen := make(map[string]bool)
	var failure error
	go func() {
		// Of several pages with one address the first counts.
		failure = sendPages(path, func(p page) {
			if !seen[p.id] {
				seen[p.id] = true
				pages <- p
			}
		})
		close(pages)
		workers.Wait()
		close(results)
	}()
	commitFailure := x.collect(results)
	maps.Copy(x.known, x.fresh)
	clear(x.fresh)
	if failure == nil && commitFailure == nil {
		commitFailure = x.deleteGone(path, seen)
	}
	return errors.Join(failure, commitFailure)
}

// Makes documents of pages, but not of those that are known already.
func work(worker ingester, known map[string]state, pages <-chan page, results chan<- result) {
	// For threadTime.
	runtime.LockOSThread()
	for p := range pages {
		r := result{id: p.id}
		if r.err = p.read(); r.err == nil {
			old, isKnown := known[p.id]
			r.state = state{source: p.source, hash: hashOf(p.html)}
			if isKnown && old.hash == r.state.hash && old.source == p.source {
				r.unchanged = true
			} else if r.doc, r.state.length, r.err = worker.ingest(&p); r.err == nil {
				r.state.addTo(r.doc)
			}
		}
		results <- r
	}
}

// Writes results until there are no more, also after an error, so that the workers end.
func (x *indexer) collect(results <-chan result) (failure error) {
	for r := range results {
		switch {
		case r.err != nil:
			fmt.Fprintf(os.Stderr, "%s: %v\n", r.id, r.err)
			x.failed++
		case r.unchanged:
			x.unchanged++
		case failure == nil:
			failure = x.put(r)
		}
	}
	if failure != nil {
		return failure
	}
	return x.commit()
}

func (x *indexer) put(r result) error {
	if err := x.batch.IndexAdvanced(r.doc); err != nil {
		return err
	}
	x.indexed++
	x.length += int64(r.state.length - x.known[r.id].length)
	x.fresh[r.id] = r.state
	return x.commitIfFull()
}

// Deletes the pages of a folder that it does not have any more; a WARC file is not expected to lose pages.
func (x *indexer) deleteGone(path string, seen map[string]bool) error {
	source, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if info, err := os.Stat(source); err != nil || !info.IsDir() {
		return err
	}
	for id, state := range x.known {
		if state.source != source || seen[id] {
			continue
		}
		x.batch.Delete(id)
		x.deleted++
		x.length -= int64(state.length)
		delete(x.known, id)
		if err := x.commitIfFull(); err != nil {
			return err
		}
	}
	return x.commit()
}

func (x *indexer) commitIfFull() error {
	if x.batch.Size() < batchSize {
		return nil
	}
	return x.commit()
}

// Commits the batch with the total length of the documents that the index then has, and waits until both are on disk.
func (x *indexer) commit() error {
	if x.batch.Size() == 0 {
		return nil
	}
	x.batch.SetInternal(lengthKey, binary.LittleEndian.AppendUint64(nil, uint64(x.length)))
	err := x.index.Batch(x.batch)
	x.batch.Reset()
	return err
}

// The processor time that the process has used.
func processTime() time.Duration {
	var usage unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func folderSize(path string) (size int64, err error) {
	err = filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}
