// Package windows_arm64 holds the static C library for windows on arm64. It has no code: it is imported so that go mod vendor
// copies the folder.
package windows_arm64
