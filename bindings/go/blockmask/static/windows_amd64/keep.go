// Package windows_amd64 holds the static C library for windows on amd64. It has no code: it is imported so that go mod vendor
// copies the folder.
package windows_amd64
