import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import { ONE_TIME_CODE_LENGTH } from '@tribune/protocol/one-time-code.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/protocol/password.ts'
import { plural } from '../format/numbers.ts'

/** Signing in, and the profile. Sentences of spec sections 5 and 8 are verbatim. */
export const signIn = {
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  newPassword: 'Choisis un mot de passe',
  passwordHint: (least: number) => `Au moins ${least} caractères`,
  show: 'Afficher le mot de passe',
  hide: 'Masquer le mot de passe',
  submits: {
    mail: 'Recevoir mon code',
    phone: 'Recevoir le code',
    password: 'Se connecter',
    signUp: 'Créer mon compte',
    forgot: 'Recevoir le lien',
  },
  backFrom: {
    mail: 'Retour à la connexion',
    phone: 'Retour à la connexion',
    password: 'Sans mot de passe',
    signUp: 'J’ai déjà un compte',
    forgot: 'Retour à la connexion',
  },
  toSignUp: 'Créer un compte',
  forgot: 'Mot de passe oublié\u202f?',
  mailHint: 'Pas encore de compte\u202f? Il se crée tout seul.',
  toMail: 'Recevoir un code par e-mail',
  toPhone: 'Recevoir un code par SMS',
  toPassword: 'Avec un mot de passe',
  phone: 'Numéro de mobile',
  phoneHint: 'Par exemple 06\u00a012\u00a034\u00a056\u00a078.',
  resendSms: 'Renvoyer le SMS',
  smsResent: (to: string) => `SMS renvoyé au ${to}.`,
  or: 'ou',
  code: `Code à ${ONE_TIME_CODE_LENGTH} chiffres`,
  codeHint: 'Vérifié tout seul dès le dernier chiffre.',
  submitCode: 'Me connecter avec le code',
  continueWith: (provider: string) => `Continuer avec ${provider}`,
  back: 'Retour à la connexion',
  resend: 'Renvoyer l’e-mail',
  resent: (to: string) => `E-mail renvoyé à ${to}.`,
  sending: 'Envoi…',
} as const

/** Headings of each stage of signing in. */
export const stages = {
  mail: { title: 'Connexion', intro: 'Connecte-toi pour voter et retrouver tes podiums.' },
  password: { title: 'Connexion', intro: 'Avec ton adresse e-mail et ton mot de passe.' },
  signUp: { title: 'Créer un compte', intro: 'Un e-mail et un mot de passe suffisent.' },
  forgot: {
    title: 'Mot de passe oublié',
    intro: 'Donne ton adresse e-mail\u00a0: tu recevras un lien pour choisir un nouveau mot de passe.',
  },
  confirm: { title: 'Plus qu’une étape', intro: null },
  resetSent: { title: 'Plus qu’une étape', intro: null },
  linkSent: { title: 'Plus qu’une étape', intro: null },
  phone: {
    title: 'Connexion par SMS',
    intro: 'Donne ton numéro de mobile\u00a0: tu recevras un code. Pas encore de compte\u202f? Il se crée tout seul.',
  },
  phoneSent: { title: 'Plus qu’une étape', intro: null },
  factor: {
    title: 'Double vérification',
    intro: 'Encore une preuve, et tu es connecté\u00a0: un code à usage unique, ou un de tes codes de secours.',
  },
} as const

export const accountMessages = {
  emailMissing: '⚠️ Entre ton email',
  passwordMissing: '⚠️ Entre ton mot de passe',
  resetEmailMissing: '⚠️ Entre ton email pour réinitialiser ton mot de passe',
  newPasswordMissing: '⚠️ Entre ton nouveau mot de passe et confirme-le',
  passwordsDiffer: '⚠️ Les mots de passe ne correspondent pas',
  passwordTooShort: `⚠️ Le mot de passe doit faire au moins ${PASSWORD_MIN_LENGTH} caractères`,
  emailInvalid: '⚠️ Cette adresse e-mail n’est pas valable',
  wrongPassword:
    '❌ Mot de passe incorrect. Vérifie ton mot de passe, utilise "Mot de passe oublié\u202f?" pour en choisir un nouveau, ou "Créer un compte" si tu n’en as pas encore.',
  userAlreadyExists:
    '⚠️ Un compte existe déjà avec cet email (peut-être créé avec Google/Apple). Utilisez la connexion.',
  notConfirmed:
    '⚠️ Ton adresse e-mail n’est pas encore confirmée. Nous venons de t’envoyer un nouveau lien\u00a0: ouvre-le, puis reviens. Pense aussi à regarder dans tes courriers indésirables (spam).',
  other: (message: string) => `❌ Erreur: ${message}`,
  confirm: (email: string) =>
    `✅ Ton compte est créé\u202f! Ouvre le lien de confirmation que nous venons d’envoyer à ${email}. Rien reçu\u202f? Regarde dans tes courriers indésirables (spam).`,
  linkSent: (email: string) =>
    `✅ Un code vient de partir à ${email}. Saisis-le ici, ou ouvre le lien du même e-mail. Rien reçu\u202f? Regarde dans tes courriers indésirables (spam).`,
  codeMissing: `⚠️ Entre le code à ${ONE_TIME_CODE_LENGTH} chiffres`,
  proofFailed: 'la vérification anti-robot a échoué. Réessaie.',
  workCancelled: 'tu as arrêté la vérification anti-robot. Rien n’est parti.',
  phoneMissing: '⚠️ Entre ton numéro de mobile',
  phoneSent: (phone: string) => `✅ Un code vient de partir au ${phone}. Il est valable 10\u00a0minutes.`,
  factorCodeMissing: `⚠️ Entre le code à ${ONE_TIME_CODE_LENGTH} chiffres, ou un code de secours`,
  linkUsed: `⚠️ Ce lien a déjà servi, ou un e-mail plus récent l’a remplacé. Demandes-en un nouveau\u00a0: son code à ${ONE_TIME_CODE_LENGTH} chiffres te connecte aussi.`,
  linkOver: '⚠️ Ce lien a expiré\u00a0: il n’est valable qu’un quart d’heure. Demandes-en un nouveau.',
  linkUsedByFan: 'Ce lien a déjà servi\u00a0: tu es connecté.',
  linkOpened: 'Te voilà connecté.',
  /** Before a mail's link is used, so that a scanner of mail that opens it does not use it up. */
  linkToOpen: {
    signIn: {
      title: 'Plus qu’un geste',
      text: 'Touche le bouton, et te voilà connecté. Ce lien ne sert qu’une fois.',
      open: 'Me connecter',
    },
    confirm: {
      title: 'Plus qu’un geste',
      text: 'Touche le bouton\u00a0: ton adresse est confirmée, et ton vote compte.',
      open: 'Confirmer mon adresse',
    },
  },
  linkWhileIn: {
    title: 'Tu es déjà connecté',
    text: (who: string) =>
      `Ici, tu es ${who}. Ce lien ouvre le compte de la personne à qui il a été envoyé\u00a0: ne continue que si c’est toi qui l’as demandé.`,
    open: 'Me connecter avec ce lien',
    stay: 'Rester connecté comme je suis',
  },
  confirmBack: 'Le lien te ramène ici, connecté.',
  resetSent: (email: string) =>
    `✅ Si un compte existe avec ${email}, un lien pour choisir un nouveau mot de passe vient de partir. Rien reçu\u202f? Regarde dans tes courriers indésirables (spam).`,
  linkExpired: '⚠️ Ce lien n’est plus valable. Connecte-toi\u00a0: un nouveau te sera envoyé si besoin.',
  resetLinkExpired:
    '⚠️ Ce lien n’est plus valable\u00a0: il a déjà servi, ou plus d’une heure a passé. Demandes-en un nouveau.',
} as const

export const providerNames = {
  google: 'Google',
  apple: 'Apple',
  sso: 'mon organisation',
  saml: 'mon organisation',
} as const

/** The same where a line begins with it. */
export const providerTitles = {
  ...providerNames,
  sso: 'Mon organisation',
  saml: 'Mon organisation',
} as const

export const walletNames = { ethereum: 'Ethereum', solana: 'Solana' } as const

/** The same where a line begins with it. */
export const walletTitles = { ethereum: 'Portefeuille Ethereum', solana: 'Portefeuille Solana' } as const

/** A wallet on the fan's own device, by the name that it gives itself. */
export const wallets = {
  waiting: (name: string) =>
    `Réponds dans ${name}. S’il reste muet, ouvre-le et déverrouille-le, puis touche encore le bouton.`,
  noAccount: (name: string) => `aucun compte n’est choisi dans ${name}.`,
  otherAccount: (name: string) => `le compte choisi dans ${name} n’est pas celui qui ouvre ton compte Tribune.`,
  notHere: 'Ton portefeuille n’est pas dans ce navigateur\u00a0: ouvre Tribune là où il est.',
  problems: {
    refused: (name: string) => `tu as refusé dans ${name}. Rien n’a été signé.`,
    pending: (name: string) => `${name} attend déjà ta réponse. Ouvre-le.`,
    silent: (name: string) => `${name} n’a pas répondu comme prévu. Déverrouille-le et réessaie.`,
  },
} as const

/** While the phone computes what an account or a message costs. */
export const proofOfWork = {
  running: 'Vérification anti-robot en cours…',
  progress: 'Avancement de la vérification',
  cancel: 'Arrêter',
} as const

/** Reasons why a provider's callback did not sign the fan in, by the callback's error code. */
export const providerProblems: Readonly<Record<string, string>> = {
  access_denied: 'connexion annulée.',
  state_mismatch: 'cette connexion a commencé ailleurs, ou il y a trop longtemps. Recommence.',
  state_not_found: 'cette connexion a commencé ailleurs, ou il y a trop longtemps. Recommence.',
  email_not_found: 'ce compte ne donne pas d’adresse e-mail vérifiée. Connecte-toi autrement.',
  operator_by_organisation: 'ce compte s’ouvre avec son mot de passe ou un code par e-mail.',
  factor_unreadable: 'ta double vérification n’est plus lisible de notre côté. Écris-nous pour la remettre à zéro.',
  email_outside_organisation: 'cette adresse n’est pas celle de ton organisation.',
  user_already_exists:
    'un compte existe déjà pour cette boîte aux lettres. Connecte-toi, puis ajoute ce service dans ton profil.',
  account_already_linked_to_different_user: 'ce compte ouvre déjà un autre compte Tribune.',
}

export const providerProblem = 'le service de connexion n’a pas répondu comme prévu. Réessaie dans un instant.'

/** The page between an organisation and the app: a browser without scripts shows its button. */
export const samlPage = { title: 'Connexion', goOn: 'Continuer' } as const

export const identities = {
  title: 'Façons de te connecter',
  intro: 'Un code par e-mail marche toujours. Ajoute ce qui t’arrange.',
  introWithoutMail: 'Ajoutes-en une autre\u00a0: si tu perds ton téléphone, elle t’ouvrira ton compte.',
  introWalletAlone: 'Un portefeuille ne suffit pas pour voter\u00a0: ajoute ton téléphone, Google ou Apple.',
  password: 'Mot de passe',
  since: (day: string) => `Depuis\u00a0: ${day}`,
  add: 'Ajouter',
  link: (provider: string) => `Ajouter ${provider}`,
  unlink: 'Retirer',
  unlinkOne: (name: string) => `Retirer ${name}`,
  unlinked: 'Retiré. Tu peux toujours te connecter par e-mail.',
  unlinkedWithoutMail: 'Retiré.',
  walletNote: (address: string, since: string) => `${address} · ${since}`,
  wallets: 'Portefeuilles',
  walletAdded: 'Portefeuille ajouté.',
  phone: 'Téléphone',
  addPhone: 'Ajouter mon téléphone',
  phoneTitle: 'Ajoute ton téléphone',
  phoneText: 'Un code par SMS prouve que c’est le tien\u202f; il ouvrira ensuite ton compte.',
  phoneAdded: 'Téléphone ajouté.',
  phoneRemoved: 'Téléphone retiré.',
  verify: 'Vérifier',
} as const

export const security = { title: 'Sécurité' } as const

/** The native app signs its fan in by the phone's browser. */
export const handover = {
  signIn: 'Connecte-toi ici\u00a0: tu retourneras ensuite dans l’app.',
  title: 'Retour dans l’app',
  text: (who: string) =>
    `Ici, tu es ${who}. L’app Tribune s’ouvrira avec ce compte\u00a0: ne continue que si tu viens d’y demander à te connecter.`,
  open: 'Ouvrir l’app Tribune',
  other: 'Utiliser un autre compte',
  decline: 'Annuler',
  sentTitle: 'L’app Tribune s’ouvre',
  sent: 'Rien ne s’ouvre\u202f? Touche le bouton, dans les deux minutes.',
  forgotten: 'Ce navigateur ne te garde pas connecté.',
  remembered: 'Dans ce navigateur, tu restes connecté.',
  done: 'Terminer',
} as const

export const appReturn = {
  unexpected: 'Cette connexion n’a pas été demandée par cette app, ou elle a déjà servi. Recommence.',
  explanation: 'Tu te connectes dans le navigateur de ton téléphone, puis tu reviens ici.',
  begin: 'Se connecter ou créer un compte',
  unavailable: 'Ce téléphone n’a pas pu préparer la connexion. Réessaie.',
} as const

export const signInAgain = {
  title: 'C’est bien toi\u202f?',
  text: 'Tu t’es connecté il y a longtemps\u00a0: par sécurité, connecte-toi encore une fois.',
} as const

export const recovery = {
  title: 'Nouveau mot de passe',
  intro: 'Choisis un nouveau mot de passe. Tes autres appareils seront déconnectés.',
  confirmedIntro:
    'Ton adresse est confirmée\u202f! Ce lien a été ouvert ailleurs que là où le mot de passe a été choisi\u00a0: par sécurité, choisis-en un maintenant.',
  password: 'Nouveau mot de passe',
  confirmation: 'Confirme le mot de passe',
  submit: 'Changer mon mot de passe',
  later: 'Pas maintenant',
  done: 'Mot de passe changé. Connecte-toi avec le nouveau.',
  saved: 'Mot de passe enregistré.',
  askAgain: 'Recevoir un nouveau lien',
} as const

/** A new password, or the first one, while signed in. */
export const passwordChange = {
  change: {
    title: 'Changer de mot de passe',
    text: 'Tes autres appareils seront déconnectés.',
    action: 'Changer',
    label: 'Changer de mot de passe',
  },
  set: {
    title: 'Choisir un mot de passe',
    text: 'Il ouvrira ton compte avec ton adresse e-mail. Tes autres appareils seront déconnectés.',
    action: 'Choisir',
    label: 'Choisir un mot de passe',
  },
  again: 'Par sécurité, reconnecte-toi avant de continuer.',
  current: 'Mot de passe actuel',
  password: 'Nouveau mot de passe',
  confirmation: 'Confirme le mot de passe',
  submit: 'Enregistrer',
  done: 'Mot de passe enregistré.',
} as const

export const devices = {
  on: (browser: string, system: string) => `${browser} sur ${system}`,
  unknown: 'Appareil inconnu',
} as const

export const sessions = {
  title: 'Mes appareils',
  intro: 'Là où tu es connecté. Déconnecte ce que tu ne reconnais pas, puis change ton mot de passe.',
  since: (day: string) => `Depuis\u00a0: ${day}`,
  here: 'Cet appareil',
  end: 'Déconnecter',
  endOne: (device: string) => `Déconnecter ${device}`,
  endOthers: 'Déconnecter tous les autres appareils',
  ended: (count: number) => (count < 2 ? 'Appareil déconnecté.' : `${count}\u00a0appareils déconnectés.`),
} as const

export const ownData = {
  title: 'Données et compte',
  data: {
    name: 'Mes données',
    note: 'Tout ce que Tribune sait de toi, en un fichier.',
    action: 'Télécharger',
    label: 'Télécharger mes données',
  },
  session: { name: 'Ma session', note: 'Sur cet appareil seulement.' },
  account: {
    name: 'Mon compte',
    note: 'Sa suppression est définitive.',
    action: 'Supprimer',
    label: 'Supprimer mon compte',
  },
} as const

export const deletion = {
  steps: {
    warning: {
      title: 'Supprimer ton compte\u202f?',
      text: 'Ton compte et tout ce qui mène à toi disparaissent. Tes votes des matchs encore ouverts sont retirés\u202f; ceux des matchs clos restent comptés, sans ton nom.',
    },
    final: { title: 'Dernière confirmation', text: 'C’est définitif\u00a0: personne ne pourra retrouver ton compte.' },
    done: { title: 'Compte supprimé', text: '✅ Ton compte est supprimé. À bientôt dans la tribune, peut-être\u202f!' },
  },
  goOn: 'Continuer',
  cancel: 'Annuler',
  confirm: 'Supprimer définitivement',
  deleting: 'Suppression…',
  failed: (message: string) => `❌ Erreur lors de la suppression\u00a0: ${message}`,
  noSession: 'No active session',
  silent: 'Failed to delete account',
} as const

export const profile = {
  title: 'Profil',
  fan: 'Supporter',
  admin: 'Administration',
  adminLacks: {
    operator_sign_in: 'Pour administrer, déconnecte-toi puis reviens avec ton mot de passe ou un code reçu par e-mail.',
    second_factor_required: 'Pour administrer, active la double vérification, plus bas sur cette page.',
  },
  xp: 'XP',
  votes: (votes: number) => (votes < 2 ? 'vote complet' : 'votes complets'),
  xpRule: (xp: number) => `Chaque vote complet pendant ou juste après un match te rapporte +${xp}\u00a0XP.`,
  badges: 'Badges',
  earned: 'Obtenu',
  missing: (votes: string) => `Encore ${votes}`,
  lastVotes: 'Mes derniers votes',
  moreVotes: (votes: number) => `Voir ${plural(votes, 'vote')} de plus`,
  noVotes: `Aucun vote pour l’instant. Choisis un match et élis tes ${PODIUM_SIZE} meilleurs joueurs.`,
  noVotesAction: 'Voir les matchs',
  votesError: (message: string) => `Erreur: ${message}`,
  incomplete: (picks: number) => `Incomplet, ${picks}/${PODIUM_SIZE}`,
  earlierAttempt: 'Match rejoué\u00a0: ne compte plus',
  signOut: 'Se déconnecter',
  signOutErases: (votes: number) =>
    votes === 1
      ? 'Un vote attend le réseau sur ce téléphone\u00a0: te déconnecter l’efface.'
      : `${plural(votes, 'vote')} attendent le réseau sur ce téléphone\u00a0: te déconnecter les efface.`,
  staySignedIn: 'Rester connecté',
  signedOut: 'À bientôt\u202f!',
  loadError: (message: string) => `Erreur: ${message}`,
} as const

/** Text of the profile once the operator has closed their right to vote. */
export const votingRight = {
  closed: (day: string) => `Ton droit de vote est fermé (${day}).`,
  reason: (reason: string) => `Raison\u00a0: ${reason}`,
  remaining: 'Tes votes d’avant restent comptés.',
} as const
