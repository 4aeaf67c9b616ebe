/** The choice of a match by its number or by a club, and the ways from one match to all that the area shows of it. */
export const matchChoice = {
  hint: 'Un numéro, une adresse /match/1234, ou le nom d’un club',
  searching: 'Recherche…',
  notFound: (typed: string) => `Aucun match d’un club nommé «\u00a0${typed}\u00a0».`,
  failedSearch: (reason: string) => `La recherche a échoué\u00a0: ${reason}`,
  results: (label: string) => `Matchs trouvés\u00a0: ${label}`,
  match: (home: string, away: string) => `${home} – ${away}`,
  about: (day: string, competition: string, outcome: string) => `${day} · ${competition} · ${outcome}`,
  number: (id: number) => `N°\u00a0${id}`,
} as const

export const matchLinks = {
  label: (id: number) => `Administration du match ${id}`,
  title: (id: number) => `Match ${id}`,
  match: 'Voir le match',
  check: 'Diagnostic',
  ballots: 'Bulletins',
  recalculation: 'Recalculer',
  reporting: 'Reporting',
  journal: 'Journal',
} as const
