// Command bleve indexes HTML pages with Bleve and blockmask, and searches them.
//
//	bleve index INDEX PATH...
//	bleve search INDEX QUERY...
//	bleve stats INDEX
//
// README.md says more.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/blevesearch/bleve/v2"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

const usage = `usage: bleve index [--plain] INDEX PATH...
       bleve search [--limit N] [--kind KIND] [--duplicates] [--stock] INDEX QUERY...
       bleve search [--limit N] [--kind KIND] [--duplicates] [--stock] INDEX --queries FILE
       bleve stats INDEX
`

// The exit status of wrong usage.
const badUsage = 2

var errUsage = errors.New("wrong usage")

// Some pages failed, each of which was reported.
var errPages = errors.New("some pages failed")

// Parses options that stand before or after the name of the index, and returns the name and the other arguments.
func parse(flags *flag.FlagSet, arguments []string) (string, []string, error) {
	flags.SetOutput(os.Stderr)
	flags.Usage = func() {}
	if err := flags.Parse(arguments); err != nil || flags.NArg() == 0 {
		return "", nil, errUsage
	}
	path := flags.Arg(0)
	if err := flags.Parse(flags.Args()[1:]); err != nil {
		return "", nil, errUsage
	}
	return path, flags.Args(), nil
}

func runIndex(arguments []string) error {
	flags := flag.NewFlagSet("index", flag.ContinueOnError)
	plain := flags.Bool("plain", false, "")
	path, folders, err := parse(flags, arguments)
	if err != nil || len(folders) == 0 {
		return errUsage
	}
	idx, err := openForWriting(path, *plain)
	if err != nil {
		return err
	}
	x, err := newIndexer(idx)
	if err != nil {
		return errors.Join(err, idx.Close())
	}
	var failures []error
	for _, folder := range folders {
		failures = append(failures, x.add(folder))
	}
	if err := errors.Join(append(failures, idx.Close())...); err != nil {
		return errors.Join(err, report(x, path))
	}
	return report(x, path)
}

func report(x *indexer, path string) error {
	size, err := folderSize(path)
	if err != nil {
		return err
	}
	const line = "indexed %d, unchanged %d, deleted %d, failed %d pages; %.2f s CPU, of it %.2f s blockmask; "
	fmt.Printf(line+"index %d bytes\n",
		x.indexed, x.unchanged, x.deleted, x.failed, processTime().Seconds(), x.blockmaskTime.Seconds(), size)
	if x.failed > 0 {
		return errPages
	}
	return nil
}

func openForReading(path string) (bleve.Index, error) {
	idx, err := bleve.OpenUsing(path, map[string]any{"read_only": true, "bolt_timeout": lockTimeout})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return idx, nil
}

// Reports whether blockmask knows a kind of page of this name.
func isKind(name string) bool {
	for kind := blockmask.PageKind(0); kind.String() != "unknown"; kind++ {
		if kind.String() == name {
			return true
		}
	}
	return false
}

func runSearch(arguments []string) error {
	var o options
	flags := flag.NewFlagSet("search", flag.ContinueOnError)
	flags.IntVar(&o.limit, "limit", 10, "")
	flags.StringVar(&o.kind, "kind", "", "")
	flags.BoolVar(&o.duplicates, "duplicates", false, "")
	flags.BoolVar(&o.stock, "stock", false, "")
	queries := flags.String("queries", "", "")
	path, queryWords, err := parse(flags, arguments)
	if err != nil || o.limit < 1 || (*queries == "") == (len(queryWords) == 0) || o.kind != "" && !isKind(o.kind) {
		return errUsage
	}
	idx, err := openForReading(path)
	if err != nil {
		return err
	}
	defer idx.Close()
	s, err := newSearcher(idx, o)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	if *queries != "" {
		err = s.writeRanks(out, *queries)
	} else {
		err = s.writeHits(out, strings.Join(queryWords, " "))
	}
	return errors.Join(err, out.Flush())
}

func runStats(arguments []string) error {
	path, rest, err := parse(flag.NewFlagSet("stats", flag.ContinueOnError), arguments)
	if err != nil || len(rest) > 0 {
		return errUsage
	}
	idx, err := openForReading(path)
	if err != nil {
		return err
	}
	defer idx.Close()
	pages, err := idx.DocCount()
	if err != nil {
		return err
	}
	size, err := folderSize(path)
	fmt.Printf("%d pages, %d bytes\n", pages, size)
	return err
}

func main() {
	commands := map[string]func([]string) error{"index": runIndex, "search": runSearch, "stats": runStats}
	err := errUsage
	if len(os.Args) > 1 && commands[os.Args[1]] != nil {
		err = commands[os.Args[1]](os.Args[2:])
	}
	switch {
	case errors.Is(err, errUsage):
		fmt.Fprint(os.Stderr, usage)
		os.Exit(badUsage)
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
