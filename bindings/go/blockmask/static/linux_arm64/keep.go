// Package linux_arm64 holds the static C library for linux on arm64. It has no code: it is imported so that go mod vendor
// copies the folder.
package linux_arm64
