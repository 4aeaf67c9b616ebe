import type { SinglePage } from '@tribune/domain/addresses.ts'
import { MIN_BALLOTS_FOR_VOTES } from '@tribune/domain/ranking.ts'
import { HISTORY_PAST_MINUTES } from '@tribune/domain/refresh.ts'
import { VOTE_CLOSING_MINUTES, VOTE_OPENING_MINUTE } from '@tribune/domain/voting-window.ts'

/** Sentences of shared pictures and of the cards that links unfold into. Those of the specification stand to the letter. */

/** A picture is seen in every zone: the hour says which it is told in. */
const ZONE = 'Europe/Paris'
const HISTORY_DAYS = HISTORY_PAST_MINUTES / (24 * 60)
const JOINED = '\u00a0'
const number = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 })
const dayFormat = new Intl.DateTimeFormat('fr-FR', { timeZone: ZONE, weekday: 'short', day: 'numeric', month: 'short' })
const hourFormat = new Intl.DateTimeFormat('fr-FR', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

export const count = (value: number): string => number.format(value)

/** French has the singular below two. */
const plural = (value: number, one: string) => `${count(value)}${JOINED}${Math.abs(value) < 2 ? one : `${one}s`}`

export const ordinal = (rank: number): string => (rank === 1 ? '1er' : `${count(rank)}e`)
export const points = (value: number): string => plural(value, 'pt')
export const voters = (value: number): string => plural(value, 'votant')

/** « sam. 22 nov., 21 h 05 (Paris) », « dim. 1er nov. », the day alone while the hour is unknown. */
export function when(kickOff: Date, hourKnown: boolean): string {
  const dayParts = dayFormat.formatToParts(kickOff)
  const day = dayParts.map(({ type, value }) => (type === 'day' && value === '1' ? ordinal(1) : value)).join('')
  if (!hourKnown) return day
  const parts = hourFormat.formatToParts(kickOff)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const minutes = part('minute')
  const hour = `${Number(part('hour'))}${JOINED}h${minutes === '00' ? '' : JOINED + minutes}`
  return `${day}, ${hour} (Paris)`
}

export const unwritable = {
  player: 'Joueur',
  home: 'Équipe à domicile',
  away: 'Équipe à l’extérieur',
  competition: 'Compétition',
} as const

export const match = {
  vote: 'Vote pour tes trois meilleurs joueurs',
  window: `De la ${VOTE_OPENING_MINUTE}ème minute à ${VOTE_CLOSING_MINUTES} minutes après la fin du match.`,
  counting: 'Les résultats arrivent.',
  resumes: 'Le vote reprend avec le match.',
  result: 'Les meilleurs joueurs du match',
  noRanking: 'Match sans classement',
  noRatings: `Moins de ${MIN_BALLOTS_FOR_VOTES}${JOINED}votes complets et pas de notes officielles.`,
  votes: 'Votes des supporters',
  ratings: 'Notes officielles',
  tied: 'ex æquo',
} as const

/** What stands where there is nothing to vote for (spec section 4). */
export const noVote = {
  postponed: 'Match reporté',
  cancelled: 'Match annulé',
  suspended: 'Match suspendu',
  closed: 'Votes clos',
} as const

export const podium = {
  title: 'Mon podium',
  call: 'Et toi, qui sont tes trois\u00a0?',
  gained: (gained: string) => `${gained} pour mes trois joueurs`,
  rank: (rank: number) => `#${count(rank)} du match`,
  outside: 'Hors top 10',
} as const

export const player = {
  noTeam: 'Équipe inconnue',
  points: 'points',
  rank: 'rang',
  matches: 'matchs',
  last: (matches: number) => (matches === 1 ? 'Son dernier match' : `Ses ${matches} derniers matchs`),
  none: '–',
  noMatch: 'Pas encore de match compté',
} as const

const PITCH =
  'Pour chaque match que tu regardes, élis tes 3 meilleurs joueurs. Ensemble, les supporters construisent le classement du meilleur joueur de la saison.'

/** Titles as the screens themselves have them, and what search engines and messages show under them. */
export const pages = {
  '/': { title: 'Tribune — Le vote populaire mondial', description: PITCH },
  '/rankings': {
    title: 'Classement · Tribune',
    description: 'Le classement mondial des joueurs de la saison, construit par les votes des supporters.',
  },
  '/history': {
    title: 'Historique · Tribune',
    description: `Les matchs terminés des ${HISTORY_DAYS} derniers jours et les joueurs que les supporters ont élus.`,
  },
  '/points': {
    title: 'Comment ça marche ? · Tribune',
    description: 'Le vote, le barème des points et les coefficients\u00a0: comment Tribune compte.',
  },
  '/profile': { title: 'Profil · Tribune', description: PITCH },
  '/privacy': {
    title: 'Confidentialité · Tribune',
    description: 'Ce que Tribune garde de toi, combien de temps, et comment l’effacer.',
  },
} as const satisfies Record<SinglePage, { title: string; description: string }>

export const cards = {
  alt: 'Les trois marches du podium de Tribune',
  titled: (title: string) => `${title} · Tribune`,
  versus: (home: string, away: string) => `${home} – ${away}`,
  call: (fixture: string) => `${fixture}\u00a0: vote pour tes trois meilleurs joueurs`,
  stopped: (fixture: string, why: string) => `${fixture}\u00a0: ${why.toLowerCase()}`,
  result: (home: string, score: string, away: string) =>
    `${home} ${score} ${away}\u00a0: les meilleurs joueurs du match`,
  about: (competition: string, when: string) =>
    `${competition}, ${when}. Élis les trois meilleurs joueurs du match\u00a0: ensemble, les supporters font le classement.`,
  ranked: (name: string, rank: number, gained: string) => `${ordinal(rank)} ${name} (${gained})`,
  playerTitle: (name: string, club: string) => `${name} (${club})`,
  season: (season: string, rank: string, gained: string, matches: number) =>
    `${season}\u00a0: ${rank} avec ${gained} en ${plural(matches, 'match')}, élu par les supporters.`,
  noSeason: (season: string) => `${season}\u00a0: pas encore de points. Vote à son prochain match.`,
} as const
