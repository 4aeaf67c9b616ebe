/** The home screen. */
export const home = {
  intro:
    'Pour chaque match que tu regardes, élis tes 3 meilleurs joueurs. Ensemble, les supporters construisent le classement du meilleur joueur de la saison.',
  howItWorks: 'Comment ça marche ?',
  findMatch: 'Chercher un match',
  search: 'Équipe ou compétition',
  searchLabel: 'Chercher une équipe ou une compétition',
  loadError: (error: string) => `Erreur de chargement des matchs : ${error}`,
  empty: 'Aucun match à afficher pour ces filtres.',
  resetFilters: 'Réinitialiser les filtres',
  results: (matches: string) => `${matches} affichés`,
} as const

export const filters = {
  title: 'Top compétitions',
  competitions: 'Compétitions',
  day: 'Jour',
  allDays: 'Tous les jours',
  active: (filters: string) => `${filters} actifs`,
} as const

export const dayBanner = {
  title: "Pas de matchs ouverts au vote aujourd'hui",
  openVotes: 'Les votes en cours',
  discover: 'Je découvre le classement actuel',
} as const

export const sections = {
  open: 'Votes ouverts',
  locked: 'En direct',
  upcoming: 'À venir aujourd’hui',
  finished: 'Matchs terminés',
  recentlyFinished: 'Les matchs récemment terminés',
  others: 'Reportés, annulés, suspendus',
} as const

export const card = {
  upcoming: 'Match à venir',
  postponed: 'Match reporté',
  cancelled: 'Match annulé',
  suspended: 'Match suspendu',
  locked: "Votes à partir de la 60'",
  voteLive: 'Voter en direct',
  voteAfter: 'Voter',
  lastMinutes: 'Votes ouverts - Plus que quelques minutes !',
  closed: 'Votes clos',
  results: 'Voir les résultats',
  voted: 'Vote effectué ! Changer mon vote',
  unfinished: (picks: number) => `Terminer mon vote (${picks}/3)`,
  myPodium: 'Mon podium',
  empty: 'Place libre',
  openMatch: (home: string, away: string) => `${home} contre ${away} : voir le match`,
  postponedUntil: (day: string) => `Reporté : ${day}`,
  hourUnknown: 'Heure à confirmer',
  closesIn: 'Clôture dans',
} as const

/** What a match is doing, in a word. */
export const status = {
  upcoming: 'À venir',
  live: 'En direct',
  finished: 'Terminé',
  postponed: 'Reporté',
  cancelled: 'Annulé',
  suspended: 'Suspendu',
} as const

/** The provider's short codes that deserve a word of their own. */
export const periods: Readonly<Record<string, string>> = {
  HT: 'Mi-temps',
  BT: 'Pause',
  ET: 'Prolongation',
  P: 'Tirs au but',
  INT: 'Interrompu',
}

export const finishedPeriods: Readonly<Record<string, string>> = {
  AET: 'Après prolongation',
  PEN: 'Aux tirs au but',
  AWD: 'Sur tapis vert',
  WO: 'Forfait',
}
