import { onTestFinished } from 'vitest'
import { FeedError, type FootballFeed } from '../../feed.ts'
import { type ApiFootballOptions, createApiFootballFeed } from '../client.ts'
import { SampleServer, type SeenRequest, sample, type WireReply } from './sample-server.ts'

/** A Saturday evening, while the matches of the samples are in play. */
export const SATURDAY = new Date('2025-11-22T18:09:20Z')

interface LoggedFact {
  readonly event: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** A feed on a real server, with a clock and a sleep that tests move. */
export interface Bench {
  readonly feed: FootballFeed
  readonly server: SampleServer
  readonly log: LoggedFact[]
  /** Waits that were asked for, in milliseconds. */
  readonly waits: number[]
  readonly clock: { now: Date }
}

type BenchOptions = Partial<Omit<ApiFootballOptions, 'now' | 'log' | 'sleep'>> & { readonly path?: string }

export async function openBench(answer: SampleServer['answer'], options: BenchOptions = {}): Promise<Bench> {
  const server = await new SampleServer(answer).listen()
  onTestFinished(() => server[Symbol.asyncDispose]())
  const { path = '', ...rest } = options
  const log: LoggedFact[] = []
  const waits: number[] = []
  const clock = { now: SATURDAY }
  const feed = createApiFootballFeed({
    baseUrl: `${server.url}${path}`,
    apiKey: 'key-of-the-tests',
    now: () => clock.now,
    random: () => 0,
    log: (event, facts) => log.push({ event, facts }),
    sleep: async (ms) => {
      waits.push(ms)
    },
    ...rest,
  })
  return { feed, server, log, waits, clock }
}

/** Answers each address with the sample named for it; the longest name that fits wins, others are empty. */
export function serving(samples: Readonly<Record<string, string>>): (request: SeenRequest) => WireReply {
  const names = Object.keys(samples).toSorted((a, b) => b.length - a.length)
  return ({ path, query }) => {
    const asked = `${path}?${new URLSearchParams(query)}`
    const fitting = names.find((name) => asked.startsWith(name))
    return { body: sample(samples[fitting ?? ''] ?? 'fixtures.empty') }
  }
}

/** The `FeedError` that a call fails with. */
export async function failureOf(call: Promise<unknown>): Promise<FeedError> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof FeedError) return outcome
  throw new Error(`expected a FeedError, got ${String(outcome)}`)
}
