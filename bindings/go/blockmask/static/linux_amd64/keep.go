// Package linux_amd64 holds the static C library for linux on amd64. It has no code: it is imported so that go mod vendor
// copies the folder.
package linux_amd64
