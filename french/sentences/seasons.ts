/** Past seasons, for fans. */
export const seasons = {
  choose: 'Saison',
  name: (name: string, label: string) => `${name} ${label}`,
  champion: (names: string) => `Champion\u00a0: ${names}`,
  champions: (names: string) => `Champions à égalité\u00a0: ${names}`,
  podium: 'Podium de la saison',
} as const
