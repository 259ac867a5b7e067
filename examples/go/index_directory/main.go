// Command index_directory writes a table of the blocks of all pages in a directory, as tab-separated values, with
// several goroutines.
//
//	go run . pages 4 > blocks.tsv
//
// Each goroutine takes the next page and an analyzer from a pool. The table is in the order of the names, whatever the
// order in which pages are done. A page that cannot be analyzed is reported and left out; the others are not affected.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

const header = "file\tstart\tend\ttokens\tlinked\tdensity\trole\tweight\theading\tpath\ttext\n"

// What is written about a page.
type result struct {
	rows []byte
	err  error
}

// A page to index, and the channel for its result.
type job struct {
	name   string
	result chan result
}

func appendColumn(rows []byte, number uint32, end byte) []byte {
	return append(strconv.AppendUint(rows, uint64(number), 10), end)
}

func appendRows(rows []byte, name string, page *blockmask.Page) ([]byte, error) {
	blocks := page.Blocks()
	for i := range blocks {
		block := &blocks[i]
		path, err := page.TagPath(i)
		if err != nil {
			return nil, err
		}
		rows = append(append(rows, name...), '\t')
		rows = appendColumn(rows, block.SourceStart, '\t')
		rows = appendColumn(rows, block.SourceEnd, '\t')
		rows = appendColumn(rows, block.Tokens, '\t')
		rows = appendColumn(rows, block.LinkedTokens, '\t')
		rows = appendColumn(rows, block.DensityTokens, '/')
		rows = appendColumn(rows, block.DensityLines, '\t')
		rows = append(append(rows, block.Role.String()...), '\t')
		rows = appendColumn(rows, uint32(block.Weight), '\t')
		rows = appendColumn(rows, uint32(block.HeadingLevel), '\t')
		rows = append(append(rows, path...), '\t')
		rows = append(append(rows, block.Text(page)...), '\n')
	}
	return rows, nil
}

func indexPage(pool *blockmask.Pool, directory, name string) result {
	html, err := os.ReadFile(filepath.Join(directory, name))
	if err != nil {
		return result{err: err}
	}
	page, err := pool.Analyze(context.Background(), html)
	if err != nil {
		return result{err: err}
	}
	defer page.Close()
	rows, err := appendRows(nil, name, page)
	return result{rows, err}
}

// Sends the jobs to the workers, and in the same order to the channel that it returns. Its capacity limits how many jobs
// are in progress.
func start(pool *blockmask.Pool, directory string, names []string, workers int) <-chan job {
	todo, started := make(chan job), make(chan job, 4*workers)
	for range workers {
		go func() {
			for job := range todo {
				job.result <- indexPage(pool, directory, job.name)
			}
		}()
	}
	go func() {
		defer close(started)
		defer close(todo)
		for _, name := range names {
			job := job{name, make(chan result, 1)}
			started <- job
			todo <- job
		}
	}()
	return started
}

// The names of all files that are not hidden, sorted by bytes.
func pagesOf(directory string) ([]string, error) {
	entries, err := os.ReadDir(directory)
	var names []string
	for _, entry := range entries {
		if entry.Name()[0] != '.' {
			names = append(names, entry.Name())
		}
	}
	return names, err
}

func run(directory string, workers int) (failed bool, err error) {
	names, err := pagesOf(directory)
	if err != nil {
		return false, err
	}
	pool, err := blockmask.NewPool(workers, nil)
	if err != nil {
		return false, err
	}
	defer pool.Close()
	out := bufio.NewWriter(os.Stdout)
	out.WriteString(header)
	for job := range start(pool, directory, names, workers) {
		result := <-job.result
		out.Write(result.rows)
		if result.err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", job.name, result.err)
			failed = true
		}
	}
	// The writer keeps the first error and then ignores all writes.
	return failed, out.Flush()
}

func main() {
	workers := runtime.GOMAXPROCS(0)
	if len(os.Args) == 3 {
		workers, _ = strconv.Atoi(os.Args[2])
	}
	if len(os.Args) != 2 && len(os.Args) != 3 || workers < 1 {
		fmt.Fprintf(os.Stderr, "usage: %s DIRECTORY [GOROUTINES]\n", os.Args[0])
		os.Exit(2)
	}
	failed, err := run(os.Args[1], workers)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}
