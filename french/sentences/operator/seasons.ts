import { type DatesFault, FIRST_YEAR, LAST_YEAR } from '@tribune/domain/season/dates.ts'

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
