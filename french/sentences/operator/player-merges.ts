import { plural } from '../../format/numbers.ts'

interface Reach {
  readonly matches: number
  readonly ballots: number
  readonly followers: number
  readonly published: number
}

const published = (count: number) =>
  count === 0
    ? ''
    : ` ${plural(count, 'résultat publié reste tel quel', 'résultats publiés restent tels quels')} jusqu’au recalcul, à lancer dans les diagnostics.`

const withBoth = (voidPlaces: number) =>
  voidPlaces === 0
    ? ''
    : `, dont ${plural(voidPlaces, 'bulletin')} avec les deux\u00a0: la meilleure place compte, l’autre est sans effet`

/** The page on which two records of one player are merged. */
export const playerMerges = {
  intro:
    'Le fournisseur donne parfois deux fiches à une même personne, qui apparaît alors deux fois dans les compositions et les votes. Rien n’est réuni d’après le nom seul\u00a0: c’est toi qui décides.',
  title: 'Réunir deux fiches',
  alias: 'Fiche en trop',
  player: 'Fiche à garder',
  searchHint: 'Deux lettres au moins, avec ou sans accents',
  searching: 'Recherche…',
  notFound: (query: string) => `Aucun joueur trouvé pour «\u00a0${query}\u00a0».`,
  failedSearch: (reason: string) => `Les joueurs n’ont pas pu être cherchés\u00a0: ${reason}`,
  results: (label: string) => `Joueurs trouvés\u00a0: ${label}`,
  change: 'Changer',
  changeOf: (name: string) => `Changer le joueur ${name}`,
  noClub: 'Sans club connu',
  seen: (matches: number, day: string | null) =>
    day === null ? 'Jamais sur une feuille de match' : `${plural(matches, 'match')}, vu le ${day}`,
  id: (id: number) => `n°\u00a0${id}`,
  same: 'Choisis deux fiches différentes.',
  counting: 'Décompte de ce qui change…',
  uncounted: (reason: string) => `Ce qui change n’a pas pu être compté\u00a0: ${reason}`,
  merge: 'Réunir',
  mergeTitle: (alias: string, player: string) => `Réunir ${alias} avec ${player}\u202f?`,
  consequence: ({
    matches,
    both,
    ballots,
    void_places,
    followers,
    ...rest
  }: Reach & { readonly both: number; readonly void_places: number }) =>
    [
      `${plural(matches, 'match')} avec la fiche en trop, dont ${plural(both, 'match')} avec les deux.`,
      `${plural(ballots, 'bulletin')} à réécrire${withBoth(void_places)}.`,
      `${plural(followers, 'abonné')} à déplacer.${published(rest.published)}`,
    ].join(' '),
  merged: (matches: number) => `Fiches réunies\u00a0: ${plural(matches, 'match')}.`,
  reason: 'Raison',
  reasonHint: (left: number) => `Gardée au journal. Encore ${plural(left, 'caractère')}.`,
  list: 'Fiches réunies',
  empty: 'Aucune fiche n’est réunie avec une autre.',
  failed: (reason: string) => `Les réunions n’ont pas pu être lues\u00a0: ${reason}`,
  under: (alias: string, player: string) => `${alias} → ${player}`,
  since: (day: string, reason: string) => `Depuis le ${day}\u00a0: ${reason}`,
  undo: 'Annuler la réunion',
  undoOf: (alias: string) => `Annuler la réunion de ${alias}`,
  undoTitle: (alias: string, player: string) => `Séparer ${alias} de ${player}\u202f?`,
  undoConsequence:
    'Compositions, bulletins et abonnements redeviennent ce qu’ils étaient, sauf ce qu’un supporter a changé depuis. Les résultats publiés restent en place jusqu’à leur recalcul.',
  undone: ({ matches, ballots }: Reach) =>
    `Fiches séparées\u00a0: ${plural(matches, 'match')}, ${plural(ballots, 'bulletin')}.`,
} as const
