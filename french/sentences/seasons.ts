/** Past seasons, for fans. */
export const seasons = {
  toOpen: 'Voir la saison en cours',
  choose: 'Saison',
  name: (name: string, label: string) => `${name} ${label}`,
  champion: (names: string) => `Champion\u00a0: ${names}`,
  champions: (names: string) => `Champions à égalité\u00a0: ${names}`,
  podium: 'Podium de la saison',
} as const
