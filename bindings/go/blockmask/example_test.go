package blockmask_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"
	"unicode"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

const rainyPage = `<!DOCTYPE html><title>Rain</title>
<ul><li><a href=/>Home</a></li><li><a href=/news>News</a></li></ul>
<h1>The third day</h1>
<p>Rain fell on the city for the third day, and the river rose until it stood at the doors of the lower town, where
people carried what they had to the upper floors and waited for the boats.</p>`

// The program of the README.
func Example() {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		panic(err)
	}
	defer analyzer.Close()
	html := "<nav><a href=/>Home</a></nav><p>Rain fell on the city for the third day, and the river rose."
	page, err := analyzer.Analyze([]byte(html))
	if err != nil {
		panic(err)
	}
	defer page.Close()
	for _, block := range page.Blocks() {
		fmt.Println(block.Role, block.Field, block.Weight, block.Text(page))
	}
	// Output:
	// navigation link 2 Home
	// main text 4 Rain fell on the city for the third day, and the river rose.
}

// What holds for the page as a whole, and where its blocks are.
func ExamplePage() {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	page, err := analyzer.Analyze([]byte(rainyPage))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(page.Title(), page.Encoding(), page.EncodingSource(), page.Kind())
	for _, block := range page.Blocks() {
		fmt.Printf("%d-%d %s %.20s\n", block.SourceStart, block.SourceEnd, block.Role, block.Text(page))
	}
	// Output:
	// Rain UTF-8 utf8-validity service
	// 22-26 title Rain
	// 53-57 navigation Home
	// 84-88 navigation News
	// 107-120 heading The third day
	// 129-316 main Rain fell on the cit
}

// A highlighter marks a match in the page as it was passed in.
func ExamplePage_MapTextRange() {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	html := "<p>The Caf&eacute; is open."
	page, err := analyzer.Analyze([]byte(html))
	if err != nil {
		log.Fatal(err)
	}
	match := strings.Index(page.Text(), "Café")
	start, end, err := page.MapTextRange(uint32(match), uint32(match+len("Café")))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(html[:start] + "<mark>" + html[start:end] + "</mark>" + html[end:])
	// Output: <p>The <mark>Caf&eacute;</mark> is open.
}

func ExampleAnalyzer_AnalyzeInput() {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	page, err := analyzer.AnalyzeInput(blockmask.Input{HTML: []byte("<p>caf\xe9"), Charset: "iso-8859-1"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(page.Encoding(), ": ", page.Text())
	// Output: windows-1252: café
}

// A loop closes each page, whose memory is then for the next one.
func ExamplePage_Close() {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	for _, html := range []string{"<p>one", "<p>two<p>three"} {
		page, err := analyzer.Analyze([]byte(html))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(len(page.Blocks()))
		page.Close()
	}
	// Output:
	// 1
	// 2
}

func ExamplePool_AnalyzeInputs() {
	pool, err := blockmask.NewPool(4, &blockmask.Options{MaxInput: 20})
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	pages, err := pool.AnalyzeInputs(context.Background(), []blockmask.Input{
		{HTML: []byte("<p>short")}, {HTML: []byte("<p>longer than was allowed")}, {HTML: []byte("<p>short too")},
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

// Markdown for a language model, which cites a block; the block says which bytes of the page that is.
func ExamplePage_Markdown() {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	page, err := analyzer.Analyze([]byte("<h1>The river</h1><p>Rain fell on the <b>city</b> for the third day."))
	if err != nil {
		log.Fatal(err)
	}
	markdown, err := page.Markdown(blockmask.RenderOptions{Links: true})
	if err != nil {
		log.Fatal(err)
	}
	for _, piece := range markdown.Pieces {
		block, text := page.Blocks()[piece.Block], markdown.Text[piece.RenderedStart:piece.RenderedEnd]
		fmt.Printf("%d-%d %s\n", block.SourceStart, block.SourceEnd, text)
	}
	// Output:
	// 4-13 # The river
	// 21-68 Rain fell on the **city** for the third day.
}

// Passages that are no longer than a model takes, by the tokens of its tokenizer; here each letter is one.
func ExamplePage_Passages() {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	page, err := analyzer.Analyze([]byte("<h1>The river</h1><p>Rain fell on the city for the third day. The river rose."))
	if err != nil {
		log.Fatal(err)
	}
	var letters []uint32
	for i, r := range page.Text() {
		if unicode.IsLetter(r) {
			letters = append(letters, uint32(i))
		}
	}
	passages, err := page.Passages(blockmask.PassageOptions{MaxTokens: 50, TokenStarts: letters})
	if err != nil {
		log.Fatal(err)
	}
	for _, passage := range passages {
		fmt.Printf("%d %q %v\n", passage.Tokens, passage.Text, passage.Roles)
	}
	// Output:
	// 39 "The river\nRain fell on the city for the third day." [{heading 8} {main 31}]
	// 12 "The river rose." [{main 12}]
}

func ExampleFingerprint_IsNearDuplicate() {
	analyzer, err := blockmask.New(&blockmask.Options{Parts: blockmask.PartFingerprint})
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	var fingerprints []*blockmask.Fingerprint
	for _, html := range []string{rainyPage, rainyPage + "<p>Imprint"} {
		page, err := analyzer.Analyze([]byte(html))
		if err != nil {
			log.Fatal(err)
		}
		fingerprint, err := page.Fingerprint()
		if err != nil {
			log.Fatal(err)
		}
		fingerprints = append(fingerprints, fingerprint)
		page.Close()
	}
	fmt.Println(fingerprints[0].IsNearDuplicate(fingerprints[1]))
	// Output: true
}
