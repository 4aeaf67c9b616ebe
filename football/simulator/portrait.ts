import { avatarSvg, crestColours, crestSvg } from '@tribune/domain/players/crest.ts'
import { findTeam } from './clubs/clubs.ts'
import { COMPETITIONS } from './clubs/competitions.ts'
import type { Squads } from './clubs/squads.ts'
import { at, Random, shareOf } from './random.ts'

/** Skin colours, each with the shade under the chin. */
const SKINS = [
  ['#F6D3BD', '#E5B598'],
  ['#EDBE9B', '#D79F78'],
  ['#D9A27A', '#BF8259'],
  ['#B87A50', '#9A6039'],
  ['#8D5836', '#734425'],
  ['#613A24', '#4B2A18'],
] as const
/** Hair colours, dark to fair. Each skin takes only the first few, whose number is listed below. */
const HAIRS = ['#17120F', '#2B1B12', '#46301F', '#6B4526', '#A6713A', '#D3A860', '#8B3F1F'] as const
const HAIRS_OF_SKIN = [7, 7, 4, 3, 2, 2]
const GREY = '#9A9792'
const GREY_FROM_AGE = 33
const BACKGROUNDS = ['#DDE3EE', '#E7E1D5', '#D9E4DC', '#E6DBDD', '#D8DEE3'] as const

/** Hair from the front, over a head of 32 x 42 around (60, 57); `''` is shaved. */
const CUTS = [
  '',
  '<path d="M43 50c-2-20 7-27 17-27s19 7 17 27c-2-8-5-12-8-13-6 2-14 1-18-1-4 2-7 6-8 14Z"/>',
  '<path d="M43 49c-1-17 7-24 18-24 12 0 18 8 16 24-1-7-3-10-5-12-8 1-19 0-24 0-2 2-4 5-5 12Z"/>',
  '<path d="M42 51c-4-18 3-31 19-30 15 0 20 13 17 30-1-9-4-13-7-15-9 4-17 2-22-2-3 4-6 9-7 17Z"/>',
  '<path d="M43 48c0-8 1-13 4-16 0-4 5-10 13-10s13 6 13 10c3 3 4 8 4 16-1-5-2-8-4-10-8-3-18-3-26 0-2 2-3 5-4 10Z"/>',
  '<path d="M43 47c-4-1-5-7-2-9-2-4 1-9 5-9 1-5 7-7 11-5 3-4 10-3 12 1 5-1 9 4 7 8 4 2 4 11 1 14-1-5-3-8-5-9-8 2-17 2-24 0-2 1-4 4-5 9Z"/>',
  '<path d="M42 74c-5-24-5-51 18-51s23 27 18 51c-2-2-2-10-2-26-2-6-4-9-7-11-7 4-15 5-19 4-3 2-5 4-6 8 0 15 0 23-2 25Z"/>',
] as const

const BEARDS = [
  '',
  '',
  '',
  '<path opacity=".22" d="M44 57c1 14 7 20 16 20s15-6 16-20c-2 7-5 9-8 9-5-2-11-2-16 0-3 0-6-2-8-9Z"/>',
  '<path opacity=".85" d="M44 56c0 15 7 22 16 22s16-7 16-22c-2 8-4 10-8 10-5-3-11-3-16 0-4 0-6-2-8-10Z"/>',
] as const

const BROWS = [
  'M48 47c3-2 6-2 8 0M64 47c2-2 5-2 8 0',
  'M48 46c3-1 5-1 8 1M64 47c3-2 5-2 8-1',
  'M48 47h8M64 47h8',
] as const
const MOUTHS = ['M54 69c4 3 8 3 12 0', 'M54 69c4 1 8 1 12 0', 'M53 68c4 4 10 4 14 0'] as const
const SHIRT = 'M12 120c1-19 10-26 30-30 4 10 32 10 36 0 20 4 29 11 30 30Z'

/** The traits of a player that determine their portrait. */
interface PortraitSubject {
  readonly id: number
  readonly age: number
  /** Team whose shirt they wear. */
  readonly teamId: number
}

/** Draws an invented face with shoulders, always the same for a player: an SVG document of about 2 kB, without text. */
function portraitSvg({ id, age, teamId }: PortraitSubject): string {
  const random = new Random('portrait', id)
  const tone = random.int(0, SKINS.length - 1)
  const [skin, shade] = at(SKINS, tone)
  const drawn = at(HAIRS, random.int(0, at(HAIRS_OF_SKIN, tone) - 1))
  const hair = age >= GREY_FROM_AGE && random.chance(0.3) ? GREY : drawn
  const wide = 0.94 + random.next() * 0.12
  const head = [
    `<g transform="translate(60 0) scale(${wide.toFixed(3)} 1) translate(-60 0)">`,
    `<g fill="${skin}"><ellipse cx="43.500" cy="54" rx="3.500" ry="5.500"/><ellipse cx="76.500" cy="54" rx="3.500" ry="5.500"/>`,
    '<path d="M44 46c0-15 7-21 16-21s16 6 16 21v8c0 14-8 24-16 24s-16-10-16-24Z"/></g>',
    `<g fill="${hair}">${random.pick(BEARDS)}</g>`,
    `<g fill="none" stroke="${hair}" stroke-width="2.200" stroke-linecap="round"><path d="${random.pick(BROWS)}"/></g>`,
    '<g fill="#F7F3EC"><ellipse cx="52.500" cy="52" rx="3.200" ry="2.100"/><ellipse cx="67.500" cy="52" rx="3.200" ry="2.100"/></g>',
    '<g fill="#1B1A1F"><circle cx="52.500" cy="52" r="1.900"/><circle cx="67.500" cy="52" r="1.900"/></g>',
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path stroke="${shade}" stroke-width="2" d="M60 53l-2.500 8c1 1.500 4 1.500 5 0"/>`,
    `<path stroke="#7A2E2A" stroke-opacity=".75" stroke-width="2" d="${random.pick(MOUTHS)}"/></g>`,
    `<g fill="${hair}">${random.pick(CUTS)}</g></g>`,
  ]
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="12 15 96 96">',
    `<path fill="${random.pick(BACKGROUNDS)}" d="M0 0h120v120H0Z"/>`,
    shirt(random, teamId),
    `<path fill="${shade}" d="M50 70h20v20c-4 8-16 8-20 0Z"/>`,
    ...head,
    '</svg>',
  ].join('')
}

/** Draws a plain, striped or sashed shirt, or one with other sleeves, in the colours of the club's crest; the same for all its players. */
function shirt(random: Random, teamId: number): string {
  const { primary, secondary } = crestColours(teamId)
  const pattern = at(
    [
      '',
      '<path d="M30 84h8v40h-8ZM56 84h8v40h-8ZM82 84h8v40h-8Z"/>',
      '<path d="M20 88h16l66 34H80Z"/>',
      '<path d="M0 120c2-20 8-27 30-31-6 8-6 20-5 31ZM120 120c-2-20-8-27-30-31 6 8 6 20 5 31Z"/>',
    ],
    teamId,
  )
  const clip = `shirt-${random.int(0, 2 ** 30)}`
  return [
    `<clipPath id="${clip}"><path d="${SHIRT}"/></clipPath>`,
    `<g clip-path="url(#${clip})"><path fill="${primary}" d="M0 80h120v40H0Z"/><g fill="${secondary}">${pattern}</g></g>`,
    `<path fill="none" stroke="${secondary}" stroke-width="3" d="M42 90c4 10 32 10 36 0"/>`,
  ].join('')
}

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
