import type { HomeFixture, MatchScreen } from '@tribune/contract/matches.ts'
import { isVoteOpen } from '@tribune/domain/ballots/voting-window.ts'
import type { App } from '../../context.ts'
import { pickThree } from './past-ballots.ts'
import type { DemoPeople, Person } from './people.ts'

/** Interval at which one supporter acts: gentle on a laptop, lively enough for a demonstration. */
const PACE_MS = 4_000
const CALL_LIMIT_MS = 5_000

/** Simulates supporters who sign in and vote over HTTP like anybody else; returns a function that stops them. */
export function startFans(app: App, people: DemoPeople, baseUrl: string): () => Promise<void> {
  const cookies = new Map<string, string>()
  let ended = false
  let timer: NodeJS.Timeout | undefined
  let acting: Promise<void> = Promise.resolve()
  const next = () => {
    if (ended) return
    timer = setTimeout(() => {
      const person = people.crowd[Math.floor(Math.random() * people.crowd.length)]
      acting = person === undefined ? Promise.resolve() : act(app, baseUrl, cookies, person)
      acting.catch((error: unknown) => app.log.debug({ err: error }, 'simulated fan')).finally(next)
    }, PACE_MS)
  }
  next()
  return async () => {
    ended = true
    clearTimeout(timer)
    await acting.catch(() => {})
  }
}

async function act(app: App, baseUrl: string, cookies: Map<string, string>, person: Person): Promise<void> {
  const cookie = cookies.get(person.id) ?? (await signIn(app, baseUrl, person))
  if (cookie === null) return
  cookies.set(person.id, cookie)
  const home = await read<{ items: HomeFixture[] }>(`${baseUrl}/api/rpc/get_home_matches`)
  const open = home.items.filter((match) => isVoteOpen(match, app.clock.now()))
  const match = open[Math.floor(Math.random() * open.length)]
  if (match === undefined) return
  const screen = await read<MatchScreen>(`${baseUrl}/api/rpc/get_match_screen?match_id=${match.match_id}`)
  const players = screen.players.filter((player) => player.did_play !== false)
  const top3 = pickThree(players, Math.random).map((player_id, index) => ({ position: index + 1, player_id }))
  if (top3.length < 3) return
  await fetch(`${baseUrl}/api/votes/${match.match_id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ top3 }),
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
  })
}

async function signIn(app: App, baseUrl: string, person: Person): Promise<string | null> {
  const answer = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.publicUrl },
    body: JSON.stringify({ email: person.email, password: person.password }),
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return answer.ok && cookie !== '' ? cookie : null
}

async function read<T>(url: string): Promise<T> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(CALL_LIMIT_MS) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return (await answer.json()) as T
}
