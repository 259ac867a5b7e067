package blockmask_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	blockmask "github.com/blockmask/blockmask/bindings/go"
)

const rainyPage = `<!DOCTYPE html><title>Rain</title>
<ul><li><a href=/>Home</a></li><li><a href=/news>News</a></li></ul>
<h1>The third day</h1>
<p>Rain fell on the city for the third day, and the river rose until it stood at the doors of the lower town, where
people carried what they had to the upper floors and waited for the boats.</p>`

func Example() {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	page, err := analyzer.Analyze([]byte(rainyPage))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(page.Title(), page.Encoding().Name)
	blocks := page.Blocks()
	for i := range blocks {
		block := &blocks[i]
		fmt.Printf("%d-%d %s %.20s\n", block.SourceStart, block.SourceEnd, block.Role, block.Text(page))
	}
	// Output:
	// Rain UTF-8
	// 22-26 title Rain
	// 53-57 navigation Home
	// 84-88 navigation News
	// 107-120 heading The third day
	// 129-316 main Rain fell on the cit
}

func ExampleAnalyzer_AnalyzeAs() {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	page, err := analyzer.AnalyzeAs([]byte("<p>caf\xe9"), "iso-8859-1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(page.Encoding().Name, ": ", page.Text())
	// Output: windows-1252: café
}

// A loop that keeps no pages writes over the tables of the last one.
func ExampleAnalyzer_AnalyzeInto() {
	analyzer, err := blockmask.New(&blockmask.Options{Omit: blockmask.TableSegments | blockmask.TableLinks})
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	var page blockmask.Page
	for _, html := range []string{"<p>one", "<p>two<p>three"} {
		if err := analyzer.AnalyzeInto(&page, []byte(html), ""); err != nil {
			log.Fatal(err)
		}
		fmt.Println(len(page.Blocks()))
	}
	// Output:
	// 1
	// 2
}

func ExamplePool_AnalyzeBatch() {
	pool, err := blockmask.NewPool(4, &blockmask.Options{MaxInput: 20})
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	pages, err := pool.AnalyzeBatch(context.Background(), [][]byte{
		[]byte("<p>short"), []byte("<p>longer than was allowed"), []byte("<p>short too"),
	})
	var failure *blockmask.PageError
	if errors.As(err, &failure) && errors.Is(err, blockmask.ErrTooLarge) {
		fmt.Println("failed:", failure.Index)
	}
	fmt.Print(pages[0].Text(), pages[2].Text())
	// Output:
	// failed: 1
	// short
	// short too
}

func ExampleFingerprint_IsNearDuplicate() {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	one, err := analyzer.Analyze([]byte(rainyPage))
	if err != nil {
		log.Fatal(err)
	}
	two, err := analyzer.Analyze([]byte(rainyPage + "<p>Imprint"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(one.Fingerprint().IsNearDuplicate(two.Fingerprint()))
	// Output: true
}
