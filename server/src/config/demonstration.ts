import { z } from 'zod'
import { type Checked, onOff } from './parts.ts'

const STANDINS = ['database', 'football', 'mail', 'openid', 'push', 'secret', 'sms'] as const
type Standin = (typeof STANDINS)[number]
/** Another stand-in: the accounts of the demonstration, with simulated fans who vote. */
const DEMO_PEOPLE = 'people'

/** Settings of a demonstration, and of what strangers may see of it. */
export const demonstrationSettings = {
  FANS: onOff.default('on'),
  API_DOCS: onOff.optional(),
  ALLOW_STANDINS: z.string().default(''),
}

export interface DemonstrationConfig {
  /** Whether the demonstration has accounts with public passwords, and a crowd that votes. */
  readonly demoPeople: boolean
  readonly fans: boolean
  /** Whether the OpenAPI document and its pages are served. */
  readonly apiDocs: boolean
}

interface Around {
  readonly production: boolean
  /** Whether strangers may reach the product. */
  readonly exposed: boolean
  /** Which outside part has a stand-in, because it is not configured. */
  readonly used: Readonly<Record<Standin, boolean>>
}

/** Throws where strangers may reach a stand-in that ALLOW_STANDINS does not name (docs/decisions/026). */
export function readDemonstration(
  e: Checked<typeof demonstrationSettings>,
  { production, exposed, used }: Around,
): DemonstrationConfig {
  const allowed = new Set(e.ALLOW_STANDINS.split(',').map((name) => name.trim()))
  const refused = exposed ? STANDINS.filter((name) => used[name] && !allowed.has(name)) : []
  if (refused.length > 0) {
    const where = production ? 'in production' : 'at a PUBLIC_URL that strangers reach'
    throw new Error(`Stand-ins are not allowed ${where}: ${refused.join(', ')} (ALLOW_STANDINS can name them)`)
  }
  return {
    demoPeople: !exposed || allowed.has(DEMO_PEOPLE),
    fans: e.FANS === 'on',
    apiDocs: (e.API_DOCS ?? (exposed ? 'off' : 'on')) === 'on',
  }
}
