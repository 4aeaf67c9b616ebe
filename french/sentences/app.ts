/**
 * Sentences of the shell, which all screens share. Each screen's own sentences are in a file next to this one (home.ts, match.ts…), so that
 * they load with the screen. Refusals by code come from contract/errors.ts. Sentences of the specification are verbatim; in our own,
 * `\u202f` (narrow) stands before ? ! ; and `\u00a0` before : and inside « ».
 */
export const brand = {
  name: 'Tribune',
  tagline: 'Le vote populaire mondial',
} as const

export const navigation = {
  label: 'Navigation principale',
  home: 'Accueil',
  rankings: 'Classements',
  ranking: 'Classement',
  points: 'Points',
  profile: 'Profil',
  skip: 'Aller au contenu',
  back: 'Retour',
  match: 'Match',
  toTop: 'Haut de page',
} as const

export const common = {
  retry: 'Réessayer',
  reload: 'Recharger la page',
  refresh: 'Actualiser',
  close: 'Fermer',
  clear: 'Effacer la recherche',
  loading: 'Chargement…',
  reference: (id: string) => `Référence\u00a0: ${id}`,
  howItWorks: 'Comment ça marche\u202f?',
  howWeCount: 'Comment nous comptons',
  unknownTeam: 'Équipe inconnue',
  unknownPlayer: 'Joueur inconnu',
  unknownCompetition: 'Compétition inconnue',
  coefficient: 'Coefficient',
  score: (home: number | string, away: number | string) => `${home}\u00a0–\u00a0${away}`,
} as const

/** Nouns of counted things, to be given to `plural`: the singular. */
export const nouns = {
  match: 'match',
  player: 'joueur',
  minute: 'minute',
  point: 'point',
  vote: 'vote',
  voter: 'votant',
} as const

/** Days near today, and the time left of a vote as a screen reader speaks it. */
export const moments = {
  today: 'aujourd’hui',
  yesterday: 'hier',
  tomorrow: 'demain',
  lastMinute: 'encore moins d’une minute',
  left: (minutes: string) => `encore ${minutes}`,
} as const

/** The days of the week, Monday first, and the months; in words of our own because the engine takes long to find its own. */
export const calendar = {
  weekdays: ['lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.', 'dim.'],
  months: [
    'janvier',
    'février',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'août',
    'septembre',
    'octobre',
    'novembre',
    'décembre',
  ],
  shortMonths: ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin', 'juil.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'],
} as const

/** Ranks: « 1er », « 1 000e ». */
export const ordinals = {
  first: '1er',
  feminine: '1re',
  other: (rank: string) => `${rank}e`,
} as const

export const offlineBar = {
  offline: 'Hors ligne',
  weak: 'Réseau faible',
  news: (state: string, when: string) => `${state} — dernières nouvelles ${when}`,
  at: (hour: string) => `à ${hour}`,
  dayAt: (day: string, hour: string) => `${day} à ${hour}`,
} as const

export const unreachable = {
  offline: 'Pas de connexion. Vérifie ton réseau et réessaie.',
  unreachable: 'Impossible de joindre Tribune. Vérifie ta connexion et réessaie.',
  timeout: 'Le service met trop de temps à répondre.',
  unreadable: 'Réponse illisible\u00a0: un Wi-Fi public demande peut-être de s’identifier.',
  internal: 'Une erreur est survenue. Réessaie dans un instant.',
} as const

/** At the foot of a page. */
export const foot = {
  points: common.howItWorks,
  privacy: 'Confidentialité',
  legal: 'Mentions légales',
} as const

export const crash = {
  title: 'Le jeu est arrêté',
  text: 'Cet écran n’a pas pu s’afficher. Tes votes sont en sécurité.',
  home: 'Revenir aux matchs',
} as const

export const filling = 'L’historique se remplit\u00a0: les totaux ne sont pas encore définitifs.'
