import { POINT_SCALE } from '@tribune/domain/results/points.ts'

/** The page of a player. */
export const player = {
  title: 'Joueur',
  missing: 'Joueur introuvable',
  missingHint: 'Ce joueur n’existe pas, ou n’est encore dans aucune composition.',
  toRanking: 'Voir le classement',
  loadError: (error: string) => `Erreur: ${error}`,
  mine: 'Déjà sur ton podium',
  points: 'Points de la saison',
  rank: 'Rang à l’Index',
  matches: 'Matchs joués',
  wins: 'Fois premier',
  podiums: 'Podiums',
  average: 'Points par match',
  unknown: '–',
  history: 'Ses matchs',
  allSeasons: ', toutes saisons',
  otherSeasons: 'Autres saisons',
  empty: 'Aucun match trouvé pour ce joueur.',
  emptySeason: 'Aucun match trouvé pour ce joueur dans cette saison.',
  more: 'Voir les matchs précédents',
  moreFailed: 'Les matchs précédents n’ont pas pu être chargés.',
  shown: (shown: string, all: string) => `${shown} sur ${all}`,
  joined: (team: string) => `Premier match avec ${team}`,
  myPick: (place: string) => `Ton ${place}\u00a0choix`,
  pastSeasons: 'Saisons passées',
  season: (name: string, label: string) => `${name} ${label}`,
  seasonLine: (rank: string, points: string, matches: string) => `${rank}, ${points} en ${matches}`,
} as const

/** Points that a match gave the player; how it went in words is `outcome`. */
export const earned = {
  unit: 'pts',
  fixture: (home: string, score: string, away: string) => `${home} ${score} ${away}`,
} as const

export const form = {
  title: 'Sa forme',
  past: 'Sa fin de saison',
  last: (matches: number) =>
    matches === 1 ? 'Son dernier match' : `Ses ${matches} derniers matchs, du plus ancien au plus récent`,
  none: '–',
  short: { ranked: '', absent: 'Absent', outside: `Hors ${POINT_SCALE.length}`, pending: 'À venir', unranked: 'NC' },
} as const

interface ChartSummary {
  readonly scope: string
  readonly played: string
  readonly total: string
  readonly average: string
  readonly best: string
}

export const chart = {
  title: 'Points par match',
  summary: ({ scope, played, total, average, best }: ChartSummary) =>
    `Graphique des points par match, sur ${scope}\u00a0: ${played} avec résultat, ${total} en tout, ${average} en moyenne, ${best} au mieux.`,
  read: 'Match à lire',
  where: {
    home: (score: string) => `${score} à domicile`,
    away: (score: string) => `${score} à l’extérieur`,
  },
  value: (fixture: string, day: string, outcome: string) => `${fixture}, ${day}\u00a0: ${outcome}`,
  place: (place: string) => `${place} du match`,
  average: (points: string) => `Moyenne de ces matchs ${points}`,
  table: 'Points par match, en tableau',
  columns: { match: 'Match', day: 'Jour', points: 'Points', result: 'Résultat' },
} as const

/** Outcome of a match for a player, on its own screen and on theirs: sentences of spec section 2, and two for what it does not name. */
export const outcome = {
  absent: 'N’a pas joué',
  outside: `Hors top ${POINT_SCALE.length}`,
  pending: 'Résultat à venir',
  unranked: 'Sans classement',
  rank: (rank: string) => `#${rank} du match`,
} as const
