import { avatarSvg, crestSvg } from '@tribune/domain/crest.ts'
import { findTeam } from './clubs.ts'
import { COMPETITIONS } from './competitions.ts'
import { portraitSvg } from './portrait.ts'
import { shareOf } from './random.ts'
import type { Squads } from './squads.ts'

const COACH = 99
/** What people without a known name look like: id 0 and any other number. */
const UNKNOWN = '?'
/** Players whom nobody has photographed. */
const UNSEEN_RATE = 0.15

/**
 * The drawing behind a media address. A player nobody knows still gets a picture, as the provider's silhouette does; a club or
 * competition nobody knows gets none (null), nor do some players of each squad.
 */
export function drawing(squads: Squads, kind: string, key: string): string | null {
  const id = Number(key)
  if (kind === 'flags')
    return /^[a-z]{2}(-[a-z]{3})?$/.test(key) ? avatarSvg({ name: spaced(key), id: key.charCodeAt(0) }) : null
  if (!Number.isSafeInteger(id) || id < 0) return null
  if (kind === 'players') return faceOf(squads, id)
  if (kind === 'coachs') return avatarSvg({ name: coachOf(squads, id), id })
  if (kind === 'venues') return crestSvg({ name: 'Stade', id })
  const name = kind === 'teams' ? findTeam(id)?.name : kind === 'leagues' ? COMPETITIONS.get(id)?.name : undefined
  return name === undefined ? null : crestSvg({ name, id })
}

/** "fr" reads F and R. */
function spaced(code: string): string {
  return [...(code.split('-').at(-1) ?? code)].join(' ')
}

function faceOf(squads: Squads, id: number): string | null {
  const team = findTeam(Math.floor(id / 100))
  const player = team === null ? undefined : squads.of(team).find((one) => one.id === id)
  if (team === null || player === undefined) return avatarSvg({ name: UNKNOWN, id })
  return shareOf('unseen', id) < UNSEEN_RATE ? null : portraitSvg({ id, age: player.age, teamId: team.id })
}

function coachOf(squads: Squads, id: number): string {
  const team = findTeam(Math.floor(id / 100))
  return team !== null && id % 100 === COACH ? squads.coachOf(team).name : UNKNOWN
}
