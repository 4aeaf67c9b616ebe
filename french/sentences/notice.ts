/** The operator's notice, as fans see it. */
export const notice = {
  title: 'Annonce',
  close: 'Fermer l’annonce',
} as const
