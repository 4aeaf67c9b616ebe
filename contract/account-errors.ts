import { ERRORS, type ErrorCode, isErrorCode } from './errors.ts'

/**
 * Refusals of the calls below `/api/auth`: code, usual status, French sentence. Has the accounts library's own codes, in lower case, and those
 * that this server adds. Together with `ERRORS` the closed list of codes; separate, so that screens need not bundle it.
 */
const ACCOUNT_ERRORS = {
  invalid_email_or_password: [401, 'Mot de passe incorrect ou compte inexistant.'],
  user_already_exists: [
    422,
    'Un compte existe déjà avec cet email (peut-être créé avec Google/Apple). Utilisez la connexion.',
  ],
  email_not_verified: [403, 'Confirme d’abord ton adresse e-mail\u00a0: le lien est dans ta boîte de réception.'],
  password_too_long: [400, 'Ce mot de passe est trop long.'],
  invalid_email: [400, 'Cette adresse e-mail n’est pas valable.'],
  disposable_email: [
    400,
    'Les adresses e-mail jetables et les alias ne sont pas acceptés. Utilise ton adresse habituelle.',
  ],
  missing_response: [400, 'Il faut d’abord vérifier que tu n’es pas un robot.'],
  verification_failed: [403, 'La vérification anti-robot a échoué. Réessaie.'],
  more_work_needed: [
    403,
    'Il y a beaucoup de demandes en ce moment\u00a0: la vérification anti-robot dure plus longtemps. Réessaie.',
  ],
  too_many_messages: [429, 'Trop de messages en une heure. Sers-toi du dernier reçu, ou réessaie plus tard.'],
  no_more_sms: [429, 'Les SMS ne partent plus pour l’instant. Connecte-toi autrement.'],
  invalid_wallet: [400, 'Cette adresse n’est pas celle d’un portefeuille.'],
  challenge_over: [401, 'Trop de temps a passé, ou cette signature a déjà servi. Recommence.'],
  wallet_is_a_contract: [
    401,
    'Les portefeuilles gérés par un contrat ne sont pas acceptés. Choisis un compte simple, ou connecte-toi autrement.',
  ],
  wrong_signature: [
    401,
    'Cette signature n’est pas celle de ce compte. Choisis un compte simple dans ton portefeuille.',
  ],
  wallet_taken: [409, 'Ce portefeuille ouvre déjà un autre compte.'],
  factor_unreadable: [
    409,
    'Ta double vérification n’est plus lisible de notre côté. Écris-nous pour la remettre à zéro\u00a0: l’adresse est en bas de la page Confidentialité.',
  ],
  totp_not_enabled: [400, 'La double vérification n’est pas active.'],
  backup_codes_not_enabled: [400, 'La double vérification n’est pas active.'],
  two_factor_not_enabled: [400, 'La double vérification n’est pas active.'],
  provider_not_found: [404, 'Cette façon de se connecter n’est pas proposée ici.'],
  nobody_to_write_to: [400, 'You must provide either an email or phone number.'],
  invalid_phone_number: [400, 'Ce numéro n’est pas celui d’un mobile auquel nous pouvons écrire.'],
  phone_already_set: [409, 'Retire d’abord le numéro que tu as déjà.'],
  phone_number_exist: [400, 'Ce numéro ouvre déjà un autre compte.'],
  invalid_otp: [400, 'Ce code n’est pas le bon, ou il a expiré.'],
  otp_expired: [400, 'Ce code a expiré. Demandes-en un nouveau.'],
  invalid_code: [401, 'Ce code n’est pas le bon, ou il a déjà servi.'],
  otp_has_expired: [400, 'Ce code a expiré. Demandes-en un nouveau.'],
  nowhere_to_send: [400, 'Aucun code ne peut t’être envoyé ici. Sers-toi d’un code de secours.'],
  invalid_backup_code: [401, 'Ce code de secours n’est pas le bon, ou il a déjà servi.'],
  invalid_two_factor_cookie: [401, 'Trop de temps a passé depuis la première étape. Reconnecte-toi.'],
  too_many_attempts_request_new_code: [400, 'Trop de codes incorrects. Reconnecte-toi.'],
  account_temporarily_locked: [429, 'Trop de codes incorrects. Réessaie dans un quart d’heure.'],
  totp_already_enabled: [400, 'La double vérification est déjà active.'],
  app_code_used: [401, 'Ce retour vers l’app a déjà servi. Recommence depuis l’app.'],
  app_code_expired: [401, 'Trop de temps a passé avant le retour dans l’app. Recommence depuis l’app.'],
  app_code_of_another: [401, 'Cette connexion n’a pas commencé dans cette app. Recommence depuis l’app.'],
  app_code_revoked: [401, 'Cette connexion a pris fin entre-temps. Recommence depuis l’app.'],
  token_expired: [401, 'Ce lien a expiré. Demandes-en un nouveau.'],
  invalid_token: [401, 'Ce lien n’est plus valable. Demandes-en un nouveau.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

/** One code of the closed list, account calls included. */
export type AnyErrorCode = ErrorCode | keyof typeof ACCOUNT_ERRORS

const ALL = { ...ERRORS, ...ACCOUNT_ERRORS }

/** Returns whether a text is a code of the closed list, account calls included. */
export function isAnyErrorCode(text: string): text is AnyErrorCode {
  return isErrorCode(text) || Object.hasOwn(ACCOUNT_ERRORS, text)
}

/** Returns the HTTP status and French sentence of a code, account calls included. */
export function refusalOf(code: AnyErrorCode): readonly [status: number, sentence: string] {
  return ALL[code]
}
