import type { HomeFixture, MatchScreen } from '@tribune/contract/matches.ts'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import type { Account } from './orders.ts'
import type { World } from './world.ts'

/** Plain HTTP calls, as by a client other than the web app. */
export async function read<T>(world: World, path: string): Promise<T> {
  const answer = await fetch(`${world.url}${path}`)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as T
}

/** The list as the home screen requests it. */
export const HOME_ADDRESS = '/api/rpc/get_home_matches?window_past_minutes=10080&window_future_minutes=10080'

export async function homeMatches(world: World): Promise<HomeFixture[]> {
  return (await read<{ items: HomeFixture[] }>(world, HOME_ADDRESS)).items
}

/** Finds a match of the feed past minute 60, with its lineup and photos. */
export async function openLiveMatch(world: World): Promise<MatchScreen> {
  return matchScreen(world, await world.stage())
}

export function matchScreen(world: World, matchId: number): Promise<MatchScreen> {
  return read(world, `/api/rpc/get_match_screen?match_id=${matchId}`)
}

export async function seasonPointsOf(world: World, playerId: number): Promise<number> {
  const { items } = await read<{ items: SeasonRow[] }>(world, `/api/season_player_points?player_id=${playerId}`)
  return items[0]?.total_points ?? 0
}

/** Signs in over HTTP; returns the cookie. */
export async function signIn(world: Pick<World, 'url'>, account: Account): Promise<string> {
  const answer = await fetch(`${world.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.url },
    body: JSON.stringify({ email: account.email, password: account.password }),
  })
  if (!answer.ok) throw new Error(`Sign-in answered ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Sends a ballot over HTTP; returns the status and the refusal's code, if any. */
export async function castBallot(world: World, cookie: string, matchId: number, playerIds: readonly number[]) {
  const top3 = playerIds.map((player_id, index) => ({ position: index + 1, player_id }))
  const answer = await fetch(`${world.url}/api/votes/${matchId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ top3 }),
  })
  const body = (await answer.json()) as { error?: { code: string } }
  return { status: answer.status, code: body.error?.code ?? null }
}
