import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { percentile } from '../harness.ts'
import { order } from '../start-server.ts'

/** Costs of one answer. Processor times are in microseconds. */
export interface Cost {
  readonly perSecond: number
  readonly node: number
  /** Of all processes of PostgreSQL. */
  readonly postgres: number
  readonly walBytes: number
}

/** A server, and a connection to its database. */
export interface Subject {
  readonly child: ChildProcess
  readonly client: pg.Client
}

type Work = () => Promise<{ readonly answered: number; readonly seconds: number }>

/** The unit of /proc: hundredths of a second on all Linux systems. */
const TICK_US = 10_000

/** Measures what each answer of some work costs the server and its database. */
export async function costOf({ child, client }: Subject, work: Work): Promise<Cost> {
  const look = async () => {
    const { rows } = await client.query<{ wal: string; pid: number }>(
      `SELECT pg_current_wal_lsn() - '0/0' AS wal, pg_backend_pid() AS pid`,
    )
    const { cpu } = await order(child, { do: 'measure' })
    return { node: cpu, postgres: processorOfFamily(parentOf(rows[0]?.pid ?? 0)), walBytes: Number(rows[0]?.wal) }
  }
  const before = await look()
  const { answered, seconds } = await work()
  const after = await look()
  const each = (of: keyof typeof before) => (after[of] - before[of]) / answered
  return {
    perSecond: answered / seconds,
    node: each('node'),
    postgres: each('postgres'),
    walBytes: each('walBytes'),
  }
}

/** Returns the median of each figure. */
export function medianOf<Figures extends Cost>(rounds: readonly Figures[]): Figures {
  const names = Object.keys(rounds[0] ?? {}) as (keyof Figures)[]
  const middle = (name: keyof Figures) =>
    percentile(
      rounds.map((round) => Number(round[name])),
      0.5,
    )
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as unknown as Figures
}

/** The fields of /proc/<pid>/stat after the name, which may contain spaces; the first is the state. None of a process that has ended. */
function statOf(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

const parentOf = (pid: number) => Number(statOf(pid)[1])

/** Sums the processor time of a process, of its children, and of the children that have ended. */
export function processorOfFamily(pid: number): number {
  const ticks = (stat: readonly string[], ...fields: readonly number[]) =>
    fields.reduce((sum, field) => sum + Number(stat[field]), 0)
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = others.map((other) => statOf(Number(other))).filter(([, parent]) => Number(parent) === pid)
  return TICK_US * children.reduce((sum, child) => sum + ticks(child, 11, 12), ticks(statOf(pid), 11, 12, 13, 14))
}
