package blockmask

// How the C library is found: in the folders of this module, or by pkg-config with the build tag blockmask_pkgconfig.
// Each folder is a package, and imported, because go mod vendor copies no other folders.

// #cgo blockmask_pkgconfig pkg-config: blockmask
// #cgo blockmask_pkgconfig CFLAGS: -DBLOCKMASK_GO_PKGCONFIG
// #cgo !blockmask_pkgconfig CFLAGS: -DBLOCKMASK_STATIC -I${SRCDIR}/static/include
// #cgo !blockmask_pkgconfig,linux,amd64 CFLAGS: -I${SRCDIR}/static/linux_amd64
// #cgo !blockmask_pkgconfig,linux,arm64 CFLAGS: -I${SRCDIR}/static/linux_arm64
// #cgo !blockmask_pkgconfig,darwin,amd64 CFLAGS: -I${SRCDIR}/static/darwin_amd64
// #cgo !blockmask_pkgconfig,darwin,arm64 CFLAGS: -I${SRCDIR}/static/darwin_arm64
// #cgo !blockmask_pkgconfig,windows,amd64 CFLAGS: -I${SRCDIR}/static/windows_amd64
// #cgo !blockmask_pkgconfig,windows,arm64 CFLAGS: -I${SRCDIR}/static/windows_arm64
// #cgo !blockmask_pkgconfig,linux,amd64 LDFLAGS: ${SRCDIR}/static/linux_amd64/libblockmask.a
// #cgo !blockmask_pkgconfig,linux,arm64 LDFLAGS: ${SRCDIR}/static/linux_arm64/libblockmask.a
// #cgo !blockmask_pkgconfig,darwin,amd64 LDFLAGS: ${SRCDIR}/static/darwin_amd64/libblockmask.a
// #cgo !blockmask_pkgconfig,darwin,arm64 LDFLAGS: ${SRCDIR}/static/darwin_arm64/libblockmask.a
// #cgo !blockmask_pkgconfig,windows,amd64 LDFLAGS: ${SRCDIR}/static/windows_amd64/libblockmask.a
// #cgo !blockmask_pkgconfig,windows,arm64 LDFLAGS: ${SRCDIR}/static/windows_arm64/libblockmask.a
// #cgo !blockmask_pkgconfig,linux LDFLAGS: -lm -lpthread -ldl
// #cgo !blockmask_pkgconfig,windows LDFLAGS: -lkernel32 -lntdll -luserenv -lws2_32 -ldbghelp
// #include "bridge.h"
import "C"

import (
	_ "github.com/blockmask/blockmask/bindings/go/blockmask/static/darwin_amd64"
	_ "github.com/blockmask/blockmask/bindings/go/blockmask/static/darwin_arm64"
	_ "github.com/blockmask/blockmask/bindings/go/blockmask/static/include"
	_ "github.com/blockmask/blockmask/bindings/go/blockmask/static/linux_amd64"
	_ "github.com/blockmask/blockmask/bindings/go/blockmask/static/linux_arm64"
	_ "github.com/blockmask/blockmask/bindings/go/blockmask/static/windows_amd64"
	_ "github.com/blockmask/blockmask/bindings/go/blockmask/static/windows_arm64"
)
