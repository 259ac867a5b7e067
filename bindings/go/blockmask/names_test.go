package blockmask_test

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

func TestNames(t *testing.T) {
	for want, value := range map[string]fmt.Stringer{
		"main":                  blockmask.RoleMain,
		"hidden":                blockmask.RoleHidden,
		"title":                 blockmask.FieldTitle,
		"in-page-link":          blockmask.FieldInPageLink,
		"article":               blockmask.KindArticle,
		"documentation":         blockmask.KindDocumentation,
		"bom":                   blockmask.EncodingBOM,
		"detector":              blockmask.EncodingDetector,
		"none":                  blockmask.PageLayoutNone,
		"article-with-comments": blockmask.PageLayoutArticleWithComments,
		"item":                  blockmask.LayoutAreaItem,
		"authordate":            blockmask.VisualAuthorDate,
		"hidden,in-head":        blockmask.FlagHidden | blockmask.FlagInHead,
		"no-snippet":            blockmask.FlagNoSnippet,
		"left-out":              blockmask.FlagLeftOut,
		"headline":              blockmask.FlagHeadline,
		"depth,input":           blockmask.TruncatedInput | blockmask.TruncatedDepth,
		"visibility,clipped":    blockmask.HiddenVisibility | blockmask.HiddenClipped,
		"":                      blockmask.Truncation(0),
		"aria-hidden,unknown":   blockmask.FlagAriaHidden | 1<<31,
		"nodes,unknown,unknown": blockmask.TruncatedNodes | 3<<20,
		"unknown,unknown":       blockmask.HiddenReasons(3 << 30),
		"unknown":               blockmask.KindNone,
	} {
		if value.String() != want {
			t.Errorf("%q, not %q", value, want)
		}
	}
	if names := (blockmask.FlagNoIndex | 1<<30).Names(); !slices.Equal(names, []string{"no-index", "unknown"}) {
		t.Errorf("%q", names)
	}
}

// Numbers of newer libraries, from several goroutines.
func TestUnknownNumbers(t *testing.T) {
	var workers sync.WaitGroup
	for range 4 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for _, n := range []uint32{50, 63, 64, 65, 255, 1000, math.MaxInt32, math.MaxUint32} {
				for _, value := range []fmt.Stringer{
					blockmask.Role(n), blockmask.PageKind(n), blockmask.EncodingSource(n), blockmask.PageLayout(n),
					blockmask.LayoutAreaRole(n), blockmask.VisualClass(n), blockmask.Field(n),
				} {
					// Roles and fields have 8 bits.
					role, isRole := value.(blockmask.Role)
					field, isField := value.(blockmask.Field)
					if isRole && role < 50 || isField && field < 50 {
						continue
					}
					if value.String() != "unknown" {
						t.Errorf("%T %d is %q", value, n, value)
					}
				}
				_, _, _ = blockmask.BlockFlags(n).String(), blockmask.Truncation(n).String(),
					blockmask.HiddenReasons(n).String()
			}
		}()
	}
	workers.Wait()
	if blockmask.Role(0).String() != "unknown" || blockmask.LayoutAreaRole(0).String() != "unknown" {
		t.Error("a name for no role")
	}
	if got := testing.AllocsPerRun(10, func() { _ = blockmask.RoleMain.String() }); got != 0 {
		t.Errorf("%v allocations for a name", got)
	}
}
