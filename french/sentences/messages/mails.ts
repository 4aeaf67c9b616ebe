/** Text of a mail, before it is laid out. In the words of the fan's own screens; `action` labels its one link. */
export interface MailText {
  readonly subject: string
  /** Shown next to the subject in a list of mails. */
  readonly preview: string
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly action?: string
  readonly afterwards: readonly string[]
}

export const signature = 'Tribune, le vote populaire mondial'

const WELCOME = 'Bienvenue dans la tribune\u202f!'

/** @param hours Life of the link. */
export const confirmation = (hours: number): MailText => ({
  subject: 'Confirme ton adresse e-mail',
  preview: 'Plus qu’une étape avant ton premier vote.',
  title: WELCOME,
  paragraphs: ['Plus qu’une étape\u00a0: confirme ton adresse e-mail, et ton vote compte.'],
  action: 'Confirmer mon adresse',
  afterwards: [
    `Ce lien est valable ${hours}\u00a0heures.`,
    'Tu n’as pas créé de compte sur Tribune\u202f? N’ouvre pas ce lien et oublie ce message\u00a0: sans confirmation, le compte reste fermé.',
  ],
})

/** @param hours Life of the link. */
export const passwordReset = (hours: number): MailText => ({
  subject: 'Choisis un nouveau mot de passe',
  preview: 'Le lien pour choisir ton nouveau mot de passe.',
  title: 'Mot de passe oublié\u202f?',
  paragraphs: ['Ça arrive. Choisis-en un nouveau, et retrouve tes votes.'],
  action: 'Choisir un mot de passe',
  afterwards: [
    `Ce lien est valable ${hours}\u00a0heure et ne sert qu’une fois.`,
    'Tu n’as rien demandé\u202f? Oublie ce message\u00a0: ton mot de passe ne change pas.',
  ],
})

export const passwordChanged: MailText = {
  subject: 'Ton mot de passe a changé',
  preview: 'Un nouveau mot de passe ouvre ton compte.',
  title: 'Nouveau mot de passe',
  paragraphs: ['Le mot de passe de ton compte Tribune vient de changer. Tes autres appareils sont déconnectés.'],
  action: 'Ouvrir mon profil',
  afterwards: [
    'Ce n’est pas toi\u202f? Déconnecte-toi, touche «\u00a0Mot de passe oublié\u202f?\u00a0» et choisis-en un autre\u00a0: tous les appareils seront déconnectés.',
  ],
}

/** Where the operator has deleted the account, after the person asked for it in writing. */
export const accountDeleted: MailText = {
  subject: 'Ton compte est supprimé',
  preview: 'Tout ce qui menait à toi a disparu.',
  title: 'Compte supprimé',
  paragraphs: [
    'L’exploitant de Tribune vient de supprimer ton compte et tout ce qui menait à toi. Tes votes des matchs encore ouverts sont retirés\u202f; ceux des matchs clos restent comptés, sans ton nom.',
  ],
  afterwards: [
    'C’est définitif\u00a0: personne ne pourra retrouver ton compte. Ton adresse peut servir à en créer un autre.',
    'Tu ne l’as pas demandé\u202f? Réponds à ce message.',
  ],
}

/** @param minutes Life of the code. */
export const factor = (code: string, minutes: number): MailText => ({
  subject: `${spaced(code)}, ton code de vérification`,
  preview: 'Le code de ta double vérification.',
  title: 'C’est bien toi\u202f?',
  paragraphs: [`Saisis ce code là où tu te connectes\u00a0: ${spaced(code)}`],
  afterwards: [
    `Il est valable ${minutes}\u00a0minutes et ne sert qu’une fois. Ne le donne à personne.`,
    'Tu n’as rien demandé\u202f? Quelqu’un a passé la première étape à ta place\u00a0: change ton mot de passe et regarde tes appareils dans ton profil.',
  ],
})

/** @param minutes Life of the link and the code. */
export const signIn = (code: string, isKnown: boolean, minutes: number): MailText => ({
  subject: `${spaced(code)}, ton code de connexion`,
  preview: 'Un code et un lien pour te connecter.',
  title: isKnown ? 'Te revoilà dans la tribune' : WELCOME,
  paragraphs: [`Saisis ce code là où tu te connectes, ou touche le bouton\u00a0: ${spaced(code)}`],
  action: 'Me connecter',
  afterwards: [
    `Le code et le lien sont valables ${minutes}\u00a0minutes et ne servent qu’une fois.`,
    'Tu n’as rien demandé\u202f? Oublie ce message, et ne donne ce code à personne.',
  ],
})

function spaced(code: string): string {
  return `${code.slice(0, 3)}\u202f${code.slice(3)}`
}
