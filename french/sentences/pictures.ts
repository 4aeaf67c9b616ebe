import { VOTE_CLOSING_MINUTES, VOTE_OPENING_MINUTE } from '@tribune/domain/ballots/voting-window.ts'
import { MIN_BALLOTS_FOR_VOTES } from '@tribune/domain/results/ranking.ts'
import type { SinglePage } from '@tribune/protocol/addresses.ts'
import { HISTORY_DAYS } from '@tribune/protocol/read-limits.ts'
import { count, ordinal, plural } from '../format/numbers.ts'
import { brand, common, foot, navigation, nouns } from './app.ts'
import { card, home } from './home.ts'
import { banner, result, match as screen } from './match.ts'
import { outcome } from './player.ts'
import { recountTitle } from './result.ts'

/** Sentences of shared pictures and link previews. Those that screens show too are imported from there. */
const titled = (title: string) => `${title} · ${brand.name}`

export const points = (value: number): string => plural(value, 'pt')
export const voters = (value: number): string => plural(value, nouns.voter)

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
  resumes: banner.suspendedHint,
  result: result.title,
  noRanking: 'Match sans classement',
  provisional: 'Résultat provisoire',
  noRatings: `Moins de ${MIN_BALLOTS_FOR_VOTES}\u00a0votes complets et pas de notes officielles.`,
  votes: result.votes,
  ratings: result.ratings,
  tied: result.tied,
} as const

/** Labels of matches without a vote (spec section 4). */
export const noVote = {
  postponed: card.postponed,
  cancelled: card.cancelled,
  suspended: card.suspended,
  closed: card.closed,
} as const

export const podium = {
  title: card.myPodium,
  call: 'Et toi, qui sont tes trois\u202f?',
  gained: (gained: string) => `${gained} pour mes trois joueurs`,
  rank: (rank: number) => outcome.rank(count(rank)),
  outside: outcome.outside,
} as const

export const player = {
  noTeam: common.unknownTeam,
  points: 'points',
  rank: 'rang',
  matches: 'matchs',
  last: (matches: number) => (matches === 1 ? 'Son dernier match' : `Ses ${matches} derniers matchs`),
  none: '–',
  noMatch: 'Pas encore de match compté',
  noMatchThen: 'Aucun match compté',
} as const

/** Titles, as on the screens themselves, and descriptions for search engines and link previews. */
export const pages = {
  '/': { title: `${brand.name} — ${brand.tagline}`, description: home.intro },
  '/rankings': {
    title: titled(navigation.ranking),
    description: 'Le classement mondial des joueurs de la saison, construit par les votes des supporters.',
  },
  '/history': {
    title: titled(home.history),
    description: `Les matchs terminés des ${HISTORY_DAYS} derniers jours et les joueurs que les supporters ont élus.`,
  },
  '/points': {
    title: titled(common.howItWorks),
    description: 'Le vote, le barème des points et les coefficients\u00a0: comment Tribune compte.',
  },
  '/comptage': {
    title: titled(common.howWeCount),
    description: 'La règle d’intégrité, ce qu’elle trouve, et comment recompter un résultat.',
  },
  '/match/$id/decompte': {
    title: titled(recountTitle),
    description: 'Le registre public d’un match, vérifié et recompté par ton appareil.',
  },
  '/profile': { title: titled(navigation.profile), description: home.intro },
  '/privacy': {
    title: titled(foot.privacy),
    description: 'Ce que Tribune garde de toi, combien de temps, et comment l’effacer.',
  },
  '/legal': {
    title: titled(foot.legal),
    description: 'Qui publie et héberge Tribune, à quelles conditions on y vote, et à partir de quel âge.',
  },
} as const satisfies Record<SinglePage, { title: string; description: string }>

export const cards = {
  alt: 'Les trois marches du podium de Tribune',
  titled,
  versus: screen.title,
  call: (fixture: string) => `${fixture}\u00a0: vote pour tes trois meilleurs joueurs`,
  stopped: (fixture: string, why: string) => `${fixture}\u00a0: ${why.toLowerCase()}`,
  result: (home: string, score: string, away: string) =>
    `${home} ${score} ${away}\u00a0: les meilleurs joueurs du match`,
  about: (competition: string, when: string) =>
    `${competition}, ${when}. Élis les trois meilleurs joueurs du match\u00a0: ensemble, les supporters font le classement.`,
  ranked: (name: string, rank: number, gained: string) => `${ordinal(rank)} ${name} (${gained})`,
  playerTitle: (name: string, club: string) => `${name} (${club})`,
  season: (season: string, rank: string, gained: string, matches: number) =>
    `${season}\u00a0: ${rank} avec ${gained} en ${plural(matches, nouns.match)}, élu par les supporters.`,
  noSeason: (season: string) => `${season}\u00a0: pas encore de points. Vote à son prochain match.`,
  noPastSeason: (season: string) => `${season}\u00a0: aucun point.`,
} as const
