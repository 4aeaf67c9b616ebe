import { PHONE_CODE_LIFE_MINUTES } from '../sms/texts.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

/** Life of the links, as the texts below tell it. */
export const CONFIRMATION_LIFE_HOURS = 24
export const PASSWORD_RESET_LIFE_HOURS = 1
export const SIGN_IN_LIFE_MINUTES = 15

/** Confirms that the address is the fan's: its link opens the account. */
export function confirmationMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirme ton adresse e-mail',
    ...layOut({
      preview: 'Plus qu’une étape avant ton premier vote.',
      title: 'Bienvenue dans la tribune\u00a0!',
      paragraphs: ['Plus qu’une étape\u00a0: confirme ton adresse e-mail, et ton vote compte.'],
      action: { label: 'Confirmer mon adresse', link },
      afterwards: [
        `Ce lien est valable ${CONFIRMATION_LIFE_HOURS}\u00a0heures.`,
        'Tu n’as pas créé de compte sur Tribune\u00a0? N’ouvre pas ce lien et oublie ce message\u00a0: sans confirmation, le compte reste fermé.',
      ],
    }),
  }
}

/** Lets the fan choose a new password. */
export function passwordResetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Choisis un nouveau mot de passe',
    ...layOut({
      preview: 'Le lien pour choisir ton nouveau mot de passe.',
      title: 'Mot de passe oublié\u00a0?',
      paragraphs: ['Ça arrive. Choisis-en un nouveau, et retrouve tes votes.'],
      action: { label: 'Choisir un mot de passe', link },
      afterwards: [
        `Ce lien est valable ${PASSWORD_RESET_LIFE_HOURS}\u00a0heure et ne sert qu’une fois.`,
        'Tu n’as rien demandé\u00a0? Oublie ce message\u00a0: ton mot de passe ne change pas.',
      ],
    }),
  }
}

/** Tells a fan that the password changed, or that there is one now. */
export function passwordChangedMail(to: string, resetPage: string): Mail {
  return {
    to,
    subject: 'Ton mot de passe a changé',
    ...layOut({
      preview: 'Un nouveau mot de passe ouvre ton compte.',
      title: 'Nouveau mot de passe',
      paragraphs: ['Le mot de passe de ton compte Tribune vient de changer. Tes autres appareils sont déconnectés.'],
      action: { label: 'Ouvrir mon profil', link: resetPage },
      afterwards: [
        'Ce n’est pas toi\u00a0? Déconnecte-toi, touche «\u202fMot de passe oublié\u202f?\u202f» et choisis-en un autre\u00a0: tous les appareils seront déconnectés.',
      ],
    }),
  }
}

/** The second factor of a fan who signs in with a phone or a wallet: the code they type where they sign in. */
export function factorMail(to: string, code: string): Mail {
  const spaced = spacedCode(code)
  return {
    to,
    subject: `${spaced}, ton code de vérification`,
    ...layOut({
      preview: 'Le code de ta double vérification.',
      title: 'C’est bien toi\u202f?',
      paragraphs: [`Saisis ce code là où tu te connectes\u00a0: ${spaced}`],
      afterwards: [
        `Il est valable ${PHONE_CODE_LIFE_MINUTES}\u00a0minutes et ne sert qu’une fois. Ne le donne à personne.`,
        'Tu n’as rien demandé\u00a0? Quelqu’un a passé la première étape à ta place\u00a0: change ton mot de passe et regarde tes appareils dans ton profil.',
      ],
    }),
  }
}

function spacedCode(code: string): string {
  return `${code.slice(0, 3)}\u202f${code.slice(3)}`
}

/**
 * Signs in, and up: by its link, or by its code on the device that asked for it.
 * @param isKnown Whether the address has an account that somebody has been in.
 */
export function signInMail(to: string, link: string, code: string, isKnown: boolean): Mail {
  const spaced = spacedCode(code)
  return {
    to,
    subject: `${spaced}, ton code de connexion`,
    ...layOut({
      preview: 'Un lien et un code pour te connecter.',
      title: isKnown ? 'Te revoilà dans la tribune' : 'Bienvenue dans la tribune\u202f!',
      paragraphs: ['Ouvre ce lien pour te connecter, sans mot de passe.'],
      action: { label: 'Me connecter', link },
      afterwards: [
        `Tu lis ce message sur un autre appareil\u00a0? Saisis ce code là où tu te connectes\u00a0: ${spaced}`,
        `Le lien et le code sont valables ${SIGN_IN_LIFE_MINUTES}\u00a0minutes et ne servent qu’une fois.`,
        'Tu n’as rien demandé\u00a0? Oublie ce message, et ne donne ce code à personne.',
      ],
    }),
  }
}
