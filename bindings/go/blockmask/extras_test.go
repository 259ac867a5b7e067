package blockmask_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

// A thread, and text that is not visible.
const threadPage = `<!doctype html><title>Rain</title><h1>The third day</h1>
<div class=post><p>Rain fell on the city for the third day, and the river rose until it stood at the doors of the town.
<p style="display:none">Nobody sees this.</p></div>
<div class=post><p>Here it has not rained for a month, and the fields are as dry as they have been since we live here.</div>
<div class=post><p>We had to leave the house at night, with what we could carry, and came to the hills by boat.</div>`

func TestRuns(t *testing.T) {
	page := analyze(t, newAnalyzer(t, nil), rainyPage)
	i := 0
	for run := range page.Runs() {
		block := &page.Blocks()[i]
		if run.Text != block.Text(page) || run.Weight != block.Weight || run.Role != block.Role {
			t.Errorf("%d: %+v", i, run)
		}
		if run.Field != block.Field || run.HeadingLevel != block.HeadingLevel || run.Block != uint32(i) {
			t.Errorf("%d: %+v", i, run)
		}
		text, source := page.Text()[run.TextStart:run.TextEnd], rainyPage[run.SourceStart:run.SourceEnd]
		if text != run.Text || !strings.HasPrefix(source, run.Text[:4]) {
			t.Errorf("%d: %+v", i, run)
		}
		i++
	}
	if i != len(page.Blocks()) || i != 5 {
		t.Errorf("%d runs", i)
	}
	for range page.Runs() {
		break
	}
	if got := testing.AllocsPerRun(10, func() {
		for run := range page.Runs() {
			i += len(run.Text)
		}
	}); got != 0 {
		t.Errorf("%v allocations", got)
	}
}

func TestLayoutAreas(t *testing.T) {
	analyzer := newAnalyzer(t, &blockmask.Options{StyleDensity: blockmask.StyleDensityLearned})
	page := analyze(t, analyzer, threadPage)
	areas := must(page.LayoutAreas())
	if page.PageLayout() == blockmask.PageLayoutNone || page.PageLayout().String() == "unknown" || len(areas) < 2 {
		t.Fatalf("%v %+v", page.PageLayout(), areas)
	}
	for i, area := range areas {
		text := must(page.LayoutAreaText(i))
		if int(area.TextLength) != len(text) || text == "" || area.Role.String() == "unknown" {
			t.Errorf("%d: %+v %q", i, area, text)
		}
		if area.Parent != blockmask.None && int(area.Parent) >= len(areas) || area.Characters == 0 {
			t.Errorf("%d: %+v", i, area)
		}
		source := threadPage[area.SourceStart:area.SourceEnd]
		if first, _, _ := strings.Cut(text, " "); !strings.HasPrefix(source, first) {
			t.Errorf("%d: %q at %q", i, text, source)
		}
	}
	for _, index := range []int{-1, len(areas)} {
		if text, err := page.LayoutAreaText(index); !errors.Is(err, blockmask.ErrBadArgument) {
			t.Errorf("text of an area that the page does not have: %q %v", text, err)
		}
	}
	if empty := must(analyze(t, analyzer, "").LayoutAreas()); len(empty) != 0 {
		t.Errorf("%+v", empty)
	}
	if layout := analyze(t, newAnalyzer(t, nil), threadPage).PageLayout(); layout != blockmask.PageLayoutNone {
		t.Errorf("without the option: %v", layout)
	}
}

func TestComments(t *testing.T) {
	story := "<p>Rain fell on the city for the third day, and the river rose by two metres over night."
	first := "My cellar is full of water, and nobody answers the phone."
	second := "Ours is, too, since the river rose on Monday morning."
	html := "<article><h1>Rain</h1>" + strings.Repeat(story, 9) + "</article><section><h2>2 comments</h2>" +
		"<div class=comment><b>Ann</b> <time>1 May 2026</time><p>" + first + "</p><a href=#>Reply</a>" +
		"<div class=comment><b>Bob</b> <time>2 May 2026</time><p>" + second + "</p><a href=#>Reply</a></div></div></section>"
	for _, mode := range []blockmask.CommentMode{
		"", blockmask.CommentsExclude, blockmask.CommentsInclude, blockmask.CommentsOnly,
	} {
		page := analyze(t, newAnalyzer(t, &blockmask.Options{Comments: mode}), html)
		checkInvariants(t, []byte(html), page)
		comments := must(page.Comments())
		if len(comments) != 2 || comments[0].Parent != blockmask.None || comments[1].Parent != 0 {
			t.Fatalf("%s: %+v", mode, comments)
		}
		if comments[0].Author(page) != "Ann" || comments[1].Date(page) != "2 May 2026" ||
			page.CommentText(0) != first || page.CommentText(1) != second || page.CommentText(2) != "" {
			t.Errorf("%s: %q %q", mode, page.CommentText(0), page.CommentText(1))
		}
		roles := map[blockmask.Role]int{}
		for run := range page.Runs() {
			roles[run.Role]++
		}
		wantsMain := mode != blockmask.CommentsOnly
		wantsComments := mode == blockmask.CommentsInclude || mode == blockmask.CommentsOnly
		if (roles[blockmask.RoleMain] > 0) != wantsMain || (roles[blockmask.RoleComment] == 2) != wantsComments {
			t.Errorf("%s: runs of %v", mode, roles)
		}
	}
}

func TestVisual(t *testing.T) {
	page := analyze(t, newAnalyzer(t, &blockmask.Options{Visual: true}), threadPage)
	visibilities, areas := must(page.BlockVisibility()), must(page.VisualAreas())
	if len(visibilities) != len(page.Blocks()) {
		t.Fatalf("%d rows for %d blocks", len(visibilities), len(page.Blocks()))
	}
	for i, visibility := range visibilities {
		hidden := strings.HasPrefix(page.Blocks()[i].Text(page), "Nobody")
		if hidden != (visibility.Hidden == blockmask.HiddenDisplay) || hidden != (visibility.HiddenCharacters == 17) {
			t.Errorf("%d: %+v", i, visibility)
		}
	}
	headings := 0
	for _, area := range areas {
		if area.Text(page) == "The third day" && area.Width > 0 && area.Height > 0 && area.Bold == 13 {
			headings++
		}
		if area.VisualClass.String() == "unknown" || int(area.Block) >= len(page.Blocks()) || area.X > 1000 {
			t.Errorf("%+v", area)
		}
	}
	if headings != 1 {
		t.Errorf("%d headings in %+v", headings, areas)
	}
}

// Each option reaches the library: its bad values are refused by name.
type experimental = blockmask.ExperimentalOptions

func TestBadOptions(t *testing.T) {
	large := uint32(5000)
	for name, options := range map[string]blockmask.Options{
		"Options.OnLimit":                         {OnLimit: "x"},
		"Options.Mask":                            {Mask: "x"},
		"Options.StyleDensity":                    {StyleDensity: "x"},
		"Options.Experimental.TagPathFilter":      {Experimental: &experimental{TagPathFilter: "x"}},
		"Options.Experimental.TagPathStyle":       {Experimental: &experimental{TagPathStyle: "x"}},
		"Options.Experimental.TagPathContentTest": {Experimental: &experimental{TagPathContentTest: "x"}},
		"Options.Experimental.SeekerModel":        {Experimental: &experimental{SeekerModel: "x"}},
		"Options.Experimental.SeekerLearner":      {Experimental: &experimental{SeekerLearner: "x"}},
		"Options.Experimental.SeekerText":         {Experimental: &experimental{SeekerText: "x"}},
		"style_density_t1":                        {Experimental: &experimental{StyleDensityT1: &large}},
		"seeker_radius":                           {Experimental: &experimental{SeekerRadius: &large}},
		"fusion threshold":                        {Experimental: &experimental{FusionThresholdNumerator: 2, FusionThresholdDenominator: 1}},
		"max_blocks":                              {MaxBlocks: 1 << 31},
		"max_memory":                              {MaxMemory: 1},
	} {
		_, err := blockmask.New(&options)
		if !errors.Is(err, blockmask.ErrBadOption) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	zero, no := uint32(0), false
	page := analyze(t, newAnalyzer(t, &blockmask.Options{
		StyleDensity: blockmask.StyleDensityPaper, Experimental: &experimental{StyleDensityT1: &zero, StyleDensityT2: &large},
	}), threadPage)
	if areas := must(page.LayoutAreas()); len(areas) != 0 {
		t.Errorf("no text is so long: %+v", areas)
	}
	analyze(t, newAnalyzer(t, &blockmask.Options{Mask: blockmask.MaskSeeker, Experimental: &experimental{
		SeekerModel: blockmask.SeekerModelForum, SeekerLearner: blockmask.SeekerLearnerTree,
		SeekerText: blockmask.SeekerTextHeuristic, SeekerRadius: &zero, SeekerInlineCounts: &no,
	}}), threadPage)
}

// The library accepts every value that has a constant.
func TestNamedOptions(t *testing.T) {
	var all []blockmask.Options
	for _, value := range []blockmask.MaskMethod{
		blockmask.MaskDensity, blockmask.MaskLearned, blockmask.MaskStyleDensity, blockmask.MaskSeeker,
		blockmask.MaskSeekerLBS, blockmask.MaskSeekerSLS, blockmask.MaskSeekerTP, blockmask.MaskTagPath,
	} {
		all = append(all, blockmask.Options{Mask: value})
	}
	for _, value := range []blockmask.FusionMethod{
		blockmask.FusionWordWrap, blockmask.FusionTagGap, blockmask.FusionPlain, blockmask.FusionSmoothed,
		blockmask.FusionRuleBased, blockmask.FusionJustRules,
	} {
		all = append(all, blockmask.Options{Fusion: value})
	}
	all = append(all,
		blockmask.Options{OnLimit: blockmask.OnLimitTruncate, StyleDensity: blockmask.StyleDensityNone},
		blockmask.Options{TokenMode: blockmask.TokensPaper, StyleDensity: blockmask.StyleDensityPaper},
		blockmask.Options{TokenMode: blockmask.TokensUnicode, Experimental: &experimental{}})
	for _, e := range []experimental{
		{TagPathFilter: blockmask.TagPathFilterStrict, TagPathStyle: blockmask.TagPathStyleRaw},
		{TagPathFilter: blockmask.TagPathFilterLiteral, TagPathStyle: blockmask.TagPathStyleReduced},
		{TagPathStyle: blockmask.TagPathStyleNone, TagPathContentTest: blockmask.TagPathContentTestNone},
		{TagPathContentTest: blockmask.TagPathContentTestLinkHeavy, SeekerModel: blockmask.SeekerModelAuto},
		{TagPathContentTest: blockmask.TagPathContentTestRepetition, SeekerModel: blockmask.SeekerModelNews},
		{SeekerModel: blockmask.SeekerModelBlog, SeekerLearner: blockmask.SeekerLearnerForest},
		{SeekerModel: blockmask.SeekerModelForum, SeekerText: blockmask.SeekerTextWhole},
	} {
		all = append(all, blockmask.Options{Experimental: &e})
	}
	for i := range all {
		if page := analyze(t, newAnalyzer(t, &all[i]), threadPage); len(page.Blocks()) != 6 {
			t.Errorf("%+v: %d blocks", all[i], len(page.Blocks()))
		}
	}
	words := analyze(t, newAnalyzer(t, nil), "<p>\u4e2d\u6587\u5206\u8bcd").Blocks()[0].Tokens
	runs := analyze(t, newAnalyzer(t, &blockmask.Options{TokenMode: blockmask.TokensPaper}), "<p>\u4e2d\u6587\u5206\u8bcd")
	if words < 2 || runs.Blocks()[0].Tokens != 1 {
		t.Errorf("%d and %d tokens", words, runs.Blocks()[0].Tokens)
	}
}

func builtInModel(t testing.TB) []byte {
	t.Helper()
	model, err := os.ReadFile("../../../src/judge/mask/model.bin")
	if err != nil {
		t.Skip("skipped: src/judge/mask/model.bin is not there")
	}
	return model
}

// A model with another bias, the sixth word after the magic number. At the end of a model is a checksum.
func otherModel(model []byte) []byte {
	other := bytes.Clone(model[:len(model)-8])
	binary.LittleEndian.PutUint32(other[28:], 1<<20)
	sum := fnv.New64a()
	sum.Write(other)
	return binary.LittleEndian.AppendUint64(other, sum.Sum64())
}

func TestModel(t *testing.T) {
	analyzer, model := newAnalyzer(t, nil), builtInModel(t)
	before := analyze(t, analyzer, rainyPage).Blocks()
	if err := analyzer.SetModel(model[:len(model)-1]); !errors.Is(err, blockmask.ErrBadOption) {
		t.Errorf("without its end: %v", err)
	}
	for _, given := range [][]byte{model, nil, {}} {
		if err := analyzer.SetModel(given); err != nil {
			t.Error(err)
		}
		for i, block := range analyze(t, analyzer, rainyPage).Blocks() {
			if block != before[i] {
				t.Errorf("%d: %+v", i, block)
			}
		}
	}
	if err := analyzer.SetModel(otherModel(model)); err != nil {
		t.Fatal(err)
	}
	changed := false
	for i, block := range analyze(t, analyzer, rainyPage).Blocks() {
		changed = changed || block.Probability != before[i].Probability
	}
	if !changed {
		t.Error("another model changes nothing")
	}
	if err := errors.Join(analyzer.Close(), analyzer.SetModel(model)); !errors.Is(err, blockmask.ErrClosed) {
		t.Error(err)
	}
}

// All analyzers get it, while others use them and want to set models too.
func TestPoolModel(t *testing.T) {
	pool, err := blockmask.NewPool(3, nil)
	if err != nil {
		t.Fatal(err)
	}
	model, ctx := builtInModel(t), context.Background()
	var workers sync.WaitGroup
	for i := range 6 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for range 10 {
				if i%2 == 0 {
					if err := pool.SetModel(ctx, model); err != nil {
						t.Error(err)
					}
				} else if _, err := pool.Analyze(ctx, []byte(rainyPage)); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	workers.Wait()
	if err := pool.SetModel(ctx, []byte("no model")); !errors.Is(err, blockmask.ErrBadOption) {
		t.Error(err)
	}
	// One is in use: the wait ends, and those that were taken come back.
	_ = pool.Do(ctx, func(*blockmask.Analyzer) error {
		short, cancel := context.WithTimeout(ctx, 5*time.Millisecond)
		defer cancel()
		if err := pool.SetModel(short, model); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		return nil
	})
	if err := errors.Join(pool.SetModel(ctx, nil), pool.Close()); err != nil {
		t.Error(err)
	}
	if err := pool.SetModel(ctx, model); !errors.Is(err, blockmask.ErrClosed) {
		t.Error(err)
	}
}
