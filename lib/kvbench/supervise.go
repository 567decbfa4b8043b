// A process above the one that measures: when a store brings its process down, somebody is left to say so in a sentence.

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
)

// childMark is set in the environment of the process that measures.
const childMark = "KVBENCH_CHILD"

// supervise runs this program again to do the work, and returns the exit code: 0, or 1 with one sentence on stderr.
func supervise(asked *request) int {
	// the kernel ends the child with the thread that made it, and this process with whoever started it
	runtime.LockOSThread()
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0)
	var said tail
	child := exec.Command("/proc/self/exe", os.Args[1:]...)
	child.Env = append(os.Environ(), childMark+"=1")
	child.Stdout, child.Stderr = os.Stdout, &said
	child.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	err := child.Run()
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, verdict(asked, err, said.String()))
	return 1
}

// verdict returns the child's own sentence, or says what became of it.
func verdict(asked *request, err error, said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if last := lines[len(lines)-1]; strings.HasPrefix(last, "kvbench: ") {
		return last
	}
	reason := ""
	for _, line := range lines {
		if strings.HasPrefix(line, "panic: ") || strings.Contains(line, "error") || strings.HasPrefix(line, "unexpected fault") {
			reason = ", " + line
			break
		}
	}
	return fmt.Sprintf(
		"kvbench: %s brought the program down (%s%s); look for room under %s, %s",
		asked.store, err, reason, asked.dir, room(asked.dir),
	)
}

func room(dir string) string {
	var about syscall.Statfs_t
	if syscall.Statfs(dir, &about) != nil {
		return "which cannot be looked at"
	}
	return fmt.Sprintf("which has %d MB", int64(about.Bavail)*about.Bsize>>20)
}

// tail keeps the beginning of what is written to it, and lets go of a flood.
type tail struct{ bytes.Buffer }

const mostSaid = 1 << 20

func (t *tail) Write(text []byte) (int, error) {
	if t.Len() < mostSaid {
		t.Buffer.Write(text)
	}
	return len(text), nil
}
