import type { Touched } from '@tribune/domain/results/coefficient-change.ts'
import { coefficient, plural } from '../../format/numbers.ts'

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
