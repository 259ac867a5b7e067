module github.com/blockmask/blockmask/bindings/go

go 1.24
