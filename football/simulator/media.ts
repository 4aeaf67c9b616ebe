import { avatarSvg, crestSvg } from '@tribune/domain/players/crest.ts'
import { findTeam } from './clubs/clubs.ts'
import { COMPETITIONS } from './clubs/competitions.ts'
import type { Squads } from './clubs/squads.ts'
import { portraitSvg } from './portrait.ts'
import { shareOf } from './random.ts'

const COACH = 99
/** Name of unknown people. */
const UNKNOWN = '?'
/** Share of players without a photo. */
const NO_PHOTO_RATE = 0.15

/**
 * Draws the picture of a media address. Unknown players get one, as they get the provider's silhouette. Unknown clubs and competitions, and
 * some players of each squad, have none: `null`.
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

/** Separates the letters of a code, so that they count as initials. */
function spaced(code: string): string {
  return [...(code.split('-').at(-1) ?? code)].join(' ')
}

function faceOf(squads: Squads, id: number): string | null {
  const team = findTeam(Math.floor(id / 100))
  const player = team === null ? undefined : squads.of(team).find((one) => one.id === id)
  if (team === null || player === undefined) return avatarSvg({ name: UNKNOWN, id })
  return shareOf('unseen', id) < NO_PHOTO_RATE ? null : portraitSvg({ id, age: player.age, teamId: team.id })
}

function coachOf(squads: Squads, id: number): string {
  const team = findTeam(Math.floor(id / 100))
  return team !== null && id % 100 === COACH ? squads.coachOf(team).name : UNKNOWN
}
