const resultText = (fixture: string) => `${fixture}\u00a0: les meilleurs joueurs du match.`

/** Sharing a match, a player, a podium. */
export const share = {
  match: 'Partager le match',
  result: 'Partager le résultat',
  player: 'Partager ce joueur',
  podium: 'Partager mon podium',
  copied: 'Lien copié',
  notCopied: 'Le lien n’a pas pu être copié.',
  matchText: (fixture: string) => `${fixture} sur Tribune, le vote populaire mondial.`,
  resultText,
  playerText: (name: string) => `${name} sur Tribune, le vote populaire mondial.`,
} as const

/** Texts of a picture. */
export const pictured = {
  podium: {
    title: 'Mon podium',
    alt: (fixture: string) => `Image à partager\u00a0: mon podium de ${fixture}`,
    text: (fixture: string) => `Mon podium de ${fixture}. Et toi\u202f?`,
  },
  result: {
    title: 'Le résultat',
    alt: (fixture: string) => `Image à partager\u00a0: les meilleurs joueurs de ${fixture}`,
    text: resultText,
  },
} as const

export const pictureDialog = {
  hint: 'Sans le score tant que le vote est ouvert.',
  drawing: 'Ton image se dessine…',
  share: 'Partager',
  save: 'Télécharger l’image',
  notShared: 'L’image n’a pas pu être partagée.',
  copy: 'Copier le lien du match',
  failed: (reason: string) => `L’image n’a pas pu être dessinée. ${reason}`,
} as const

/** Over the share sheet of Android. */
export const sheetTitle = 'Partager'

/** Why the share sheet of iOS may save a picture, which the phone asks the fan with. */
export const photosReason = 'Pour enregistrer l’image d’un podium parmi tes photos.'
