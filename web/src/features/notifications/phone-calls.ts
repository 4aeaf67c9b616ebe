import type { QueryClient } from '@tanstack/react-query'
import { PUSH } from '../../data/keys.ts'
import { pushQuery } from '../../data/push.ts'
import { meQuery } from '../../data/session.ts'
import { phoneStorage } from '../../lib/device/storage.ts'
import { reread } from '../../lib/http/query-client.ts'
import { addSubscription, type PushDevice, removeSubscription } from './subscription-calls.ts'

/** This phone's subscription, as it was added for a fan. */
interface OwnPhone {
  readonly fanId: string
  readonly id: string
  readonly token: string
}

/** Name under which it is stored. */
const OWN = 'tribune-push'

const bridge = () => import('../../lib/native/push.ts')

/** The phone of the native app. */
export const phone: PushDevice = {
  async state(fanId, { phones, items }) {
    const { subscriptionKind, readPermission } = await bridge()
    const kind = subscriptionKind()
    if (kind === null || !phones.includes(kind)) return 'unsupported'
    const permission = await readPermission()
    if (permission === 'denied') return 'blocked'
    const own = readOwn()
    const isOn = permission === 'granted' && own?.fanId === fanId && items.some(({ id }) => id === own.id)
    return isOn ? 'on' : 'off'
  },
  async subscribe(fanId) {
    const { askPermission, readToken } = await bridge()
    if (!(await askPermission())) return 'blocked'
    await add(fanId, await readToken())
    return 'on'
  },
  async unsubscribe() {
    const own = readOwn()
    if (own !== null) await removeSubscription(own.id)
    await end()
  },
  async forget() {
    if (readOwn() !== null) await end().catch(() => undefined)
  },
}

/**
 * Sends the phone's token again if it has changed since the fan turned notifications on here, or if the server has dropped it. Ends it once another
 * fan is signed in, for whom the former one's messages are not.
 */
export async function refreshToken(client: QueryClient): Promise<void> {
  const own = readOwn()
  if (own === null) return
  const { fan } = await client.fetchQuery(meQuery)
  if (fan === null) return
  if (fan.id !== own.fanId) return end()
  const { readPermission, readToken } = await bridge()
  if ((await readPermission()) !== 'granted') return
  const token = await readToken()
  const { items } = await client.fetchQuery(pushQuery)
  if (token === own.token && items.some(({ id }) => id === own.id)) return
  await add(fan.id, token)
  if (token !== own.token) await removeSubscription(own.id)
  await reread(client, PUSH)
}

async function add(fanId: string, token: string): Promise<void> {
  const kind = (await bridge()).subscriptionKind()
  if (kind === null) throw new Error('This build has no push messages')
  const id = await addSubscription({ kind, token })
  phoneStorage.write(OWN, JSON.stringify({ fanId, id, token } satisfies OwnPhone))
}

async function end(): Promise<void> {
  phoneStorage.remove(OWN)
  await (await bridge()).endToken()
}

function readOwn(): OwnPhone | null {
  return (phoneStorage.readJson(OWN) as OwnPhone | undefined) ?? null
}
