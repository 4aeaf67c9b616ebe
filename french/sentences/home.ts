import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import { VOTE_OPENING_MINUTE } from '@tribune/domain/ballots/voting-window.ts'

/** The home screen. */
export const home = {
  intro: `Pour chaque match que tu regardes, élis tes ${PODIUM_SIZE} meilleurs joueurs. Ensemble, on fait le classement de la saison.`,
  hideIntro: 'Masquer la présentation',
  findMatch: 'Chercher un match',
  history: 'Historique',
  search: 'Équipe ou compétition',
  searchLabel: 'Chercher une équipe ou une compétition',
  loadError: (error: string) => `Erreur de chargement des matchs\u00a0: ${error}`,
  empty: 'Aucun match à afficher pour ces filtres.',
  resetFilters: 'Réinitialiser les filtres',
  results: (matches: string, one: boolean) => `${matches} ${one ? 'affiché' : 'affichés'}`,
} as const

export const filters = {
  title: 'Top compétitions',
  competitions: 'Compétitions à afficher',
  all: 'Toutes',
  showMatches: 'Voir les matchs',
  chosen: (first: string, others: number) => (others === 0 ? first : `${first} +${others}`),
  day: 'Jour',
  allDays: 'Tout',
  yesterday: 'Hier',
  today: 'Aujourd’hui',
  tomorrow: 'Demain',
  calendar: 'Choisir un jour',
  chosenDay: (day: string) => `Choisir un jour\u00a0: ${day}`,
} as const

export const dayBanner = {
  title: 'Pas de matchs ouverts au vote aujourd’hui',
  openVotes: 'Les votes en cours',
  discover: 'Je découvre le classement actuel',
} as const

export const sections = {
  open: 'Votes ouverts',
  locked: 'En direct',
  upcomingToday: 'À venir aujourd’hui',
  upcoming: 'À venir',
  next: 'Prochains matchs',
  finished: 'Matchs terminés',
  recentlyFinished: 'Les matchs récemment terminés',
  others: 'Reportés, annulés, suspendus',
} as const

export const card = {
  upcoming: 'Match à venir',
  postponed: 'Match reporté',
  cancelled: 'Match annulé',
  suspended: 'Match suspendu',
  locked: `Votes à partir de la ${VOTE_OPENING_MINUTE}'`,
  voteLive: 'Voter en direct',
  voteAfter: 'Voter',
  lastMinutes: 'Votes ouverts - Plus que quelques minutes\u202f!',
  closed: 'Votes clos',
  results: 'Voir les résultats',
  voted: 'Vote effectué\u202f! Changer mon vote',
  unfinished: (picks: number) => `Terminer mon vote (${picks}/${PODIUM_SIZE})`,
  myPodium: 'Mon podium',
  empty: 'Place libre',
  newDate: (day: string) => `Nouvelle date\u00a0: ${day}`,
  hourUnknown: 'Heure à confirmer',
  closesIn: 'Clôture dans',
} as const

/** State of a match, in a word. */
export const status = {
  upcoming: 'À venir',
  live: 'En direct',
  finished: 'Terminé',
  postponed: 'Reporté',
  cancelled: 'Annulé',
  suspended: 'Suspendu',
} as const

/** The provider's short codes of a match in play that deserve a word of their own. */
export const periods: Readonly<Record<string, string>> = {
  HT: 'Mi-temps',
  BT: 'Pause',
  ET: 'Prolongation',
  P: 'Tirs au but',
  INT: 'Interrompu',
}

/** Extra time once it has a minute of its own. */
export const extraTime = (minute: string) => `Prol. ${minute}`

/** A shoot-out: `of` its penalties or, where only that is known, its winner. */
export const shootout = {
  of: (what: string) => `${what} aux tirs au but`,
  shortOf: (what: string) => `${what}\u00a0t.a.b.`,
  decided: 'Aux tirs au but',
  short: 't.a.b.',
  underWay: (score: string) => `Tirs au but ${score}`,
  beside: (score: string, decided: string) => `${score} (${decided})`,
} as const

export const finishedPeriods: Readonly<Record<string, string>> = {
  AET: 'Après prolongation',
  PEN: shootout.decided,
}
