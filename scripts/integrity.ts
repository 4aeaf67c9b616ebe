import { createReadStream } from 'node:fs'
import { sentBallot } from '@tribune/contract/audit.ts'
import { judgedOf, type SentBallot } from '@tribune/domain/integrity/ballots.ts'
import { type Past, remember } from '@tribune/domain/integrity/past.ts'
import { findGroups } from '@tribune/domain/integrity/rule.ts'
import { BallotTable } from '@tribune/domain/integrity/table.ts'

/** Longest line of a file of ballots, in characters. */
const MAX_LINE = 2_000

/** The verdict on a ballot, as a line of the output. */
interface Verdict {
  readonly id: string
  readonly set_aside: boolean
  readonly group: string | null
  readonly reasons: readonly string[]
}

/** Judges ballots match by match, in order of kick-off. Returns a verdict for each ballot, in the order given. */
export function judge(ballots: readonly SentBallot[]): Verdict[] {
  const kickOffs = [...Map.groupBy(ballots, ({ match }) => match)].map(([match, sent]) => {
    return { match, sent, at: sent.reduce((first, { kickoff }) => Math.min(first, Date.parse(kickoff)), Infinity) }
  })
  const matches = kickOffs.sort((one, other) => one.at - other.at || one.match - other.match)
  const history = new Map<string, readonly Past[]>()
  const found = new Map<SentBallot, Verdict>()
  for (const { match, sent } of matches) {
    // Ids are those of a file, and may repeat from match to match.
    const judged = sent.map((ballot, row) => ({ ...judgedOf(ballot), id: `${ballot.id} ${row}` }))
    const groupOf = new Map<string, { readonly group: string; readonly reason: string }>()
    for (const [index, { ballots: ids, reason }] of findGroups(BallotTable.of(judged, history)).entries()) {
      for (const one of ids) groupOf.set(one, { group: `${match}.${index + 1}`, reason })
    }
    for (const [row, ballot] of sent.entries()) {
      const aside = groupOf.get(judged[row]?.id ?? '')
      const verdict = { group: aside?.group ?? null, reasons: aside === undefined ? [] : [aside.reason] }
      found.set(ballot, { id: ballot.id, set_aside: aside !== undefined, ...verdict })
    }
    remember(history, match, judged, new Set(groupOf.keys()))
  }
  return ballots.flatMap((ballot) => found.get(ballot) ?? [])
}

/** Reads a file of ballots. Throws an error that names the line and the field that is wrong. */
async function readBallots(path: string): Promise<SentBallot[]> {
  const ballots: SentBallot[] = []
  let number = 0
  for await (const line of linesOf(path)) {
    number += 1
    if (line.trim() !== '') ballots.push(readLine(line, number))
  }
  return ballots
}

/** Reads a file line by line. Only a line feed ends a line: JSON may contain the other characters that Node takes for line ends. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > MAX_LINE) break
  }
  yield rest
}

function readLine(line: string, number: number): SentBallot {
  const fail = (reason: string) => new Error(`Line ${number}: ${reason}.`)
  if (line.length > MAX_LINE) throw fail(`longer than ${MAX_LINE} characters`)
  let value: unknown
  try {
    // Some editors begin a file with a mark of the byte order.
    value = JSON.parse(line.replace(/^\uFEFF/, ''))
  } catch {
    throw fail('not JSON')
  }
  const read = sentBallot.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw fail(`${issue?.path.join('.') || 'the ballot'}: ${issue?.message}`)
}

/** `npm run integrity -- ballots.jsonl`: prints for each ballot whether the rule sets it aside, as JSON lines in the order of the file. */
if (import.meta.main) {
  const [path] = process.argv.slice(2)
  try {
    if (path === undefined) throw new Error('Name a file of ballots: npm run integrity -- ballots.jsonl')
    const lines = judge(await readBallots(path)).map((verdict) => `${JSON.stringify(verdict)}\n`)
    for (let start = 0; start < lines.length; start += 10_000) {
      process.stdout.write(lines.slice(start, start + 10_000).join(''))
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
