module github.com/blockmask/blockmask/examples/go/index_directory

go 1.24

require github.com/blockmask/blockmask/bindings/go/blockmask v0.0.0

replace github.com/blockmask/blockmask/bindings/go/blockmask => ../../../bindings/go/blockmask
