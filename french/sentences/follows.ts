import { unreachable } from './app.ts'

/** Following clubs, players and competitions. */
export const follows = {
  follow: (name: string) => `Suivre ${name}`,
  failed: (reason: string) => `Ce changement n’a pas été enregistré. ${reason}`,
  offline: unreachable.offline,
  /** On the profile. */
  title: 'Ce que tu suis',
  none: 'Tu ne suis rien pour l’instant. Touche l’étoile d’un club, d’un joueur ou d’une compétition\u00a0: leurs votes seront les premiers sur ton accueil.',
  loadError: (reason: string) => `Impossible de charger ce que tu suis. ${reason}`,
  ended: 'Tu ne suis plus',
  kinds: { club: 'Club', player: 'Joueur', competition: 'Compétition' },
} as const

/** On home, under the open votes: matches of the fan's clubs that are in play, or that can be voted on later today. */
export const ownSection = 'Mes clubs'

/** Asked once, after the first complete vote. */
export const followPrompt = {
  title: (home: string, away: string) => `Suivre ${home} ou ${away}\u202f?`,
  hint: 'Les votes de tes clubs seront les premiers sur ton accueil.',
  dismiss: 'Ne plus me le demander',
} as const
