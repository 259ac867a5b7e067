package blockmask_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

func newPool(t *testing.T, size int) *blockmask.Pool {
	t.Helper()
	pool, err := blockmask.NewPool(size, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	return pool
}

func TestPoolOfManyGoroutines(t *testing.T) {
	pool := newPool(t, 3)
	var all sync.WaitGroup
	for worker := range 16 {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := range 40 {
				want := fmt.Sprintf("worker %d page %d", worker, i)
				page, err := pool.Analyze(context.Background(), []byte("<p>"+want))
				if err != nil || page.Text() != want+"\n" || len(page.Blocks()) != 1 {
					t.Errorf("%s: %v", want, err)
					return
				}
				if i%10 == 0 {
					runtime.GC()
				}
			}
		}()
	}
	all.Wait()
}

func TestSecondGoroutineIsRefused(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	html := articleOfSize(200_000)
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 50 {
				if _, err := analyzer.Analyze(html); err != nil && !errors.Is(err, blockmask.ErrBusy) {
					t.Error(err)
				}
			}
		}()
	}
	all.Wait()
	if got := analyze(t, analyzer, "<p>fine").Text(); got != "fine\n" {
		t.Errorf("%q", got)
	}
}

func TestCloseWaits(t *testing.T) {
	pool := newPool(t, 2)
	entered, leave := make(chan struct{}), make(chan struct{})
	done := make(chan error)
	go func() {
		done <- pool.Do(context.Background(), func(analyzer *blockmask.Analyzer) error {
			close(entered)
			<-leave
			_, err := analyzer.Analyze([]byte("<p>still open"))
			return err
		})
	}()
	<-entered
	closed := make(chan struct{})
	go func() { pool.Close(); close(closed) }()
	select {
	case <-closed:
		t.Error("closed while an analyzer was in use")
	case <-time.After(20 * time.Millisecond):
	}
	close(leave)
	if err := <-done; err != nil {
		t.Error(err)
	}
	<-closed
	if _, err := pool.Analyze(context.Background(), nil); !errors.Is(err, blockmask.ErrClosed) {
		t.Error(err)
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	pool := newPool(t, 1)
	err := pool.Do(context.Background(), func(*blockmask.Analyzer) error {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		defer cancel()
		_, err := pool.Analyze(ctx, []byte("<p>"))
		return err
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestPoolBatch(t *testing.T) {
	pool := newPool(t, 0)
	var batch []blockmask.Input
	for i := range 200 {
		batch = append(batch, blockmask.Input{HTML: fmt.Appendf(nil, "<p>page %d", i)})
	}
	pages, err := pool.AnalyzeInputs(context.Background(), batch)
	if err != nil {
		t.Fatal(err)
	}
	for i, page := range pages {
		if want := fmt.Sprintf("page %d\n", i); page.Text() != want {
			t.Errorf("%q, not %q", page.Text(), want)
		}
	}
}

func TestPoolBatchIsCancelled(t *testing.T) {
	pool := newPool(t, 2)
	large := articleOfSize(100_000)
	batch := make([]blockmask.Input, 5000)
	for i := range batch {
		batch[i].HTML = large
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	pages, err := pool.AnalyzeInputs(ctx, batch)
	var failure *blockmask.PageError
	if !errors.Is(err, context.DeadlineExceeded) || errors.As(err, &failure) {
		t.Error(err)
	}
	if len(pages) != len(batch) || pages[len(pages)-1] != nil {
		t.Error("all pages were analyzed")
	}
}
