//go:build !cgo

package blockmask

// Without cgo there is no package. The compiler's message about this name says what to do.
var _ = blockmask_needs_cgo__set_CGO_ENABLED_1_and_install_a_C_compiler
