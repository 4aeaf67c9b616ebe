import type { Touched } from '@tribune/domain/results/coefficient.ts'
import { type DatesFault, FIRST_YEAR, LAST_YEAR } from '@tribune/domain/season/dates.ts'
import { coefficient, plural } from '../../format/numbers.ts'

/** Seasons, for the operator. */
export const seasons = {
  title: 'Saisons',
  intro:
    'Un match compte dans la saison de son coup d’envoi. Le passage de nuit ouvre la suivante\u202f; une saison terminée ne change plus sans un geste d’ici.',
  failed: (reason: string) => `Les saisons n’ont pas pu être lues\u00a0: ${reason}`,
  empty: 'Aucune saison.',
  open: 'En cours',
  finished: 'Terminée',
  heading: (name: string, label: string) => `${name} ${label}`,
  days: (first: string, last: string) => `Du ${first} au ${last}`,
  counts: (matches: string, players: string) => `${matches}, ${players}`,
  computed: (when: string) => `Calculée en entier le ${when}`,
  neverComputed: 'Jamais calculée en entier',
  edit: 'Modifier',
  close: 'Fermer',
  name: 'Nom',
  label: 'Libellé',
  rename: 'Renommer',
  renamed: 'Saison renommée.',
  first: 'Premier jour',
  last: 'Dernier jour',
  daysHint: 'En temps universel (UTC). La saison voisine suit.',
  move: 'Changer les dates',
  moveTitle: 'Changer les dates de la saison\u202f?',
  moveTo: (season: string, days: string) => `${season}\u00a0: ${days}.`,
  moveAlong: (season: string, days: string) => `${season}, qui la touche, suit\u00a0: ${days}.`,
  moveRanks: (rankings: string, matches: string) =>
    `À recalculer, même si la saison est terminée\u00a0: ${rankings}, sur ${matches} aujourd’hui.`,
  moveEnds: (next: string) =>
    `Ce dernier jour est passé\u00a0: la saison se termine, et la suivante s’ouvre au ${next}. «\u00a0Rouvrir\u00a0» revient en arrière.`,
  moved: (seasons: string) => `Dates changées\u00a0: ${seasons}.`,
  closed: (season: string) => `${season} est terminée.`,
  opened: (season: string, days: string) => `${season} s’ouvre, ${days}.`,
  /** Why new dates or names are not offered for confirmation. */
  faults: {
    reversed: 'Le dernier jour vient avant le premier.',
    season_dates: `Une saison va de ${FIRST_YEAR} à ${LAST_YEAR} et dure deux ans au plus, sa voisine aussi\u202f; celle en cours a déjà commencé.`,
    season_overlap: 'Ces dates recouvrent une autre saison.',
    season_name_taken: 'Une autre saison porterait le même nom et le même libellé.',
  } satisfies Record<DatesFault | 'reversed', string>,
  acceptLost: 'Accepter que des matchs publiés ne comptent plus dans aucune saison',
  reopen: 'Rouvrir',
  reopenTitle: 'Rouvrir la saison\u202f?',
  reopenConsequence: (season: string, days: string, taken: string) =>
    `${season} reprend, ${days}. ${taken}, ouverte depuis, disparaît, avec son nom et ses dates.`,
  reopenMatches: (matches: string, season: string) =>
    `Ce qu’elle compte aujourd’hui (${matches}) compte dans ${season}.`,
  reopenRanking: 'Le classement est refait avec les compétitions affichées aujourd’hui.',
  reopened: (taken: string, last: string, matches: string) =>
    `Saison rouverte jusqu’au ${last}\u00a0: ${matches} en plus. ${taken} a disparu.`,
  recompute: 'Recalculer',
  recomputeTitle: 'Recalculer toute la saison\u202f?',
  recomputeConsequence: (season: string) =>
    `Le classement de ${season} est refait à partir des points publiés, avec les compétitions affichées aujourd’hui. L’ancien classement est perdu.`,
  recomputed: (players: string) => `Saison recalculée\u00a0: ${players}.`,
  season: 'saison',
  ranking: ['classement', 'classements'],
  match: ['match publié', 'matchs publiés'],
  player: ['joueur classé', 'joueurs classés'],
} as const

/** How many matches a change reaches, and how many of them have points already. */
function touchedMatches({ matches, published }: Touched): string {
  if (matches === 0) return 'Aucun match ne change de coefficient.'
  const which = published === 0 ? 'aucun n’est publié' : `dont ${plural(published, 'publié')}`
  return `${plural(matches, 'match')} à changer, ${which}.`
}

const updated = (matches: number) =>
  matches === 0 ? 'Aucun match n’a changé.' : `${plural(matches, 'match mis', 'matchs mis')} à jour.`

/** Coefficients: of competitions, of phases, derbies, and what the ranking of countries proposes. */
export const coefficients = {
  contents: 'Parties de l’onglet Coefficients',
  intro:
    'Un changement ne déplace jamais des points publiés\u00a0: il marque les matchs, que tu recalcules ensuite d’un seul geste.',
  failed: (reason: string) => `Les coefficients n’ont pas pu être lus\u00a0: ${reason}`,
  touched: touchedMatches,
  times: (value: number) => `×\u00a0${coefficient(value)}`,
  change: (before: number, after: number) => `${coefficient(before)} → ${coefficient(after)}`,
  save: 'Enregistrer',
  undo: 'Annuler',
} as const

export const competitionTool = {
  title: 'Compétitions',
  intro: 'Une compétition masquée n’est plus montrée et ne compte plus dans la saison.',
  search: 'Rechercher une compétition ou un pays',
  found: (shown: number, all: number) =>
    shown === all ? plural(all, 'compétition') : `${plural(shown, 'compétition')} sur ${all}`,
  none: 'Aucune compétition n’est suivie.',
  more: (competitions: number) => `Afficher ${plural(competitions, 'autre compétition', 'autres compétitions')}`,
  notFound: (query: string) => `Aucune compétition trouvée pour «\u00a0${query}\u00a0».`,
  noCountry: 'Sans pays',
  matches: ({ matches, published }: Touched) =>
    matches === 0 ? 'Aucun match' : `${plural(matches, 'match')}, ${plural(published, 'publié')}`,
  shown: 'Affichée',
  hidden: 'Masquée',
  hide: 'Masquer',
  hideTitle: (name: string) => `Masquer ${name}\u202f?`,
  hideConsequence:
    'Ses matchs quittent tout de suite les écrans des supporters, et leurs points la saison, jusqu’à ce que tu l’affiches de nouveau.',
  isShown: (name: string) => `${name}\u00a0: affichée`,
  coefficientOf: (name: string) => `Coefficient de ${name}`,
  saveOf: (name: string) => `Enregistrer le coefficient de ${name}`,
  undoOf: (name: string) => `Annuler le changement de ${name}`,
  nowShown: (name: string) => `${name} est affichée. La saison suit.`,
  nowHidden: (name: string) => `${name} est masquée. La saison suit.`,
  saved: (name: string, value: number, matches: number) => `${name}\u00a0: ${coefficient(value)}. ${updated(matches)}`,
} as const

export const phaseTool = {
  title: 'Coefficients des matchs',
  intro: 'Le coefficient d’un match est celui de sa compétition × sa phase × le multiplicateur s’il est un derby.',
  derby: 'Multiplicateur des derbys',
  unchanged: 'Rien à enregistrer.',
  save: (count: number) => (count < 2 ? 'Enregistrer' : `Enregistrer les ${count} changements`),
  saved: updated,
} as const

export const derbyTool = {
  title: 'Derbys',
  intro: 'Les matchs des deux clubs portent le multiplicateur, ceux à venir aussi.',
  plain: 'Le multiplicateur vaut 1,00\u00a0: pour l’instant, un derby ne change le coefficient d’aucun match.',
  first: 'Premier club',
  second: 'Second club',
  searchHint: 'Deux lettres au moins, avec ou sans accents',
  searching: 'Recherche…',
  notFound: (query: string) => `Aucun club trouvé pour «\u00a0${query}\u00a0».`,
  failedSearch: (reason: string) => `Les clubs n’ont pas pu être cherchés\u00a0: ${reason}`,
  results: (label: string) => `Clubs trouvés\u00a0: ${label}`,
  change: 'Changer',
  changeOf: (name: string) => `Changer le club ${name}`,
  same: 'Choisis deux clubs différents.',
  known: 'Ces deux clubs sont déjà un derby.',
  between: ({ matches, published }: Touched) =>
    matches === 0
      ? 'Aucun match entre eux pour l’instant\u00a0: les prochains seront des derbys.'
      : `${plural(matches, 'match')} entre eux à marquer, dont ${plural(published, 'publié')}.`,
  add: 'Marquer ce derby',
  added: (matches: number) => `Derby marqué\u00a0: ${plural(matches, 'match')}.`,
  list: 'Derbys marqués',
  failed: (reason: string) => `Les derbys n’ont pas pu être lus\u00a0: ${reason}`,
  empty: 'Aucun derby n’est marqué.',
  pair: (one: string, other: string) => `${one}\u00a0– ${other}`,
  matches: ({ matches, published }: Touched) =>
    matches === 0 ? 'Aucun match' : `${plural(matches, 'match')}, ${plural(published, 'publié')}`,
  remove: 'Retirer',
  removeTitle: (pair: string) => `Retirer le derby ${pair}\u202f?`,
  removeConsequence: ({ matches, published }: Touched) =>
    matches === 0
      ? 'Aucun match entre eux pour l’instant. Ceux à venir n’auront plus le multiplicateur.'
      : `${plural(matches, 'match perd', 'matchs perdent')} le multiplicateur, dont ${plural(published, 'publié')}\u00a0: leurs points ne bougent pas d’eux-mêmes.`,
  removed: (matches: number) => `Derby retiré\u00a0: ${plural(matches, 'match')}.`,
} as const

export const countryTool = {
  title: 'Classement des pays',
  intro: 'Le coefficient va du plus petit total de points au plus grand, en ligne droite, sur tous les pays classés.',
  failed: (reason: string) => `Le classement des pays n’a pas pu être lu\u00a0: ${reason}`,
  source: (source: string, day: string, count: number) =>
    `Source\u00a0: ${source}, au ${day}. ${plural(count, 'pays', 'pays')} classés.`,
  min: 'Minimum',
  max: 'Maximum',
  crossed: 'Le maximum ne peut pas être sous le minimum.',
  table: 'Les trente premiers pays',
  rank: 'Rang',
  country: 'Pays',
  points: 'Points',
  coefficient: 'Coefficient',
  competitions: 'Compétitions de ces pays',
  named: (name: string, country: string) => `${name} (${country})`,
  onlyFirst: 'Seuls les championnats nationaux de première division sont cochés d’office.',
  noCompetitions: 'Aucune compétition suivie n’est de l’un de ces pays.',
  unchanged: 'inchangé',
  all: 'Tout cocher',
  none: 'Tout décocher',
  chosen: (count: number) =>
    count === 0 ? 'Aucune compétition à changer.' : `${plural(count, 'compétition')} à changer.`,
  apply: 'Appliquer la proposition',
  applyTitle: (count: number) => `Changer ${plural(count, 'compétition')}\u202f?`,
  applied: (competitions: number, matches: number) =>
    `${plural(competitions, 'compétition changée', 'compétitions changées')}. ${updated(matches)}`,
} as const

/** Errors in a field of a coefficient. */
export const fieldErrors = {
  empty: 'Écris un nombre.',
  number: 'Ce n’est pas un nombre. Écris par exemple 3,25.',
  decimals: (decimals: number) => `${plural(decimals, 'décimale')} au plus.`,
  low: (min: string) => `Pas moins de ${min}.`,
  high: (max: string) => `Pas plus de ${max}.`,
} as const
