import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { bearer } from 'better-auth/plugins/bearer'
import { jwt } from 'better-auth/plugins/jwt'
import type { FastifyBaseLogger } from 'fastify'
import type { App, PasswordHashing } from '../context.ts'
import { cookieKey } from '../http/signed-token.ts'
import { logBudget } from '../kernel/log-budget.ts'
import { claimMailbox, refuseTakenMailbox } from './contacts/mailboxes.ts'
import { realAddress } from './contacts/phones.ts'
import { CAPTCHA_PATHS, rulesOf } from './endpoints.ts'
import { captchaFor } from './guards/captcha.ts'
import { sendConfirmation } from './guards/mails.ts'
import { endReplaced, type Hook, keepSubscriptions, nameFan } from './hook.ts'
import { confirmationMail, passwordResetMail } from './mails.ts'
import { byMail, spendSignInMail } from './methods/magic-link.ts'
import { appReturn } from './methods/native-handoff.ts'
import { admitMethod, identityProviders, NO_PROVIDER_TOKENS } from './methods/oauth.ts'
import { dropStrangersPassword } from './methods/password/own-browser.ts'
import { storeNewestReset } from './methods/password/recovery.ts'
import { signUpAgain } from './methods/password/sign-up.ts'
import { byPhone } from './methods/phone.ts'
import { isAtOrganisation, refuseOutsider, samlSignIn } from './methods/saml.ts'
import { byWallet } from './methods/wallet.ts'
import { type EndpointRules, methodOf } from './rules.ts'
import { askForFactor, assuranceOf, type Beginning, formerBeginning, methodBegun } from './second-factor/challenge.ts'
import { sentCodes } from './second-factor/sent-code.ts'
import { secondFactor } from './second-factor/totp.ts'
import {
  accountSettings,
  CONFIRMATION_LIFE_S,
  DAY_S,
  NAME_MAX_LENGTH,
  PASSWORD_SETTINGS,
  RESET_LIFE_S,
  USER_AGENT_MAX_LENGTH,
} from './settings.ts'
import { createTools, type Given } from './tools.ts'

const MESSAGE_MAX_LENGTH = 200
/**
 * The library stores the ids of an organisation's answers under row ids that are no UUIDs, which our tables refuse. Harmless: saml.ts accepts no answer
 * twice.
 */
const IGNORED_ERROR = /^Invalid UUID value for field `id`/
/** Messages of the library for mistakes of the caller: a foreign callback or origin, an invalid form. */
const CALLER_ERROR =
  /^(Invalid \w+: |Blocked cross-site |Failed to parse state|State not found|Provider not found|OAuth issuer mismatch|Unable to get user info|Provider "|SAML |Failed to parse relay state)/

export type AccountsLibrary = ReturnType<typeof createLibrary>

interface LibraryParts extends Given {
  readonly passwordHashing: PasswordHashing
}

/** Configures the accounts library of a server: its settings, hooks and messages. */
export function createLibrary({ passwordHashing, ...given }: LibraryParts) {
  const { app, mails, texts } = given
  const tools = createTools(given)
  const identities = identityProviders(app.identityProviders)
  const settings = accountSettings(app.publicUrl)
  return betterAuth({
    ...settings,
    user: {
      ...settings.user,
      validateUserInfo: (seen, { context }) => refuseOutsider(seen, context.internalAdapter, rulesOfOrganisations(app)),
    },
    secret: cookieKey(app.config.secret),
    database: { db: app.db, type: 'postgres', schemaName: 'auth', transaction: true },
    logger: { level: 'warn', log: (level, message, ...details) => logOf(app.log, level, message, details) },
    // gateway.ts counts calls, under all networks of an address.
    rateLimit: { enabled: false },
    emailAndPassword: {
      ...PASSWORD_SETTINGS,
      password: passwordHashing,
      resetPasswordTokenExpiresIn: RESET_LIFE_S,
      sendResetPassword: async ({ user, url, token }) => {
        await storeNewestReset(getCurrentAuthEndpointContext().context.internalAdapter, user.id, token)
        mails.sendReserved(passwordResetMail(user.email, url))
      },
      onExistingUserSignUp: ({ user }) => signUpAgain(user, mails),
    },
    emailVerification: {
      autoSignInAfterVerification: true,
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: CONFIRMATION_LIFE_S,
      beforeEmailVerification: async (user) => {
        await refuseTakenMailbox(user)
        await dropStrangersPassword(user, app.config.secrets)
      },
      sendVerificationEmail: async ({ user, url }) => sendConfirmation(confirmationMail(user.email, url), mails),
    },
    plugins: [
      { id: 'seals', init: () => ({ context: { secretConfig: tools.factors.library } }) },
      bearer({ requireSignature: true }),
      signedClaims(app.publicUrl),
      secondFactor(sentCodes(tools)),
      appReturn(app.clock),
      ...byMail(tools),
      byPhone(app, texts, tools.signInTexts),
      byWallet(app),
      ...captchaFor(app.config.captcha, CAPTCHA_PATHS),
      ...identities.plugins,
      samlSignIn(app.organisation, app.publicUrl),
    ],
    socialProviders: identities.socialProviders,
    hooks: {
      before: createAuthMiddleware(async (call) => {
        const { body, before = [], rewrite } = rulesOfCall(call)
        requireBody(call, body)
        for (const check of before) await check(call, tools)
        return rewrite?.(call, tools)
      }),
      // Rules for every session stand here and not in a row, so that no sign-in method can leave them out.
      after: createAuthMiddleware(async (call) => {
        const rules = rulesOfCall(call)
        const waiting = await askForFactor(call, rules, tools.factors)
        if (waiting !== undefined) return waiting
        for (const step of rules.after ?? []) await step(call, tools)
        await keepSubscriptions(call, app.db)
        await endReplaced(call)
        nameFan(call)
        await rules.redirect?.(call, tools)
      }),
    },
    databaseHooks: revocations(app),
  })
}

/** Returns the row of a call, whose path contains the library's parameters. Refuses a call without one. */
function rulesOfCall({ path = '', params }: Beginning): EndpointRules {
  const filled = path.replace(/:(\w+)/g, (name, key: string) => String(params?.[key] ?? name))
  const rules = rulesOf(filled)
  if (rules === undefined) throw new APIError('NOT_FOUND')
  return rules
}

/** Refuses a body that does not match its row exactly. The library itself reads the forms of providers. */
function requireBody({ body }: Pick<Hook, 'body'>, allowed: EndpointRules['body']): void {
  if (allowed === undefined || allowed === 'form' || allowed.safeParse(body).success) return
  throw new APIError('BAD_REQUEST', { code: 'INVALID_REQUEST' })
}

/** Returns the addresses that organisations may vouch for, by the operator's settings. */
function rulesOfOrganisations({ config, identityProviders, organisation }: App) {
  const sso = identityProviders.find(({ id }) => id === 'sso')
  return { adminEmail: config.adminEmail, domains: { sso: sso?.domains ?? [], saml: organisation?.domains ?? [] } }
}

/** The parts of a session that are read before it is created. */
interface NewSession {
  readonly userId: string
  readonly userAgent?: string | null | undefined
}

/** Drops a fan's cached sessions on every server when one of them ends or their account changes. */
function revocations(app: App) {
  const forget = async (id: string | undefined) => {
    if (id !== undefined) await app.sessions.forget(id)
  }
  return {
    user: {
      create: {
        // Profile pictures are shown nowhere, so none is stored.
        before: async (
          user: { name: string; email: string; emailVerified: boolean },
          call: { readonly path?: string } | null,
        ) => {
          const emailVerified = user.emailVerified || isAtOrganisation(call)
          const { mailbox } = await claimMailbox({ email: user.email, emailVerified })
          return { data: { name: user.name.slice(0, NAME_MAX_LENGTH), image: null, emailVerified, mailbox } }
        },
      },
      update: { after: (user: { id: string } | null) => forget(user?.id) },
      delete: { after: (user: { id: string }) => forget(user.id) },
    },
    account: {
      // Whether a fan may vote depends on their identity providers.
      create: { before: admitMethod, after: ({ userId }: { userId: string }) => forget(userId) },
      update: { before: async (account: object) => ({ data: { ...account, ...NO_PROVIDER_TOKENS } }) },
    },
    session: {
      create: {
        before: async ({ userAgent, userId }: NewSession, call: Beginning | null) => {
          // There is no call when the product itself opens a session.
          const rules: Partial<EndpointRules> = call == null ? {} : rulesOfCall(call)
          if (rules.spends !== undefined) await spendSignInMail(call as Hook, rules.spends, userId)
          return {
            data: {
              amr: call == null ? null : await methodBegun(call, rules.inherits, methodOf(rules, call.body)),
              userAgent: userAgent?.slice(0, USER_AGENT_MAX_LENGTH),
              // By the same clock that freshness is checked with.
              createdAt: formerBeginning(call, rules.inherits) ?? app.clock.now(),
              aal: assuranceOf(call, rules.inherits),
            },
          }
        },
      },
      update: { after: (session: { userId: string } | null) => forget(session?.userId) },
      delete: { after: (session: { userId: string }) => forget(session.userId) },
    },
  }
}

/**
 * Logs a message of the library without the rows and parameters of a database error, and with no more of a caller's own text than shows what
 * they tried.
 */
function logOf(log: FastifyBaseLogger, level: string, message: string, details: readonly unknown[]): void {
  if (IGNORED_ERROR.test(message)) return
  const error = details.find((detail) => detail instanceof Error)
  const severity = level === 'error' && !CALLER_ERROR.test(message) ? 'error' : 'warn'
  // Any caller can cause warnings.
  if (severity === 'warn' && !logBudget.take('accounts', log)) return
  log[severity]({ cause: error === undefined ? undefined : causeOf(error) }, `accounts: ${cut(message)}`)
}

function causeOf({ name, message, stack }: Error) {
  const short = cut(message)
  return { name, message: short, stack: stack?.replace(message, () => short) }
}

function cut(text: string): string {
  return text.length > MESSAGE_MAX_LENGTH ? `${text.slice(0, MESSAGE_MAX_LENGTH)}…` : text
}

const ROTATION_S = 90 * DAY_S
const LIFE = '15m'

/** Short-lived JWTs that prove a fan's identity to holders of our public keys. Issued on request only, never sent with other answers. */
export function signedClaims(publicUrl: string) {
  return jwt({
    disableSettingJwtHeader: true,
    jwks: {
      jwksPath: '/.well-known/jwks.json',
      keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
      rotationInterval: ROTATION_S,
    },
    jwt: {
      issuer: publicUrl,
      audience: publicUrl,
      expirationTime: LIFE,
      // Fans with a phone or a wallet alone have no address.
      definePayload: ({ user }) =>
        realAddress(user.email) === null ? {} : { email: user.email, email_verified: user.emailVerified },
    },
    schema: {
      jwks: {
        fields: {
          publicKey: 'public_key',
          privateKey: 'private_key',
          createdAt: 'created_at',
          expiresAt: 'expires_at',
        },
      },
    },
  })
}
