package blockmask_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

const treePage = "<!DOCTYPE html><ul><li class=ad>1<li><a href='/?a&amp;b' hidden>Caf\u00e9</a><!--c--></ul>"

func TestTree(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	page := must(analyzer.Parse(blockmask.Input{HTML: []byte(treePage)}, ""))
	defer page.Close()
	nodes, attributes := must(page.Nodes()), must(page.Attributes())
	var outline []string
	for _, node := range nodes {
		outline = append(outline, fmt.Sprint(node.Depth, node.NodeKind, node.Name))
	}
	// Depth, kind and name of each node.
	want := "0 0|1 1html|1 2html|2 2head|2 2body|3 2ul|4 2li|5 3|4 2li|5 2a|6 3|5 4"
	if got := strings.Join(outline, "|"); got != want {
		t.Errorf("%q", got)
	}
	a := nodes[9]
	if a.Name != "a" || nodes[a.Parent].Name != "li" || treePage[a.SourceStart:a.ContentStart] != "<a href='/?a&amp;b' hidden>" {
		t.Error(a)
	}
	href := attributes[a.FirstAttribute]
	value, text, comment := must(page.AttributeValue(int(a.FirstAttribute))), must(page.NodeText(10)), must(page.NodeText(11))
	if href.Name != "href" || href.IsLast || value != "/?a&b" || text != "Caf\u00e9" || comment != "c" {
		t.Error(href, value, text, comment)
	}
	if !attributes[a.FirstAttribute+1].IsLast || page.Text() != "" || len(page.Blocks()) != 0 {
		t.Error(attributes, page.Text())
	}
	row := must(analyzer.Parse(blockmask.Input{HTML: []byte("<td>1<td>2")}, "tr"))
	defer row.Close()
	if cells := must(row.Nodes()); len(cells) != 5 || cells[1].Name != "td" {
		t.Error(cells)
	}
	analyzed := analyze(t, analyzer, treePage)
	defer analyzed.Close()
	if found := must(analyzed.BlockNodes()); len(found) != len(analyzed.Blocks()) || must(analyzed.Nodes())[found[0]].Name != "li" {
		t.Error(found)
	}
}

func TestSelectors(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	page := must(analyzer.Parse(blockmask.Input{HTML: []byte(treePage)}, ""))
	selector := must(blockmask.CompileSelector("ul > li:not(.ad), li > [href]"))
	if found := must(page.Select(selector, 0)); !slices.Equal(found, []uint32{8, 9}) {
		t.Error(found)
	}
	if below := must(page.Select(selector, 8)); !slices.Equal(below, []uint32{9}) {
		t.Error(below)
	}
	if one, around, none := must(page.Closest(selector, 9)), must(page.Closest(selector, 11)), must(page.Closest(selector, 6)); one != 9 || around != 8 || none != blockmask.None {
		t.Error(one, around, none)
	}
	if !must(page.Matches(selector, 9)) || must(page.Matches(selector, 11)) || must(page.Matches(selector, 6)) {
		t.Error("matches")
	}
	for text, place := range map[string]string{"": "byte 0", "p:hover": "byte 1", "a[b='c]": "byte 4", strings.Repeat("a,", 1<<20): "1 MiB"} {
		_, err := blockmask.CompileSelector(text)
		if !errors.Is(err, blockmask.ErrBadArgument) || !strings.Contains(err.Error(), place) {
			t.Error(err)
		}
	}
	page.Close()
	if _, err := page.Select(selector, 0); !errors.Is(err, blockmask.ErrClosed) {
		t.Error(err)
	}
	wide := must(analyzer.Parse(blockmask.Input{HTML: []byte(strings.Repeat("<p>", 20000))}, ""))
	defer wide.Close()
	if _, err := wide.Select(must(blockmask.CompileSelector("b ~ p")), 0); !errors.Is(err, blockmask.ErrLimitReached) {
		t.Error(err)
	}
}
