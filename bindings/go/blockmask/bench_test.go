//go:build linux

package blockmask_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
	"github.com/blockmask/blockmask/bindings/go/blockmask/internal/cloop"
)

// The pages of 20 kB and more in the directory BLOCKMASK_PAGES, or generated ones.
func benchmarkPages(b *testing.B) [][]byte {
	directory := os.Getenv("BLOCKMASK_PAGES")
	if directory == "" {
		return [][]byte{articleOfSize(20_000), articleOfSize(100_000)}
	}
	names, _ := filepath.Glob(filepath.Join(directory, "*"))
	var pages [][]byte
	for _, name := range names {
		if page, err := os.ReadFile(name); err == nil && len(page) >= 20_000 {
			pages = append(pages, page)
		}
	}
	if len(pages) == 0 {
		b.Skipf("skipped: %s has no page of 20 kB or more", directory)
	}
	return pages
}

type runner struct {
	name string
	run  func(html []byte, times int) error
}

// The ways to analyze a page; the last one stays in C.
func runners(b *testing.B) []runner {
	analyzer, loop := must(blockmask.New(nil)), must(cloop.New(true))
	b.Cleanup(func() { analyzer.Close() })
	b.Cleanup(loop.Close)
	inGo := func(read func(*blockmask.Page)) func(html []byte, times int) error {
		return func(html []byte, times int) error {
			for range times {
				page, err := analyzer.Analyze(html)
				if err != nil {
					return err
				}
				read(page)
				page.Close()
			}
			return nil
		}
	}
	return []runner{
		{"Blocks", inGo(func(*blockmask.Page) {})},
		{"AllTables", inGo(func(page *blockmask.Page) {
			_, _, _ = must(page.Links()), must(page.Comments()), must(page.Structure())
			_, _ = must(page.Images()), must(page.KindProbabilities())
		})},
		{"C", loop.AnalyzeTimes},
	}
}

func BenchmarkAnalyze(b *testing.B) {
	pages := benchmarkPages(b)
	total := 0
	for _, page := range pages {
		total += len(page)
	}
	for _, runner := range runners(b) {
		b.Run(runner.name, func(b *testing.B) {
			b.SetBytes(int64(total))
			b.ReportAllocs()
			for b.Loop() {
				for _, page := range pages {
					if err := runner.run(page, 1); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func BenchmarkOverhead(b *testing.B) {
	pages, runners := benchmarkPages(b), runners(b)
	for _, runner := range runners[:2] {
		b.Run(runner.name, func(b *testing.B) { compare(b, pages, runner.run, runners[2].run) })
	}
}

// Alternates between the two and compares their processor time, which includes the garbage collector and depends little on
// other work on the machine.
func compare(b *testing.B, pages [][]byte, inGo, inC func([]byte, int) error) {
	const times = 5
	cost := func(run func([]byte, int) error, html []byte) time.Duration {
		start := processorTime()
		if err := run(html, times); err != nil {
			b.Fatal(err)
		}
		return processorTime() - start
	}
	var goTotal, cTotal time.Duration
	goFirst := false
	for b.Loop() {
		// The first one finds the page out of cache.
		goFirst = !goFirst
		for _, page := range pages {
			if goFirst {
				goTotal += cost(inGo, page)
			}
			cTotal += cost(inC, page)
			if !goFirst {
				goTotal += cost(inGo, page)
			}
		}
	}
	b.ReportMetric(100*float64(goTotal-cTotal)/float64(cTotal), "%-over-C")
}

// The processor time that the process has used.
func processorTime() time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
