/** The season ranking and the page of a player. */
export const rankings = {
  title: 'Classement',
  season: (name: string, label: string) => `${name} ${label}`,
  intro: 'Les points de chaque match s’additionnent, de la première à la dernière journée.',
  search: 'Chercher un joueur',
  loadError: (error: string) => `Erreur de chargement du classement : ${error}`,
  empty: 'Aucun joueur encore agrégé.',
  noMatch: (query: string) => `Aucun joueur trouvé pour "${query}"`,
  list: 'Classement de la saison',
  end: (players: string) => `${players} au classement`,
  found: (players: string) => `${players} pour cette recherche`,
  loadingMore: 'Suite du classement…',
  moreFailed: 'La suite du classement n’a pas pu être chargée.',
  podium: 'Les trois premiers de la saison',
  leading: 'En tête de la saison',
  all: 'Tout le classement',
  points: 'points',
  mine: 'Déjà sur ton podium',
  performance: (percent: string) => `Performance : ${percent} de 3000 points`,
  teamUnknown: 'Équipe inconnue',
} as const

export const trends = {
  up: 'En hausse sur 7 jours',
  down: 'En baisse sur 7 jours',
  stable: 'Stable sur 7 jours',
} as const

export const player = {
  title: 'Joueur',
  loadError: (error: string) => `Erreur: ${error}`,
  points: 'Points de la saison',
  matches: 'Matchs joués',
  rank: 'Rang à l’Index',
  history: 'Ses matchs',
  empty: 'Aucun match trouvé pour ce joueur.',
  more: 'Voir les matchs précédents',
  outsideTop: 'Hors top 10',
  didNotPlay: "N'a pas joué",
  rankOfMatch: (rank: number) => `#${rank} du match`,
  unranked: '–',
  pointsUnit: 'points',
} as const
