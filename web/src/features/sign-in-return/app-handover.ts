import { useNavigate } from '@tanstack/react-router'
import { isAppSecret } from '@tribune/domain/app-return.ts'
import { useEffect, useState } from 'react'

/** The native app has its fan sign in here, in the phone's browser, and then go on there. */
export interface Handover {
  /** By which the app knows its own way back again. */
  readonly challenge: string
  /** Nobody was signed in here before: the session is opened for the app alone. */
  readonly alone: boolean
  /** The provider that the app says the fan signs in with. Used once. */
  readonly provider: string | null
}

const KEY = 'tribune-handover'
/** As long as the mails of a sign-in hold: milliseconds. */
const LIFE_MS = 15 * 60_000

/** The handover that an address of the profile asks for; `null` where it asks for none, or for what no app would. */
export function handoverIn(path: string): Handover | null {
  const [address = '', search = ''] = path.split('?')
  const query = new URLSearchParams(search)
  const challenge = query.get('app')
  if (address !== '/profile' || !isAppSecret(challenge)) return null
  return { challenge, alone: query.has('alone'), provider: query.get('provider') }
}

/** The path on which it goes on, after a way over other pages or a mail. */
export function handoverPath({ challenge, alone }: Handover): string {
  return `/profile?${new URLSearchParams({ app: challenge, ...(alone ? { alone: '1' } : {}) })}`
}

/** Reads from the address whether the app sent its fan here, once, and takes it out of there; what was read outlives a reload. */
export function useHandover() {
  const [handover, setHandover] = useState(
    () => handoverIn(window.location.pathname + window.location.search) ?? kept(),
  )
  const navigate = useNavigate()
  useEffect(() => {
    if (handoverIn(window.location.pathname + window.location.search) === null) return
    void navigate({ to: '.', search: {}, replace: true })
  }, [navigate])
  useEffect(() => keep(handover), [handover])
  return [handover, setHandover] as const
}

function keep(handover: Handover | null): void {
  try {
    if (handover === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ path: handoverPath(handover), until: Date.now() + LIFE_MS }))
  } catch {
    // Storage refused: it lasts as long as the page.
  }
}

function kept(): Handover | null {
  try {
    const { path, until } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return until > Date.now() ? handoverIn(path) : null
  } catch {
    return null
  }
}
