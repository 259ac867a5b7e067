package blockmask

// How the C library is found: by pkg-config, or with the build tag blockmask_static in this module's own folders,
// filled by `make vendor-go`. Those are packages, and imported, because go mod vendor copies no others.

// #cgo !blockmask_static pkg-config: blockmask
// #cgo blockmask_static CFLAGS: -I${SRCDIR}/static/include
// #cgo blockmask_static,linux,amd64 LDFLAGS: ${SRCDIR}/static/linux_amd64/libblockmask.a
// #cgo blockmask_static,linux,arm64 LDFLAGS: ${SRCDIR}/static/linux_arm64/libblockmask.a
// #cgo blockmask_static,linux LDFLAGS: -lm -lpthread -ldl
import "C"

import (
	_ "github.com/blockmask/blockmask/bindings/go/static/include"
	_ "github.com/blockmask/blockmask/bindings/go/static/linux_amd64"
	_ "github.com/blockmask/blockmask/bindings/go/static/linux_arm64"
)
