import { onTestFinished } from 'vitest'
import { FeedError, type FootballFeed } from '../../feed.ts'
import { type ApiFootballOptions, createApiFootballFeed } from '../client.ts'
import { SampleServer, type SeenRequest, sample, type WireReply } from './sample-server.ts'

/** A Saturday evening on which the matches of the samples are in play. */
export const SATURDAY = new Date('2025-11-22T18:09:20Z')

interface LoggedFact {
  readonly event: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** A feed on a real server, with a clock and a sleep under the test's control. */
export interface TestFeed {
  readonly feed: FootballFeed
  readonly server: SampleServer
  readonly log: LoggedFact[]
  /** Requested sleeps, in milliseconds. */
  readonly waits: number[]
  readonly clock: { now: Date }
}

type TestFeedOptions = Partial<Omit<ApiFootballOptions, 'now' | 'log' | 'sleep'>> & { readonly path?: string }

export async function openTestFeed(answer: SampleServer['answer'], options: TestFeedOptions = {}): Promise<TestFeed> {
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

/** Answers each URL with the sample of the longest matching prefix, and any other with an empty list. */
export function serving(samples: Readonly<Record<string, string>>): (request: SeenRequest) => WireReply {
  const prefixes = Object.keys(samples).toSorted((a, b) => b.length - a.length)
  return ({ path, query }) => {
    const requested = `${path}?${new URLSearchParams(query)}`
    const matching = prefixes.find((prefix) => requested.startsWith(prefix))
    return { body: sample(samples[matching ?? ''] ?? 'fixtures.empty') }
  }
}

/** Returns the `FeedError` that a call fails with, or throws if it does not. */
export async function failureOf(call: Promise<unknown>): Promise<FeedError> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof FeedError) return outcome
  throw new Error(`expected a FeedError, got ${String(outcome)}`)
}
