import type { AccountStrength } from '@tribune/domain/ballots/evidence.ts'
import { plural } from '../../format/numbers.ts'

/** The operator's page about one fan. The search needs an exact match, and the page does not show the fan's votes. */
export const people = {
  intro:
    'Un supporter à la fois, par son adresse, son numéro ou son identifiant exacts. Le contenu de ses votes n’est pas montré, et chaque consultation est notée au journal.',
  wanted: 'Adresse, numéro ou identifiant',
  wantedHint: 'En entier\u00a0: fan@exemple.fr, +33612345678, ou l’identifiant du journal',
  find: 'Chercher',
  none: 'Aucun compte ne correspond exactement.',
  failed: (reason: string) => `La recherche a échoué\u00a0: ${reason}`,
  account: 'Compte',
  operator: 'C’est le compte de l’opérateur.',
  noAddress: 'Sans adresse e-mail',
  fields: {
    id: 'Identifiant',
    since: 'Compte créé',
    email: 'Adresse e-mail',
    phone: 'Mobile',
    methods: 'Autres connexions',
    secondFactor: 'Double vérification',
    strength: 'Solidité du compte',
    votes: 'Votes complets',
    xp: 'XP',
  },
  methods: {
    password: 'Mot de passe',
    google: 'Google',
    apple: 'Apple',
    sso: 'Organisation (OpenID)',
    saml: 'Organisation (SAML)',
  },
  moment: (day: string, time: string) => `${day} à ${time}`,
  verified: 'confirmée',
  unverified: 'non confirmée',
  verifiedPhone: 'confirmé',
  unverifiedPhone: 'non confirmé',
  nothing: '–',
  on: 'Activée',
  off: 'Non',
  strengths: {
    none: 'Rien de confirmé',
    email: 'Adresse confirmée',
    second_factor: 'Adresse et double vérification',
    provider: 'Fournisseur d’identité',
    phone: 'Mobile confirmé',
  } satisfies Record<AccountStrength, string>,
  sessions: {
    title: 'Sessions',
    list: 'Liste des sessions',
    none: 'Aucune session ouverte.',
    since: (moment: string, seen: string) => `Ouverte le ${moment}\u202f; vue le ${seen}`,
    end: 'Fermer toutes ses sessions',
    endTitle: 'Fermer toutes ses sessions\u202f?',
    consequence: (who: string, sessions: number) =>
      `${who} sera déconnecté partout, aussitôt (${plural(sessions, 'session')}). Rien d’autre ne change\u00a0: il pourra se reconnecter.`,
    ended: (sessions: number) =>
      sessions < 2 ? `${plural(sessions, 'session')} fermée.` : `${plural(sessions, 'session')} fermées.`,
  },
  right: {
    title: 'Droit de vote',
    open: 'Ouvert. Si tu le fermes, ses prochains votes seront refusés, et il lira la raison dans son profil.',
    closed: (day: string, time: string) => `Fermé depuis le ${day}, ${time}.`,
    reasonGiven: (reason: string) => `Raison\u00a0: ${reason}`,
    reason: 'Raison, que le supporter lira',
    reasonHint: lengthHint,
    own: 'Tu ne peux pas fermer ton propre droit de vote.',
    close: 'Fermer son droit de vote',
    closeTitle: 'Fermer son droit de vote\u202f?',
    closeConsequence: (who: string, reason: string) =>
      `${who} ne pourra plus voter, dès maintenant. Ses votes passés restent comptés. Il lira\u00a0: «\u00a0${reason}\u00a0»`,
    wasClosed: 'Droit de vote fermé.',
    reopen: 'Rouvrir son droit de vote',
    reopenTitle: 'Rouvrir son droit de vote\u202f?',
    reopenConsequence: (who: string) => `${who} pourra voter de nouveau, dès maintenant.`,
    wasReopened: 'Droit de vote rouvert.',
  },
  copy: {
    title: 'Copie des données',
    intro:
      'Le fichier que la personne trouve dans son profil, votes compris. À lui envoyer quand elle le demande par écrit et que son identité est sûre. Chaque copie est notée au journal, sans son contenu.',
    download: 'Télécharger la copie',
    fileName: (id: string) => `tribune-donnees-${id}.json`,
    done: 'Copie téléchargée.',
  },
  deletion: {
    title: 'Suppression du compte',
    intro: 'Quand la personne le demande par écrit et que son identité est sûre. C’est définitif.',
    reason: 'Raison, gardée au journal',
    reasonHint: (left: number) => `Sans nom, adresse ni numéro\u00a0: le journal ne s’efface pas. ${lengthHint(left)}`,
    reasonNames: 'Retire son adresse ou son numéro\u00a0: le journal ne s’efface pas.',
    own: 'Ton propre compte ne se supprime pas ici, mais dans ton profil.',
    delete: 'Supprimer le compte',
    askTitle: 'Supprimer ce compte\u202f?',
    consequence: (who: string, reason: string, isNotified: boolean) =>
      `Le compte de ${who} et tout ce qui mène à cette personne disparaissent pour toujours. Ses votes des matchs encore ouverts sont retirés\u202f; ceux des matchs clos restent comptés, sans son nom. ${isNotified ? 'Un e-mail l’en avertira.' : 'Aucun e-mail ne l’en avertira, faute d’adresse confirmée.'} Au journal\u00a0: «\u00a0${reason}\u00a0»`,
    done: 'Compte supprimé.',
  },
  journal: 'Voir ce qui a été fait sur ce compte',
} as const

/** @param left Number of characters that may still be added; negative if the text is too long. */
export function lengthHint(left: number): string {
  return left < 0 ? `${plural(-left, 'caractère')} de trop` : `Encore ${plural(left, 'caractère')}`
}
