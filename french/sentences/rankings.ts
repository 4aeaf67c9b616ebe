import { TREND_DAYS } from '@tribune/domain/season/season.ts'

/** The season ranking. */
export const rankings = {
  season: (name: string, label: string) => `${name} ${label}`,
  intro: 'Les points de chaque match s’additionnent, de la première à la dernière journée.',
  history: 'Historique',
  search: 'Chercher un joueur',
  loadError: (error: string) => `Erreur de chargement du classement\u00a0: ${error}`,
  empty: 'Aucun joueur encore agrégé.',
  noMatch: (query: string) => `Aucun joueur trouvé pour "${query}"`,
  list: 'Classement de la saison',
  end: (players: string) => `${players} au classement`,
  found: (players: string) => `${players} pour cette recherche`,
  foundMore: (shown: string, all: string) => `Les ${shown} premiers sur ${all}. Précise ta recherche.`,
  loadingMore: 'Suite du classement…',
  moreFailed: 'La suite du classement n’a pas pu être chargée.',
  podium: 'Les trois premiers de la saison',
  tied: (others: string) => `+${others} à égalité`,
  leading: 'En tête de la saison',
  all: 'Tout le classement',
  points: 'points',
  mine: 'Déjà sur ton podium',
  ownOnly: 'Mes joueurs',
  ownSign: 'sur mon podium',
  ownList: 'Mes joueurs au classement',
  ownEnd: (players: string) => `${players} de tes podiums au classement`,
  performance: (percent: string, most: string) => `Performance\u00a0: ${percent} de ${most} points`,
} as const

export const trends = {
  up: `En hausse sur ${TREND_DAYS} jours`,
  down: `En baisse sur ${TREND_DAYS} jours`,
  stable: `Stable sur ${TREND_DAYS} jours`,
} as const

/** Past seasons, for fans. */
export const seasons = {
  toOpen: 'Voir la saison en cours',
  choose: 'Saison',
  name: (name: string, label: string) => `${name} ${label}`,
  champion: (names: string) => `Champion\u00a0: ${names}`,
  champions: (names: string) => `Champions à égalité\u00a0: ${names}`,
  podium: 'Podium de la saison',
} as const
