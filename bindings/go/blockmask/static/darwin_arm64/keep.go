// Package darwin_arm64 holds the static C library for darwin on arm64. It has no code: it is imported so that go mod vendor
// copies the folder.
package darwin_arm64
