import { count } from './numbers.ts'

const MINUTE_MS = 60_000

/** Writes a duration as « 45 s », « 3 min 20 s » or « 1 h 05 min ». */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds}\u00a0s`
  if (minutes < 60) return `${minutes}\u00a0min ${seconds % 60}\u00a0s`
  return `${Math.floor(minutes / 60)}\u00a0h ${String(minutes % 60).padStart(2, '0')}\u00a0min`
}

/** Writes how long a run took, in milliseconds below a minute: « 1 250 ms », « 3 min 20 s ». */
export function runTime(ms: number): string {
  return ms < MINUTE_MS ? `${count(Math.round(ms))}\u00a0ms` : duration(ms)
}
