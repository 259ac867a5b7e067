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

	blockmask "github.com/blockmask/blockmask/bindings/go"
)

// A thread, and text that nobody sees.
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
		text := page.Text()[run.TextOffset:]
		if !strings.HasPrefix(text, run.Text) || !strings.HasPrefix(rainyPage[run.SourceOffset:], run.Text[:4]) {
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

func TestAreas(t *testing.T) {
	options := blockmask.Options{StyleDensity: blockmask.StyleDensityOptions{Method: blockmask.StyleDensityLearned}}
	analyzer := newAnalyzer(t, &options)
	page := analyze(t, analyzer, threadPage)
	if page.Type() == blockmask.PageTypeUnknown || page.Type().String() == "" || len(page.Areas()) < 2 {
		t.Fatalf("%v %+v", page.Type(), page.Areas())
	}
	for i, area := range page.Areas() {
		text := page.AreaText(i)
		if int(area.TextLength) != len(text) || text == "" || area.Role.String() == "" {
			t.Errorf("%d: %+v %q", i, area, text)
		}
		source := threadPage[area.SourceStart:area.SourceEnd]
		if first, _, _ := strings.Cut(text, " "); !strings.HasPrefix(source, first) {
			t.Errorf("%d: %q at %q", i, text, source)
		}
	}
	if page.AreaText(-1) != "" || page.AreaText(len(page.Areas())) != "" {
		t.Error("texts of areas that the page does not have")
	}
	// Over the tables of a page that had areas.
	if err := analyzer.AnalyzeInto(page, nil, ""); err != nil || len(page.Areas()) != 0 {
		t.Errorf("%v %+v", err, page.Areas())
	}
	page = analyze(t, newAnalyzer(t, nil), threadPage)
	if page.Type() != blockmask.PageTypeUnknown || page.Areas() != nil || page.AreaText(0) != "" {
		t.Errorf("not asked for: %v %+v", page.Type(), page.Areas())
	}
}

func TestVisual(t *testing.T) {
	page := analyze(t, newAnalyzer(t, &blockmask.Options{Visual: true}), threadPage)
	if len(page.BlockLooks()) != len(page.Blocks()) {
		t.Fatalf("%d looks of %d blocks", len(page.BlockLooks()), len(page.Blocks()))
	}
	for i, look := range page.BlockLooks() {
		unseen := strings.HasPrefix(page.Blocks()[i].Text(page), "Nobody")
		if unseen != (look.Unseen == blockmask.UnseenDisplay) || unseen != (look.UnseenCharacters == 17) {
			t.Errorf("%d: %+v", i, look)
		}
	}
	seen := 0
	for _, area := range page.VisualAreas() {
		if area.Text(page) == "The third day" && area.Width > 0 && area.Height > 0 && area.Bold == 13 {
			seen++
		}
		if area.Class.String() == "" || int(area.Block) >= len(page.Blocks()) || area.X > 1000 {
			t.Errorf("%+v", area)
		}
	}
	if seen != 1 {
		t.Errorf("%d headings in %+v", seen, page.VisualAreas())
	}
	page = analyze(t, newAnalyzer(t, nil), threadPage)
	if page.VisualAreas() != nil || page.BlockLooks() != nil {
		t.Error("not asked for")
	}
}

// Each option reaches the library: its bad values are refused by name.
func TestMaskOptions(t *testing.T) {
	large := uint32(5000)
	for name, options := range map[string]blockmask.Options{
		"StyleDensity.Method": {StyleDensity: blockmask.StyleDensityOptions{Method: 3}},
		"style_density_t1":    {StyleDensity: blockmask.StyleDensityOptions{T1: &large}},
		"Seeker.Model":        {Seeker: blockmask.SeekerOptions{Model: 4}},
		"Seeker.Learner":      {Seeker: blockmask.SeekerOptions{Learner: 2}},
		"Seeker.Text":         {Seeker: blockmask.SeekerOptions{Text: 2}},
		"seeker_radius":       {Seeker: blockmask.SeekerOptions{Radius: &large}},
	} {
		_, err := blockmask.New(&options)
		if !errors.Is(err, blockmask.ErrBadOption) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	zero := uint32(0)
	paper := blockmask.StyleDensityOptions{Method: blockmask.StyleDensityPaper, T1: &zero, T2: &large}
	page := analyze(t, newAnalyzer(t, &blockmask.Options{StyleDensity: paper}), threadPage)
	if len(page.Areas()) != 0 {
		t.Errorf("no text is so long: %+v", page.Areas())
	}
	seeker := blockmask.SeekerOptions{Model: blockmask.SeekerForum, Learner: blockmask.SeekerTree, Radius: &zero}
	analyze(t, newAnalyzer(t, &blockmask.Options{Mask: blockmask.MaskSeeker, Seeker: seeker}), threadPage)
}

func builtInModel(t testing.TB) []byte {
	t.Helper()
	model, err := os.ReadFile("../../src/mask/model.bin")
	if err != nil {
		t.Skip("skipped: ../../src/mask/model.bin is not there")
	}
	return model
}

// A model with another bias, the sixth word behind the magic number. At the end of a model is a checksum.
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
