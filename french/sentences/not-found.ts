/** The screen of an address that leads nowhere: in a file of its own, because it loads with that screen. */
export const notFound = {
  title: 'Hors-jeu\u202f!',
  text: 'Cette page n’existe pas, ou plus.',
  rankings: 'Voir le classement',
} as const
