package blockmask_test

import (
	"fmt"
	"log"
	"strings"
	"testing"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

const factual = "<html lang=en><meta name=robots content='max-snippet:50'><meta name=otherbot content=noindex>" +
	"<meta name=googlebot content=nofollow><link rel=canonical href=/c><meta property=og:image content=i.png>" +
	"<link rel=alternate hreflang=de href=/de><meta property=article:published_time content=2026-05-02>" +
	"<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"dateModified\":\"2026-05-03\"}</script>" +
	"<p>Rain <span data-nosnippet>fell</span> <b data-no-search>here</b>."

// What a page says about itself, with the headers that came with it.
func ExamplePage_Facts() {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	html := "<meta name=googlebot content=nofollow><meta property=article:published_time content=2026-05-02>" +
		"<p>Rain fell on the city."
	page, err := analyzer.Analyze([]byte(html))
	if err != nil {
		log.Fatal(err)
	}
	facts, err := page.Facts(blockmask.FactOptions{XRobotsTag: "noarchive", Agents: []string{"googlebot"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, fact := range facts {
		fmt.Println(fact.Kind, fact.Name, fact.Value, fact.Origin)
	}
	// Output:
	// robots nofollow  none
	// robots noarchive  none
	// directive googlebot nofollow meta
	// directive robots noarchive header
	// published  2026-05-02 meta
}

func TestFacts(t *testing.T) {
	options := blockmask.FactOptions{
		XRobotsTag: "noarchive\nnosnippet", Agents: []string{"bingbot", "googlebot"},
		ExclusionAttributes: []string{"data-no-search"}, Headers: "Content-Signal: search=yes\ntdm-policy: /p",
	}
	input := blockmask.Input{HTML: []byte(factual), Address: "https://example.org/a/b"}
	page := must(newAnalyzer(t, nil).AnalyzeInput(input))
	for range 2 {
		var found []string
		for _, fact := range must(page.Facts(options)) {
			found = append(found, strings.TrimRight(fmt.Sprintln(fact.Kind, fact.Name, fact.Value,
				factual[fact.SourceStart:fact.SourceEnd], fact.Origin, fact.Confidence, fact.Applies), "\n"))
		}
		if got := strings.Join(found, "\n"); got != factsOfFactual {
			t.Errorf("%s\nnot\n%s", got, factsOfFactual)
		}
	}
	if facts := must(analyze(t, newAnalyzer(t, nil), "").Facts(blockmask.FactOptions{})); len(facts) != 0 {
		t.Errorf("%+v of nothing", facts)
	}
	if blockmask.FactKind(99).String()+blockmask.FactOrigin(99).String()+blockmask.FactKind(0).String() !=
		"unknownunknownunknown" {
		t.Error("names of numbers that there are not")
	}
}

// Kind, name, value, source, origin, confidence, and whether it applies.
const factsOfFactual = `robots nofollow   none 0 false
robots nosnippet   none 0 false
robots noarchive   none 0 false
robots max-snippet 0  none 0 false
directive robots max-snippet: 50 max-snippet:50 meta 0 true
directive googlebot nofollow nofollow meta 0 true
directive robots noarchive  header 0 true
directive robots nosnippet  header 0 true
canonical  https://example.org/c /c link 0 false
alternate de https://example.org/de /de link 0 false
language  en en attribute 0 false
image  https://example.org/a/i.png i.png meta 0 false
type  NewsArticle NewsArticle json-ld 0 false
published  2026-05-02 2026-05-02 meta 91 false
modified  2026-05-03 2026-05-03 json-ld 86 false
exclusion data-nosnippet snippet <span data-nosnippet>fell</span> none 0 false
exclusion attribute index <b data-no-search>here</b> none 0 false
usage ai-input denied noarchive  header 0 true
usage ai-training denied noarchive  header 0 true
usage snippet denied nosnippet  header 0 true
usage ai-input denied nosnippet  header 0 false
usage search allowed content-signal  header 0 true
tdm_policy  https://example.org/p  header 0 false`

func TestProperties(t *testing.T) {
	html := `<title>Bread</title><script type="application/ld+json">{"@type":"Recipe","name":"Bread",` +
		`"author":{"@type":"Person","name":"Ann Smith"}}</script><h1>Bread</h1><p>Mix flour and water, then wait a day.`
	page := analyze(t, newAnalyzer(t, nil), html)
	var found []string
	for _, fact := range must(page.Facts(blockmask.FactOptions{Properties: true})) {
		if fact.Kind >= blockmask.FactAuthor {
			found = append(found, strings.TrimRight(fmt.Sprintln(fact.Kind, fact.Name, fact.Value,
				html[fact.SourceStart:fact.SourceEnd], fact.Origin, fact.ObjectType, fact.Entity), "\n"))
		}
	}
	want := []string{
		"author  Ann Smith Ann Smith json-ld  0", "headline  Bread Bread visual  0",
		"property name Bread Bread json-ld Recipe 0", "property author.name Ann Smith Ann Smith json-ld Person 0",
	}
	if got := strings.Join(found, "\n"); got != strings.Join(want, "\n") {
		t.Error(got)
	}
	for _, fact := range must(page.Facts(blockmask.FactOptions{})) {
		if fact.Kind == blockmask.FactProperty {
			t.Errorf("%+v, which was not asked for", fact)
		}
	}
}
