import type { OperatorAddress } from '@tribune/protocol/addresses.ts'

/** Texts about the operator's area itself. Its tabs and pages have their own files next to this one. */
export const access = {
  checking: 'Vérification de l’accès…',
  failed: (reason: string) => `L’accès n’a pas pu être vérifié\u00a0: ${reason}`,
  deniedTitle: 'Accès refusé',
  denied: 'Cette page est réservée à l’administrateur.',
  lacks: {
    operator_sign_in: 'L’administration demande ton mot de passe, ou un code reçu par e-mail. Reconnecte-toi ainsi.',
    second_factor_required: 'L’administration demande une double vérification. Active-la dans ton profil.',
  },
  ended: {
    title: 'Ta session est terminée',
    text: 'Reconnecte-toi pour continuer là où tu en étais.',
    again: 'Se reconnecter',
    afterwards: 'Puis reviens dans l’administration.',
  },
  home: 'Retour à l’accueil',
  profile: 'Aller au profil',
} as const

export const area = {
  title: 'Administration',
  signedInAs: (email: string) => `Connecté\u00a0: ${email}`,
  tabsLabel: 'Outils de l’administration',
  tabs: {
    overview: 'Aujourd’hui',
    diagnostics: 'Diagnostics',
    brand: 'Brand Book',
    coefficients: 'Coefficients',
    reporting: 'Reporting',
  },
  desks: 'Supporters, bulletins, joueurs et journal',
  pages: 'Pages d’essai et de contrôle',
} as const

/** Each page by its address, as the area lists it and as the page is titled. */
export const pageNames = {
  '/admin': area.title,
  '/admin/journal': 'Journal de l’opérateur',
  '/data-diagnostic': 'Diagnostic des données',
  '/test-ranking': 'Essai du classement d’un match',
  '/edge-status': 'État des fonctions',
  '/votes-diagnostic': 'Diagnostic des votes',
  '/test-football-api': 'Essai des données de football',
  '/check-points': 'Contrôle des points',
  '/test-aggregate': 'Essai de l’agrégation',
  '/{$name}-analysis': 'Analyse d’un joueur',
  '/metrics-dashboard': 'Mesures des fonctions',
  '/design-demo': 'Démonstration des composants',
  '/brand-book': 'Brand Book',
  '/admin/fans': 'Supporters',
  '/admin/ballots': 'Bulletins suspects',
  '/admin/players': 'Joueurs en double',
} as const satisfies Record<OperatorAddress, string>

/** The refusal of an act that would have replaced another state than the operator saw. */
export const changed = {
  title: 'Cela a changé entre-temps',
  by: {
    operator: 'l’administration, dans une autre fenêtre ou sur un autre appareil',
    feed: 'les données du match',
    system: 'Tribune',
  },
  moment: (day: string, time: string) => `le ${day} à ${time}`,
  consequence: (by: string, moment: string | null, isGone: boolean) =>
    [
      moment === null ? `Modifié par ${by}.` : `Modifié ${moment} par ${by}.`,
      ...(isGone ? ['Cela n’existe plus.'] : []),
      'Rien n’a été enregistré, et ta saisie est toujours là\u00a0: relis, puis décide.',
    ].join(' '),
  /** Names of values that the journal has not, or calls otherwise. */
  fields: {
    ballots: 'Bulletins',
    derby: 'Derby',
    id: 'Recalcul',
    player_id: 'Réuni avec le joueur',
    published: 'Résultat publié',
  } as Readonly<Record<string, string>>,
  close: 'Relire',
} as const

export const confirmation = {
  cancel: 'Annuler',
} as const
