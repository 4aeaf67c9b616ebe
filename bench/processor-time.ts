import { readFileSync, writeFileSync } from 'node:fs'

/** The fields of a trace event that this file uses. Times are in microseconds; `tdur` is processor time. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly args?: { readonly name?: string }
  ts: number
  dur?: number
  readonly tdur?: number
}

interface Task {
  readonly begins: number
  readonly ends: number
  /** Processor time divided by duration. */
  readonly share: number
}

const TASK = /^(?:ThreadControllerImpl::)?RunTask$/
const MAIN_THREAD = 'CrRendererMain'

/**
 * Rewrites a trace so that each task of a page's main thread lasts as long as its processor time. On a machine that is shared or has few cores, threads
 * are often suspended in the middle of a task, and Lighthouse counts that time as the page's own, multiplied by four.
 */
export function scaleToProcessorTime(file: string): void {
  const trace = JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: TraceEvent[] }
  const mains = trace.traceEvents.filter((event) => event.name === 'thread_name' && event.args?.name === MAIN_THREAD)
  for (const { pid, tid } of mains) {
    shorten(trace.traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.ts > 0))
  }
  writeFileSync(file, JSON.stringify(trace))
}

function shorten(events: TraceEvent[]): void {
  const inOrder = events.sort((one, other) => one.ts - other.ts)
  const tasks = outermostTasks(inOrder)
  let at = 0
  for (const event of inOrder) {
    while ((tasks[at]?.ends ?? Number.POSITIVE_INFINITY) < event.ts) at += 1
    const task = tasks[at]
    if (task === undefined || event.ts < task.begins) continue
    event.ts = Math.round(task.begins + (event.ts - task.begins) * task.share)
    if (event.dur !== undefined) event.dur = Math.round(event.dur * task.share)
  }
}

function outermostTasks(inOrder: readonly TraceEvent[]): Task[] {
  const tasks: Task[] = []
  for (const { name, ph, ts, dur = 0, tdur } of inOrder) {
    if (ph !== 'X' || !TASK.test(name) || dur === 0 || tdur === undefined || ts < (tasks.at(-1)?.ends ?? 0)) continue
    tasks.push({ begins: ts, ends: ts + dur, share: Math.min(1, tdur / dur) })
  }
  return tasks
}
