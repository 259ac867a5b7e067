// Package linux_arm64 holds files of the C library, for the build tag blockmask_static. It has no code: it is imported so that
// go mod vendor copies the folder.
package linux_arm64
