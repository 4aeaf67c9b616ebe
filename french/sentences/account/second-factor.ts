import { ONE_TIME_CODE_LENGTH } from '@tribune/protocol/one-time-code.ts'

/** The second factor: what is asked before, while and after it is added. */
export const factor = {
  title: 'Double vérification',
  off: 'En plus de ta connexion, un code de ton téléphone\u00a0: personne n’entre avec ton seul mot de passe.',
  on: 'Active\u00a0: chaque connexion demande aussi un code.',
  enable: 'Activer la double vérification',
  /** Its row, with its action. */
  state: { on: 'Activée', off: 'Désactivée', enable: 'Activer' },
  codesRow: { name: 'Codes de secours', action: 'Nouveaux codes' },
  disabled: 'Double vérification désactivée.',
  cancel: 'Annuler',
  begin: {
    enable: {
      title: 'Double vérification',
      text: 'Il te faut une application d’authentification, ou bien une adresse e-mail et un téléphone confirmés ici. Tes autres appareils seront déconnectés.',
      action: 'Continuer',
    },
    codes: {
      title: 'Nouveaux codes de secours',
      text: 'Les anciens ne serviront plus.',
      action: 'Nouveaux codes de secours',
    },
    disable: {
      title: 'Désactiver la double vérification\u202f?',
      text: 'Ta connexion suffira de nouveau, sans code.',
      action: 'Désactiver',
    },
  },
  scan: {
    title: 'Ajoute Tribune à ton application',
    text: `Scanne ce code avec ton application d’authentification, puis entre le code à ${ONE_TIME_CODE_LENGTH} chiffres qu’elle affiche.`,
  },
  codes: {
    title: 'Tes codes de secours',
    text: 'Note-les en lieu sûr\u00a0: sans ton téléphone, chacun t’ouvre ton compte une fois. Ils ne seront plus affichés.',
  },
  sent: {
    title: 'Un code par SMS',
    text: 'Entre le code qui vient de partir sur ton téléphone. Quand tu te connecteras par SMS, il arrivera par e-mail.',
  },
  bySms: 'Sans application\u00a0: par SMS et e-mail',
  sentCode: 'Code reçu',
  qrLabel: 'Code QR à scanner',
  openApp: 'Ouvrir mon application',
  orType: 'Ou saisis cette clé\u00a0:',
  appCode: 'Code de l’application',
  activate: 'Activer',
  copy: 'Copier les codes',
  copied: 'Codes copiés.',
  notCopied: 'Copie impossible\u00a0: note-les à la main.',
  saved: 'Je les ai notés',
} as const

/** The second proof, when signing in. */
export const factorProof = {
  code: { app: 'Code de l’application, ou de secours', sent: 'Code reçu, ou de secours' },
  send: { phone: 'Recevoir un code par SMS', email: 'Recevoir un code par e-mail' },
  sent: {
    phone: '✅ Un code vient de partir par SMS. Il est valable 10\u00a0minutes.',
    email: '✅ Un code vient de partir par e-mail. Il est valable 10\u00a0minutes.',
  },
  again: { phone: 'Renvoyer le SMS', email: 'Renvoyer l’e-mail' },
  submit: 'Vérifier',
  back: 'Retour à la connexion',
} as const
