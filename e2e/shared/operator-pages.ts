/** One of the operator's pages that anybody may open: its address, its title, what a visitor reads on it, and in how many places the operator's session is asked for. */
export type OperatorPage = readonly [path: string, title: string, shown: string | RegExp, asks: number]

export const PAGES: readonly OperatorPage[] = [
  ['/data-diagnostic', 'Diagnostic des données', 'Le classement affiché est celui qui est enregistré.', 1],
  ['/test-ranking', 'Essai du classement d’un match', 'Classement enregistré (5 premiers)', 1],
  ['/edge-status', 'État des fonctions', '4 fonctions sur 4 répondent.', 0],
  ['/votes-diagnostic', 'Diagnostic des votes', 'Votants par match', 2],
  ['/test-football-api', 'Essai des données de football', /^Composition (?:in)?complète/, 0],
  ['/check-points', 'Contrôle des points', /^Points cohérents|^Aucun point enregistré/, 0],
  ['/test-aggregate', 'Essai de l’agrégation', 'Points distribués', 2],
  ['/personne-de-ce-nom-analysis', 'Analyse d’un joueur', 'Premiers de la saison', 0],
  ['/metrics-dashboard', 'Mesures des fonctions', 'Travaux en cours', 2],
]
/** The two that are far longer than the others. */
export const SHOWCASE: OperatorPage = [
  '/design-demo',
  'Démonstration des composants',
  'Bannière du vote, dans chaque état',
  0,
]
export const BOOK: OperatorPage = ['/brand-book', 'Brand Book', 'Le vote populaire mondial', 0]
