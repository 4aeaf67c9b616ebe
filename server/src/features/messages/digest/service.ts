import { hash } from 'node:crypto'
import type { DigestChoice } from '@tribune/contract/own/messages.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import {
  composeDigest,
  DIGEST_BOUNDS,
  type Digest,
  type DigestMatch,
  type DigestWeek,
  dueDigest,
  type IndexRow,
  type WeekMatch,
} from '@tribune/domain/messages/digest.ts'
import { TREND_DAYS } from '@tribune/domain/season/season.ts'
import { changeOfFan, FANS_AT_ONCE } from '../../../accounts/queries.ts'
import type { App, JobContext } from '../../../context.ts'
import type { Fan } from '../../../http/session.ts'
import { createProofs } from '../../../kernel/keys.ts'
import { presentChoice } from './present.ts'
import {
  choiceOf,
  followsAnything,
  insertWeek,
  largestOf,
  lockWeekToPlan,
  nextLargest,
  nextOf,
  ownWeekOf,
  planFans,
  playersOf,
  saveChoice,
  savePlanned,
  topOf,
  turnDigestOff,
  weekOf,
} from './queries.ts'

/** Dependencies of the digest's jobs, on top of those of all jobs. */
export type DigestContext = JobContext & Pick<App, 'mailer' | 'publicUrl' | 'seasons'>

export async function digestChoiceOf(app: Pick<App, 'db'>, fan: Fan): Promise<DigestChoice> {
  return presentChoice(fan, await choiceOf(app.db, fan.id))
}

/** Turns a fan's digest on or off. Refuses `not_authenticated` for an account that has ended. */
export async function chooseDigest(app: App, fan: Fan, wanted: boolean): Promise<DigestChoice> {
  await changeOfFan(app.db, fan.id, (tx) => saveChoice(tx, fan.id, wanted, app.clock.now()))
  return digestChoiceOf(app, fan)
}

/** Returns whether our servers issued a proof. The answer reveals nothing about its fan. */
export function isOffProof(app: Pick<App, 'config'>, proof: string): boolean {
  return createOffProofs(app.config.secrets).read(proof) !== null
}

/**
 * Turns a fan's digest off by the proof in the address of one. Returns false for a proof that is not ours. Any number of times, and for fans who no longer
 * exist, the answer is the same.
 */
export async function turnOffByProof(app: Pick<App, 'config' | 'db' | 'clock'>, proof: string): Promise<boolean> {
  const fanId = createOffProofs(app.config.secrets).read(proof)
  if (fanId === null) return false
  await turnDigestOff(app.db, fanId, app.clock.now())
  return true
}

/** Plans the mails of the digest that is due, in pages: a crash loses none and repeats none. Returns whether there may be more. */
export async function planDigest(app: JobContext, fansAtOnce = FANS_AT_ONCE): Promise<boolean> {
  const now = app.clock.now()
  const due = dueDigest(now)
  if (due === null) return false
  await insertWeek(app.db, due.id, now)
  return app.db.transaction().execute(async (transaction) => {
    const week = await lockWeekToPlan(transaction, due.id)
    if (week === undefined) return false
    const { fans, last } = await planFans(transaction, due.id, week.planned_to, now, fansAtOnce)
    const isDone = fans < fansAtOnce
    await savePlanned(transaction, due.id, last ?? week.planned_to, isDone ? now : null)
    return !isDone
  })
}

/** Composes digests of one week. Data that all fans share is read once. */
export class DigestComposer {
  readonly #app: DigestContext
  readonly #week: DigestWeek
  #shared: Promise<Shared> | undefined

  constructor(app: DigestContext, week: DigestWeek) {
    this.#app = app
    this.#week = week
  }

  /** Composes a fan's digest, or returns `null` for a week without anything for them. */
  async of(fanId: string): Promise<Digest | null> {
    const { db, clock } = this.#app
    this.#shared ??= readShared(this.#app, this.#week)
    const { largest, nextLargest: coming, top, seasonId, before } = await this.#shared
    const follows = await followsAnything(db, fanId)
    const own = await ownWeekOf(db, fanId, this.#week)
    if (!follows) return composeDigest({ follows, own, week: largest, next: coming, top, players: [] })
    const week = await weekOf(db, fanId, this.#week)
    const next = await nextOf(db, fanId, this.#week, clock.now())
    const players = await playersOf(db, fanId, seasonId, before)
    return composeDigest({ follows, own, week, next, top, players })
  }
}

interface Shared {
  readonly largest: readonly WeekMatch[]
  readonly nextLargest: readonly DigestMatch[]
  readonly top: readonly IndexRow[]
  readonly seasonId: number
  /** Day of the ranks that movements are counted from. */
  readonly before: string
}

async function readShared({ db, clock, seasons }: DigestContext, week: DigestWeek): Promise<Shared> {
  const now = clock.now()
  const { id: seasonId } = await seasons.open()
  const before = new Date(now.getTime() - TREND_DAYS * DAY_MS).toISOString().slice(0, 10)
  return {
    largest: await largestOf(db, week),
    nextLargest: await nextLargest(db, week, now),
    top: await topOf(db, seasonId, before, DIGEST_BOUNDS.top),
    seasonId,
    before,
  }
}

const PURPOSE = 'turning the weekly digest off'
const NO_DETAILS = Buffer.alloc(0)

/** Makes and reads the proofs in the addresses of digests: each is good for turning the digest of one fan off, and for nothing else. */
interface OffProofs {
  make(fanId: string): string
  /** Returns the fan, whether they still exist or not; `null` if the proof is not ours. */
  read(proof: string): string | null
}

/** @param secrets Newest first: the first signs, the others only verify. */
export function createOffProofs(secrets: readonly [string, ...string[]]): OffProofs {
  const proofs = createProofs(secrets, PURPOSE)
  return {
    make: (id) => proofs.make({ id, details: NO_DETAILS }),
    read: (proof) => proofs.read(proof)?.id ?? null,
  }
}

/** Below /api: neither a page of the app nor an address that its service worker answers. */
const UNSUBSCRIBE = '/api/digest/off/'

/** Returns the path in a digest that turns it off. */
export const unsubscribePath = (proof: string): string => UNSUBSCRIBE + proof

/** Facts that the headers of a digest are made from. */
interface DigestEnvelope {
  readonly week: string
  readonly fanId: string
  /** The product's public address. */
  readonly origin: string
  readonly unsubscribe: string
}

/**
 * Makes the id and the headers of a digest: one-click unsubscription (RFC 2369 and 8058), the list that it belongs to (RFC 2919), and that no person wrote
 * it (RFC 3834). A second attempt at a fan's digest has the same id.
 */
export function digestHeaders({ week, fanId, origin, unsubscribe }: DigestEnvelope) {
  const { hostname } = new URL(origin)
  return {
    messageId: `<digest.${week}.${hash('sha256', `${week} ${fanId}`).slice(0, 32)}@${hostname}>`,
    headers: {
      'List-Id': `Tribune <digest.${hostname}>`,
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
    },
  }
}
