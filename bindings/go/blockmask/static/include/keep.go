// Package include holds the header of the C library. It has no code: it is imported so that go mod vendor
// copies the folder.
package include
