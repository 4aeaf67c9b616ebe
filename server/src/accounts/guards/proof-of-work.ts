import { type Work, workDone } from '@tribune/contract/proof-of-work.ts'
import { crowdOf } from '@tribune/domain/fans/mail-crowd.ts'
import {
  ASKED_HALF_LIFE_S,
  COUNT_HALF_LIFE_S,
  derivationsOf,
  MAX_ASKED_BY_DEVICE,
  pays,
  WORK_ALGORITHMS,
  WORK_LIFE_S,
  type WorkAlgorithm,
  workAlgorithm,
  workSeconds,
} from '@tribune/domain/fans/proof-of-work.ts'
import { createChallenge, type DeriveKeyFunction, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey as argon2id } from 'altcha-lib/algorithms/argon2id'
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../context.ts'
import { whilePresent } from '../../http/fetch-handler.ts'
import type { FairQueue } from '../../kernel/fair-queue.ts'
import { hmacOf, keyBytes, keyFor } from '../../kernel/keys.ts'
import { networksOf } from '../../kernel/network.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { mailboxKey } from '../contacts/mailboxes.ts'
import { createSingleUse } from './counters.ts'
import { countLately, isMailboxConfirmed, uncountLately } from './queries.ts'

/** How many times slower than a mid-range phone the slowest one may be before its work expires. */
const SLOW_PHONE = 3
/** Creating work takes one derivation, some 30 ms of a thread, one at a time: hashing takes up to three of the four. Networks take turns, so that a flood delays its own. */
export const CREATING = { max: 1, maxQueued: 500 } as const
const DERIVE: Readonly<Record<WorkAlgorithm, DeriveKeyFunction>> = { ARGON2ID: argon2id, 'PBKDF2/SHA-256': pbkdf2 }

type Caller = Pick<FastifyRequest, 'ip' | 'headers' | 'raw'>
type Unpaid = 'MISSING_RESPONSE' | 'VERIFICATION_FAILED' | 'MORE_WORK_NEEDED'

/** Facts that a caller gives before it makes a call. */
interface WorkWanted {
  /** Domain of the address that the call will name, if already known. */
  readonly mailDomain: string | null
  /** Algorithms that the caller can solve. */
  readonly algorithms: readonly string[]
}

/** Requires work of the caller's processor for calls that create an account or have a message sent. */
export interface ProofOfWork {
  /** Returns the work that a caller has to do, or `null` if none is required. Refuses a device with too many challenges (`too_many_requests`). */
  request(caller: Caller, wanted: WorkWanted): Promise<Work | null>
  /**
   * Redeems the proof that a call brings, and counts the call if the proof is enough. A proof is used up either way.
   * @param email The address that the call names, if any.
   */
  redeem(caller: Caller, proof: string | undefined, email: string | null): Promise<Redeemed>
}

/** Why a proof is refused, or how to take its call back, if it was not served. */
export type Redeemed = { readonly unpaid: Unpaid } | { readonly undo: () => Promise<void> }

/** Requires nothing: a captcha takes its place (captcha.ts), or the setting turns it off. */
const FREE: ProofOfWork = { request: async () => null, redeem: async () => ({ undo: async () => {} }) }

/** @param creating Queue in which challenges are created. */
export function createProofOfWork(app: App, creating: FairQueue): ProofOfWork {
  const { config, pool } = app
  if (config.workSeconds === null || config.captcha !== null) return FREE
  const baseS = config.workSeconds
  const hmacSignatureSecret = keyBytes(config.secret, 'proof-of-work').toString('hex')
  const hmacKeySignatureSecret = keyBytes(config.secret, 'proof-of-work solution').toString('hex')
  const counterKey = keyFor(config.secret, 'proof-of-work counters')
  const singleUse = createSingleUse(pool)
  const hash = (what: string, name: string) => hmacOf(counterKey, `${what} ${name}`)

  /** Returns the keys under which a call is counted. */
  function keysOf(caller: Caller, mailDomain: string | null) {
    const { crowd, domain } = mailDomain === null ? { crowd: null, domain: null } : crowdOf(mailDomain)
    const device = app.devices.of(caller)
    return {
      crowd,
      networks: networksOf(caller.ip).map((network) => ({
        all: hash('network', network),
        crowd: crowd === null ? null : hash('crowd', `${network} ${crowd}`),
        asked: hash('asked by network', network),
      })),
      domain: domain === null ? null : hash('domain', domain),
      device: device === null ? null : hash('device', device.id),
      deviceAsked: device === null ? null : hash('asked by device', device.id),
    }
  }
  type Keys = ReturnType<typeof keysOf>

  /** Computes the price of a call. `own`: how much the counts of accounts and messages include of the call itself. */
  function priceOf({ crowd, networks, domain, device }: Keys, counts: ReadonlyMap<string, number>, own: Own): number {
    const of = (key: string | null, less = 0) => (key === null ? 0 : Math.max(0, (counts.get(key) ?? 0) - less))
    const lately = {
      networks: networks.map((network) => ({
        all: of(network.all, own.call),
        crowd: of(network.crowd, own.call),
        asked: of(network.asked, own.challenge),
      })),
      domain: of(domain, own.newcomer),
      device: of(device, own.call),
    }
    return workSeconds(lately, crowd, baseS)
  }

  /** Uses up a proof, and returns its worth in seconds of a phone; `null` if it is wrong, outdated or used already. */
  async function worthOf(proof: string): Promise<number | null> {
    const done = readProof(proof)
    if (done === null) return null
    const { algorithm, data, expiresAt, nonce } = done.challenge.parameters
    const verify = { ...done, deriveKey: DERIVE[algorithm], hmacSignatureSecret, hmacKeySignatureSecret }
    if (!(await verifySolution(verify)).verified) return null
    return (await singleUse.use(`work ${nonce}`, expiresAt - Date.now() / 1_000 + 1)) ? data.worth : null
  }

  /** Returns the keys that a call counts under, and those that its price depends on too. */
  function countingOf({ crowd, networks, domain, device }: Keys, isNew: boolean) {
    // A call without an address says nothing of a network's crowds, and would dilute them. Its challenge counts for the network.
    const ofNetworks = networks.flatMap((network) => [network.all, network.crowd])
    const [counted, read] = crowd === null ? [[], ofNetworks] : [ofNetworks, []]
    return {
      counted: present([...counted, isNew ? domain : null, device]),
      read: present([...read, ...networks.map(({ asked }) => asked), isNew ? null : domain]),
    }
  }

  /** Counts a challenge, and creates it. Refuses a device that has too many with `too_many_requests`, and counts nothing then. */
  async function created(keys: Keys, algorithms: readonly string[]): Promise<Work> {
    const counted = present([...keys.networks.map(({ asked }) => asked), keys.deviceAsked])
    const read = present([...keys.networks.flatMap(({ all, crowd }) => [all, crowd]), keys.domain, keys.device])
    const counts = await countLately(app.db, { counted, halfLifeS: ASKED_HALF_LIFE_S, read }, app.clock.now())
    if (keys.deviceAsked !== null && (counts.get(keys.deviceAsked) ?? 0) > MAX_ASKED_BY_DEVICE) {
      await uncountLately(app.db, counted)
      throw new Refusal('too_many_requests')
    }
    const worth = priceOf(keys, counts, { call: 0, newcomer: 0, challenge: 1 })
    const algorithm = workAlgorithm(algorithms)
    const { cost, memoryKib, factor } = WORK_ALGORITHMS[algorithm]
    const derivations = derivationsOf(worth, algorithm)
    const options = {
      algorithm,
      cost,
      ...(memoryKib === null ? {} : { memoryCost: memoryKib }),
      deriveKey: DERIVE[algorithm],
      // On average half of the derivations find the solution.
      counter: randomInt(derivations - 1, 0),
      data: { worth, derivations },
      expiresAt: Math.ceil(Date.now() / 1_000 + WORK_LIFE_S + 2 * SLOW_PHONE * factor * worth),
      hmacSignatureSecret,
      hmacKeySignatureSecret,
    }
    return (await createChallenge(options)) as Work
  }

  return {
    async request(caller, { mailDomain, algorithms }) {
      const keys = keysOf(caller, mailDomain)
      const lanes = networksOf(caller.ip).toReversed()
      // Counted in their turn: calls that are refused, or whose callers leave, count for nothing.
      return whilePresent(caller, (signal) => creating.run(() => created(keys, algorithms), { rank: 0, lanes, signal }))
    },
    async redeem(caller, proof, email) {
      if (proof === undefined) return { unpaid: 'MISSING_RESPONSE' }
      const doneS = await worthOf(proof)
      if (doneS === null) return { unpaid: 'VERIFICATION_FAILED' }
      const mailbox = email === null ? null : mailboxKey(email)
      const keys = keysOf(caller, mailbox === null ? null : mailbox.slice(mailbox.lastIndexOf('@') + 1))
      // A domain is charged for newcomers only: a confirmed mailbox creates no account.
      const isNew = mailbox !== null && !(await isMailboxConfirmed(app.db, mailbox))
      const { counted, read } = countingOf(keys, isNew)
      // Calls that come together are priced one after another, however cheap their challenges were.
      const counts = await countLately(app.db, { counted, halfLifeS: COUNT_HALF_LIFE_S, read }, app.clock.now())
      const own = { call: 1, newcomer: isNew ? 1 : 0, challenge: 1 }
      const undo = () => uncountLately(app.db, counted)
      if (pays(doneS, priceOf(keys, counts, own))) return { undo }
      // Otherwise strangers could raise the price of a domain with work that pays for nothing. Its challenge still counts until it lapses.
      await undo()
      return { unpaid: 'MORE_WORK_NEEDED' }
    },
  }
}

/** How much of a call itself is in its counts. */
interface Own {
  readonly call: number
  readonly newcomer: number
  readonly challenge: number
}

const present = (keys: readonly (string | null)[]) => keys.filter((key) => key !== null)

function readProof(proof: string) {
  try {
    const parsed = workDone.safeParse(JSON.parse(Buffer.from(proof, 'base64').toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
