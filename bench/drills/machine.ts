import { readFileSync } from 'node:fs'

/** Memory of a process in megabytes: now, and at most so far. Zero where the system has no `/proc`. */
export function memoryOf(pid: number | undefined): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const of = (name: string) =>
      Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1_024)
    return { now: of('VmRSS'), peak: of('VmHWM') }
  } catch {
    return { now: 0, peak: 0 }
  }
}

/** Maximum number of files, sockets included, that this process may have open. */
export function filesAllowed(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024)
  } catch {
    return 1_024
  }
}
