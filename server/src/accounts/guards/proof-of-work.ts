import { type Work, workDone } from '@tribune/contract/proof-of-work.ts'
import {
  crowdOf,
  type MadeLately,
  PHONE_DERIVATIONS_PER_SECOND,
  pays,
  ROUNDS_PER_DERIVATION,
  WORK_LIFE_S,
  workSeconds,
} from '@tribune/domain/proof-of-work.ts'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../context.ts'
import { ConcurrencyLimit } from '../../kernel/concurrency-limit.ts'
import { hmacOf, keyFor } from '../../kernel/keys.ts'
import { networksOf } from '../../kernel/network.ts'
import { mailboxKey } from '../contacts/mailboxes.ts'
import { countMade, isMailboxConfirmed, madeLately } from './queries.ts'
import { createSingleUse } from './single-use.ts'

/** How many times slower than a mid-range phone the slowest one may be before its work expires. */
const SLOW_PHONE = 3
/** Creating work takes one derivation, a millisecond of a thread. */
const CREATING = { max: 2, maxQueued: 500 } as const

type Caller = Pick<FastifyRequest, 'ip' | 'headers'>
type Unpaid = 'MISSING_RESPONSE' | 'VERIFICATION_FAILED' | 'MORE_WORK_NEEDED'

/** Requires work of the caller's processor for calls that create an account or have a message sent. */
export interface ProofOfWork {
  /**
   * Returns the work that a caller has to do, or `null` if none is required.
   * @param mailDomain Domain of the address that the call will name, if already known.
   */
  request(caller: Caller, mailDomain: string | null): Promise<Work | null>
  /**
   * Redeems the proof that a call brings, and counts the call. Returns the refusal, or `null` if the proof is enough.
   * @param email The address that the call names, if any.
   */
  redeem(caller: Caller, proof: string | undefined, email: string | null): Promise<Unpaid | null>
}

/** Requires nothing: a captcha takes its place (captcha.ts), or the setting turns it off. */
const FREE: ProofOfWork = { request: async () => null, redeem: async () => null }

export function createProofOfWork(app: App): ProofOfWork {
  const { config, pool } = app
  if (config.workSeconds === null || config.captcha !== null) return FREE
  const baseS = config.workSeconds
  const hmacSignatureSecret = keyFor(config.secret, 'proof-of-work').toString('hex')
  const hmacKeySignatureSecret = keyFor(config.secret, 'proof-of-work solution').toString('hex')
  const counterKey = keyFor(config.secret, 'proof-of-work counters')
  const singleUse = createSingleUse(pool)
  const creating = new ConcurrencyLimit(CREATING)
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
      })),
      domain: domain === null ? null : hash('domain', domain),
      device: device === null ? null : hash('device', device.id),
    }
  }

  async function priceOf({ crowd, networks, domain, device }: ReturnType<typeof keysOf>): Promise<number> {
    const keys = [...networks.flatMap((network) => [network.all, network.crowd]), domain, device]
    const made = await madeLately(
      app.db,
      keys.filter((key) => key !== null),
      app.clock.now(),
    )
    const of = (key: string | null) => (key === null ? 0 : (made.get(key) ?? 0))
    const lately: MadeLately = {
      networks: networks.map((network) => ({ all: of(network.all), crowd: of(network.crowd) })),
      domain: of(domain),
      device: of(device),
    }
    return workSeconds(lately, crowd, baseS)
  }

  return {
    async request(caller, mailDomain) {
      const worth = await priceOf(keysOf(caller, mailDomain))
      const derivations = Math.max(2, Math.round(2 * worth * PHONE_DERIVATIONS_PER_SECOND))
      const options = {
        algorithm: 'PBKDF2/SHA-256',
        cost: ROUNDS_PER_DERIVATION,
        deriveKey,
        // On average half of the derivations find the solution.
        counter: randomInt(derivations - 1),
        data: { worth, derivations },
        expiresAt: Math.ceil(Date.now() / 1_000 + WORK_LIFE_S + 2 * SLOW_PHONE * worth),
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }
      return (await creating.run(() => createChallenge(options))) as Work
    },
    async redeem(caller, proof, email) {
      if (proof === undefined) return 'MISSING_RESPONSE'
      const done = readProof(proof)
      if (done === null) return 'VERIFICATION_FAILED'
      const verify = { ...done, deriveKey, hmacSignatureSecret, hmacKeySignatureSecret }
      if (!(await verifySolution(verify)).verified) return 'VERIFICATION_FAILED'
      const { data, expiresAt, nonce } = done.challenge.parameters
      const mailbox = email === null ? null : mailboxKey(email)
      const keys = keysOf(caller, mailbox === null ? null : mailbox.slice(mailbox.lastIndexOf('@') + 1))
      if (!pays(data.worth, await priceOf(keys))) return 'MORE_WORK_NEEDED'
      if (!(await singleUse.use(`work ${nonce}`, expiresAt - Date.now() / 1_000 + 1))) return 'VERIFICATION_FAILED'
      // A domain is charged for newcomers only: a confirmed mailbox creates no account.
      const isNew = mailbox !== null && !(await isMailboxConfirmed(app.db, mailbox))
      const counted = [
        ...keys.networks.flatMap(({ all, crowd }) => [all, crowd]),
        isNew ? keys.domain : null,
        keys.device,
      ]
      await countMade(
        app.db,
        counted.filter((key) => key !== null),
        app.clock.now(),
      )
      return null
    },
  }
}

function readProof(proof: string) {
  try {
    const parsed = workDone.safeParse(JSON.parse(Buffer.from(proof, 'base64').toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
