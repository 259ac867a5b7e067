//go:build cgo

package blockmask

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// Pool is a fixed number of analyzers for any number of goroutines. Unlike a sync.Pool it limits the memory, which C
// allocates, and frees it when it is closed.
type Pool struct {
	size   int
	idle   chan *Analyzer
	closed chan struct{}
	once   sync.Once
	// Holds a value while one goroutine takes all analyzers, so that two that need them all do not deadlock.
	all chan struct{}
}

// NewPool creates a pool of size analyzers; if size is less than 1, of as many as goroutines can run at the same time. The
// options may be nil for the defaults. An analyzer allocates no memory for pages before its first page.
func NewPool(size int, options *Options) (*Pool, error) {
	if size < 1 {
		size = runtime.GOMAXPROCS(0)
	}
	p := &Pool{size: size, idle: make(chan *Analyzer, size), closed: make(chan struct{}), all: make(chan struct{}, 1)}
	for range size {
		a, err := New(options)
		if err != nil {
			for len(p.idle) > 0 {
				_ = (<-p.idle).Close()
			}
			return nil, err
		}
		p.idle <- a
	}
	return p, nil
}

// Analyze is Analyzer.Analyze with the first analyzer that is free. Waiting for one and the analysis end with the context,
// whose error is returned then.
func (p *Pool) Analyze(ctx context.Context, html []byte) (*Page, error) {
	return p.AnalyzeInput(ctx, Input{HTML: html})
}

// AnalyzeInput is Analyzer.AnalyzeContext with the first analyzer that is free. Waiting for one ends with the context, too.
func (p *Pool) AnalyzeInput(ctx context.Context, input Input) (*Page, error) {
	var page *Page
	err := p.Do(ctx, func(a *Analyzer) (err error) {
		page, err = a.AnalyzeContext(ctx, input)
		return err
	})
	return page, err
}

// Do calls work with the first analyzer that is free, and takes it back afterwards. It returns the error of work. Waiting
// for an analyzer ends with the context.
func (p *Pool) Do(ctx context.Context, work func(*Analyzer) error) error {
	a, err := p.take(ctx)
	if err != nil {
		return err
	}
	defer func() { p.idle <- a }()
	err = work(a)
	if errors.Is(err, ErrPanic) {
		_ = a.Reset()
	}
	return err
}

func (p *Pool) take(ctx context.Context) (*Analyzer, error) {
	// If several cases of a select are ready, it picks any.
	select {
	case <-p.closed:
		return nil, ErrClosed
	default:
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case a := <-p.idle:
		return a, nil
	case <-p.closed:
		return nil, ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// SetModel is Analyzer.SetModel for all analyzers of the pool. It waits until none is in use; waiting ends with the
// context. On errors they keep their model.
func (p *Pool) SetModel(ctx context.Context, model []byte) error {
	select {
	case p.all <- struct{}{}:
		defer func() { <-p.all }()
	case <-ctx.Done():
		return ctx.Err()
	}
	taken := make([]*Analyzer, 0, p.size)
	defer func() {
		for _, a := range taken {
			p.idle <- a
		}
	}()
	for range p.size {
		a, err := p.take(ctx)
		if err != nil {
			return err
		}
		taken = append(taken, a)
	}
	for _, a := range taken {
		// All analyzers accept the same models; only memory may run out in between.
		if err := a.SetModel(model); err != nil {
			return err
		}
	}
	return nil
}

// AnalyzeInputs is Analyzer.AnalyzeInputs with as many pages at a time as the pool has analyzers.
func (p *Pool) AnalyzeInputs(ctx context.Context, inputs []Input) ([]*Page, error) {
	results := make([]*Page, len(inputs))
	failures := make([]error, len(inputs), len(inputs)+1)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(p.size, len(inputs)) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := next.Add(1) - 1; i < int64(len(inputs)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				page, err := p.AnalyzeInput(ctx, inputs[i])
				if err != nil && ctx.Err() == nil {
					failures[i] = &PageError{Index: int(i), Err: err}
				}
				results[i] = page
			}
		}()
	}
	workers.Wait()
	return results, errors.Join(append(failures, ctx.Err())...)
}

// Close frees all analyzers, and waits for those that are in use; pages are not affected. Calls that wait for an analyzer
// return ErrClosed. Closing twice is allowed.
func (p *Pool) Close() error {
	p.once.Do(func() {
		close(p.closed)
		for range p.size {
			_ = (<-p.idle).Close()
		}
	})
	return nil
}
