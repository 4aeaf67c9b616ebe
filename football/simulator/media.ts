import { avatarSvg, crestSvg } from '@tribune/domain/crest.ts'
import { findTeam } from './clubs.ts'
import { COMPETITIONS } from './competitions.ts'
import type { Squads } from './squads.ts'

const COACH = 99
/** What people without a known name look like: id 0 and any other number. */
const UNKNOWN = '?'

/**
 * The drawing behind a media address. A player nobody knows still gets a picture, as the provider's silhouette does; a club or
 * competition nobody knows gets none (null).
 */
export function drawing(squads: Squads, kind: string, key: string): string | null {
  const id = Number(key)
  if (kind === 'flags')
    return /^[a-z]{2}(-[a-z]{3})?$/.test(key) ? avatarSvg({ name: spaced(key), id: key.charCodeAt(0) }) : null
  if (!Number.isSafeInteger(id) || id < 0) return null
  if (kind === 'players' || kind === 'coachs') return avatarSvg({ name: personOf(squads, id), id })
  if (kind === 'venues') return crestSvg({ name: 'Stade', id })
  const name = kind === 'teams' ? findTeam(id)?.name : kind === 'leagues' ? COMPETITIONS.get(id)?.name : undefined
  return name === undefined ? null : crestSvg({ name, id })
}

/** "fr" reads F and R. */
function spaced(code: string): string {
  return [...(code.split('-').at(-1) ?? code)].join(' ')
}

function personOf(squads: Squads, id: number): string {
  const team = findTeam(Math.floor(id / 100))
  if (team === null) return UNKNOWN
  if (id % 100 === COACH) return squads.coachOf(team).name
  return squads.of(team).find((player) => player.id === id)?.name.full ?? UNKNOWN
}
