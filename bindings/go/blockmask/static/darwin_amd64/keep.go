// Package darwin_amd64 holds the static C library for darwin on amd64. It has no code: it is imported so that go mod vendor
// copies the folder.
package darwin_amd64
