import type { Fault } from './config/parts.ts'
import { isLoopback } from './http/origins.ts'

/** Settings without a default in production, because any default would be wrong. */
const NEEDED_IN_PRODUCTION = ['PUBLIC_URL', 'ADMIN_EMAIL', 'MAIL_FROM'] as const
type NeededInProduction = (typeof NEEDED_IN_PRODUCTION)[number]

/** Settings that decide whether the product is exposed, and those that exposure requires. */
interface Settings extends Readonly<Partial<Record<NeededInProduction, string | undefined>>> {
  readonly NODE_ENV: string
  readonly SECRET?: string | undefined
  readonly OLD_SECRETS: readonly string[]
}

/** Returns whether strangers may reach the product: in production, or at an address that is not loopback, for any `NODE_ENV`. */
export function isExposed({ NODE_ENV, PUBLIC_URL }: Settings): boolean {
  return NODE_ENV === 'production' || (PUBLIC_URL !== undefined && !isLoopback(PUBLIC_URL))
}

/** Returns the faults in the settings of an exposed product (docs/decisions/026). */
export function exposureFaults(settings: Settings): readonly Fault[] {
  const { NODE_ENV, PUBLIC_URL, SECRET, OLD_SECRETS } = settings
  const faults: Fault[] = []
  if (NODE_ENV === 'production') {
    for (const name of NEEDED_IN_PRODUCTION) {
      if (settings[name] === undefined) faults.push({ name, message: 'needed in production' })
    }
    if (PUBLIC_URL !== undefined && !/^https:/i.test(PUBLIC_URL)) {
      faults.push({ name: 'PUBLIC_URL', message: 'https: is needed in production' })
    }
  }
  if (SECRET !== undefined && isExposed(settings) && isWeakSecret(SECRET)) {
    faults.push({ name: 'SECRET', message: 'too easy to guess: make one with `openssl rand -base64 48`' })
  }
  if (isExposed(settings) && OLD_SECRETS.some(isWeakSecret)) {
    faults.push({ name: 'OLD_SECRETS', message: 'too easy to guess: they are believed as well, leave such out' })
  }
  return faults
}

/** Fewest distinct characters of a secret. Thirty-two random hexadecimal digits have about fourteen. */
const MIN_CHARACTERS = 8
/** Longest repeated block that is detected. */
const MAX_REPEATED_BLOCK = 16
/** Placeholders of manuals and frameworks, and keyboard rows. */
const PLACEHOLDER =
  /change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|this)|placeholder|example|default|your[-_ ]?secret|super[-_ ]?secret|better-auth-secret|password|motdepasse|azerty|qwerty|1234567/i

/** Returns whether a secret is a placeholder, a repetition or a sequence. An attacker who guesses it can forge a session of any fan, and of the operator. */
export function isWeakSecret(secret: string): boolean {
  return new Set(secret).size < MIN_CHARACTERS || PLACEHOLDER.test(secret) || isRepetition(secret) || isSequence(secret)
}

/** Returns whether a text repeats a short block; the last repetition may be cut. */
function isRepetition(secret: string): boolean {
  const blocks = Array.from({ length: MAX_REPEATED_BLOCK }, (_, index) => index + 1)
  return blocks.some((length) => secret.startsWith(secret.slice(length)))
}

/** Returns whether most characters follow from the previous one: `abcdef`, `9876`, `aaaa`. */
function isSequence(secret: string): boolean {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1)
  return steps.length > codes.length / 2
}
