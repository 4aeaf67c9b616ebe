import {
  type Fan as FanJson,
  IDENTITY_PROVIDERS,
  type Identity,
  type Session as SessionJson,
} from '@tribune/contract/accounts.ts'
import { type ErrorCode, sentenceOf } from '@tribune/contract/errors.ts'
import { badgesFor } from '@tribune/domain/fan.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/domain/refresh.ts'
import { isWalletChain, shortAddress } from '@tribune/domain/wallet.ts'
import { realAddress } from '../../accounts/phones.ts'
import type { Fan } from '../../http/session.ts'
import type { listBallots } from '../votes/service.ts'
import type { Earned, identitiesOf, readAccount, sessionsOf } from './queries.ts'

export function presentFan(fan: Fan, earned: Earned): FanJson {
  return {
    id: fan.id,
    email: realAddress(fan.email),
    phone: fan.phone,
    email_verified: fan.verified,
    is_admin: fan.isAdmin,
    two_factor: fan.hasSecondFactor,
    ...earned,
  }
}

/** @param currentId The session that asks. */
export function presentSession(row: Awaited<ReturnType<typeof sessionsOf>>[number], currentId: string): SessionJson {
  return {
    id: row.id,
    since: row.created_at.toISOString(),
    seen: row.updated_at.toISOString(),
    device: row.user_agent,
    current: row.id === currentId,
  }
}

export function presentIdentity(row: Awaited<ReturnType<typeof identitiesOf>>[number]): Identity {
  const since = row.created_at.toISOString()
  const { id, provider_id: way } = row
  if (isWalletChain(way)) return { id, provider: way, address: shortAddress(row.account_id), since }
  return { id, provider: IDENTITY_PROVIDERS.find((one) => one === way) ?? 'password', address: null, since }
}

type OwnAccount = Awaited<ReturnType<typeof readAccount>>
type OwnBallots = Awaited<ReturnType<typeof listBallots>>

/** All that is kept of a fan, for himself. */
export function presentOwnData({ account, ways, sessions }: OwnAccount, earned: Earned, votes: OwnBallots) {
  return {
    account: { ...account, email: realAddress(account.email), created_at: account.created_at.toISOString() },
    ...earned,
    badges: badgesFor(earned.vote_count),
    ways_in: ways.map((way) => ({
      provider: way.provider_id,
      // What others know the fan by elsewhere stays between them and him.
      address: isWalletChain(way.provider_id) ? way.account_id : null,
      since: way.created_at.toISOString(),
    })),
    sessions: sessions.map((session) => ({
      since: session.created_at.toISOString(),
      until: session.expires_at.toISOString(),
      address: session.ip_address,
      device: session.user_agent,
    })),
    votes,
  }
}

/** Refusals of the accounts library that a fan can meet, by its codes. */
const SENTENCES: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'Mot de passe incorrect ou compte inexistant.',
  USER_ALREADY_EXISTS:
    'Un compte existe déjà avec cet email (peut-être créé avec Google/Apple). Utilisez la connexion.',
  EMAIL_NOT_VERIFIED: 'Confirme d’abord ton adresse e-mail : le lien est dans ta boîte de réception.',
  PASSWORD_TOO_SHORT: `⚠️ Le mot de passe doit faire au moins ${PASSWORD_MIN_LENGTH} caractères`,
  PASSWORD_TOO_LONG: 'Ce mot de passe est trop long.',
  INVALID_EMAIL: 'Cette adresse e-mail n’est pas valable.',
  PASSWORD_GUESSABLE: 'Ce mot de passe est trop facile à deviner. Choisis-en un autre.',
  PASSWORD_LEAKED: 'Ce mot de passe figure dans une fuite de données connue. Choisis-en un autre.',
  DISPOSABLE_EMAIL: 'Les adresses e-mail jetables ne sont pas acceptées. Utilise ton adresse habituelle.',
  MISSING_RESPONSE: 'Il faut d’abord vérifier que tu n’es pas un robot.',
  VERIFICATION_FAILED: 'La vérification anti-robot a échoué. Réessaie.',
  TOO_MANY_MESSAGES: 'Trop de messages en une heure. Sers-toi du dernier reçu, ou réessaie plus tard.',
  NO_MORE_SMS: 'Les SMS ne partent plus pour l’instant. Connecte-toi autrement.',
  INVALID_WALLET: 'Cette adresse n’est pas celle d’un portefeuille.',
  CHALLENGE_OVER: 'Trop de temps a passé, ou cette signature a déjà servi. Recommence.',
  WALLET_IS_A_CONTRACT:
    'Les portefeuilles gérés par un contrat ne sont pas acceptés. Choisis un compte simple, ou connecte-toi autrement.',
  WRONG_SIGNATURE: 'Cette signature n’est pas celle de ce compte. Choisis un compte simple dans ton portefeuille.',
  WALLET_TAKEN: 'Ce portefeuille ouvre déjà un autre compte.',
  TOTP_NOT_ENABLED: 'La double vérification n’est pas active.',
  BACKUP_CODES_NOT_ENABLED: 'La double vérification n’est pas active.',
  TWO_FACTOR_NOT_ENABLED: 'La double vérification n’est pas active.',
  PROVIDER_NOT_FOUND: 'Cette façon de se connecter n’est pas proposée ici.',
  NOBODY_TO_WRITE_TO: 'You must provide either an email or phone number.',
  INVALID_PHONE_NUMBER: 'Ce numéro n’est pas celui d’un mobile auquel nous pouvons écrire.',
  PHONE_ALREADY_SET: 'Retire d’abord le numéro que tu as déjà.',
  PHONE_NUMBER_EXIST: 'Ce numéro ouvre déjà un autre compte.',
  INVALID_OTP: 'Ce code n’est pas le bon, ou il a expiré.',
  OTP_EXPIRED: 'Ce code a expiré. Demandes-en un nouveau.',
  TOO_MANY_ATTEMPTS: sentenceOf('too_many_attempts'),
  INVALID_PASSWORD: 'Ce mot de passe n’est pas le bon.',
  INVALID_CODE: 'Ce code n’est pas le bon, ou il a déjà servi.',
  OTP_HAS_EXPIRED: 'Ce code a expiré. Demandes-en un nouveau.',
  NOWHERE_TO_SEND: 'Aucun code ne peut t’être envoyé ici. Sers-toi d’un code de secours.',
  INVALID_BACKUP_CODE: 'Ce code de secours n’est pas le bon, ou il a déjà servi.',
  INVALID_TWO_FACTOR_COOKIE: 'Trop de temps a passé depuis la première étape. Reconnecte-toi.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Trop de codes incorrects. Reconnecte-toi.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Trop de codes incorrects. Réessaie dans un quart d’heure.',
  TOTP_ALREADY_ENABLED: 'La double vérification est déjà active.',
  APP_CODE_USED: 'Ce retour vers l’app a déjà servi. Recommence depuis l’app.',
  APP_CODE_EXPIRED: 'Trop de temps a passé avant le retour dans l’app. Recommence depuis l’app.',
  APP_CODE_OF_ANOTHER: 'Cette connexion n’a pas commencé dans cette app. Recommence depuis l’app.',
  APP_CODE_REVOKED: 'Cette connexion a pris fin entre-temps. Recommence depuis l’app.',
  TOKEN_EXPIRED: 'Ce lien a expiré. Demandes-en un nouveau.',
  INVALID_TOKEN: 'Ce lien n’est plus valable. Demandes-en un nouveau.',
}
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'not_authenticated',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media',
  429: 'too_many_requests',
}

/** Code and message as the library's clients read them, and the same as every other refusal of ours. */
interface AccountsRefusal {
  readonly code: string
  readonly message: string
  readonly error: { readonly code: string; readonly message: string; readonly id: string }
}

/** @param code The library's, where it gave one. */
export function presentRefusal(status: number, code: string | null, id: string): AccountsRefusal {
  const fallback = BY_STATUS[status] ?? 'invalid_request'
  const told = code ?? fallback.toUpperCase()
  const known = Object.hasOwn(SENTENCES, told)
  const message = (known ? SENTENCES[told] : undefined) ?? sentenceOf(fallback)
  return { code: told, message, error: { code: known ? told.toLowerCase() : fallback, message, id } }
}
