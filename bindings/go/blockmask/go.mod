module github.com/blockmask/blockmask/bindings/go/blockmask

go 1.24
