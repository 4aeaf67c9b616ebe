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
  kinds: { club: 'Club', player: 'Joueur', competition: 'Compétition' },
} as const

/** « Mes clubs » on home, under the open votes: the match under way, what comes, what was. */
export const ownSections = {
  first: 'Mes clubs',
  upcoming: 'Mes clubs\u00a0: à venir',
  others: 'Mes clubs\u00a0: autres matchs',
} as const

/** Asked once, after the first complete vote. */
export const followPrompt = {
  title: (home: string, away: string) => `Suivre ${home} ou ${away}\u202f?`,
  hint: 'Les votes de tes clubs seront les premiers sur ton accueil.',
  dismiss: 'Ne plus me le demander',
} as const
