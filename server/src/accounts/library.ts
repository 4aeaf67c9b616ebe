import { betterAuth } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { bearer } from 'better-auth/plugins/bearer'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from '../app.ts'
import type { Mail } from '../mail/mailer.ts'
import {
  CONFIRMATION_LIFE_HOURS,
  confirmationMail,
  PASSWORD_RESET_LIFE_HOURS,
  passwordResetMail,
} from '../mail/mails.ts'
import type { Post } from '../mail/post.ts'
import type { Sms } from '../sms/sender.ts'
import { appReturn } from './app-return.ts'
import { checkFields } from './bodies.ts'
import { byMail } from './by-mail.ts'
import { byPhone, withOneNumber } from './by-phone.ts'
import { byWallet } from './by-wallet.ts'
import { personChallenge } from './challenge.ts'
import { endReplaced } from './hook.ts'
import { identityProviders, NOTHING_KEPT, refuseUsedToken, requireLinker, welcomeWay } from './identities.ts'
import { checkNewcomer, signUpAgain } from './newcomers.ts'
import { createCeiling, createOnce } from './once.ts'
import { dropStrangersPassword, leadToPage, markBrowser, refuseOtherOrders } from './own-browser.ts'
import { DEFAULT_RATE, RATE_RULES, RateWindows } from './rates.ts'
import { askForPassword, moveToken, withKeptToken } from './recovery.ts'
import { isAtOrganisation, refuseOutsider, requireOwnAnswer, samlSignIn } from './saml.ts'
import {
  askForFactor,
  assuranceOf,
  type Beginning,
  endUnproven,
  formerBeginning,
  secondFactor,
  spoilUsedCode,
} from './second-factor.ts'
import { keepBegun, keepPhone, requireBegun, requireDestination, sentCodes } from './sent-factor.ts'
import { accountSettings, HOUR_S, NAME_MAX_LENGTH, PASSWORD_SETTINGS, USER_AGENT_MAX_LENGTH } from './settings.ts'
import { signedClaims } from './signed-claims.ts'

const CONFIRMATION_LIFE_S = CONFIRMATION_LIFE_HOURS * HOUR_S
const RESET_LIFE_S = PASSWORD_RESET_LIFE_HOURS * HOUR_S
const MESSAGE_MAX_LENGTH = 200
/** What the library calls its errors though it answers 403: an address or a page that is not ours, a form sent from elsewhere. */
/**
 * Of an organisation's answers the library keeps the names under ids of its own making, which no table here takes; saml.ts lets none serve
 * twice.
 */
const OF_NO_USE = /^Invalid UUID value for field `id`/
const CALLERS_FAULT =
  /^(Invalid \w+: |Blocked cross-site |Failed to parse state|State not found|Provider not found|OAuth issuer mismatch|Unable to get user info|Provider "|SAML |Failed to parse relay state)/

export type AccountsLibrary = ReturnType<typeof createLibrary>

/** The accounts library of a server: its settings, its hooks, and what it sends. */
export function createLibrary(app: App, post: Post<Mail>, texts: Post<Sms>) {
  const windows = new RateWindows()
  const once = createOnce(app.pool)
  const ceiling = createCeiling(app.pool, 'sms', app.config.smsPerHour, HOUR_S)
  const carriers = {
    secret: app.config.secret,
    mails: post,
    texts,
    ceiling: createCeiling(app.pool, 'factor', app.config.smsPerHour, HOUR_S),
  }
  const identities = identityProviders(app.identityProviders)
  const settings = accountSettings(app.publicUrl)
  return betterAuth({
    ...settings,
    user: { ...settings.user, validateUserInfo: (seen) => refuseOutsider(seen, app.organisation) },
    secret: app.config.secret,
    database: { db: app.db, type: 'postgres', schemaName: 'auth', transaction: true },
    logger: { level: 'warn', log: (level, message, ...details) => logOf(app.log, level, message, details) },
    rateLimit: { enabled: true, ...DEFAULT_RATE, customRules: RATE_RULES, customStorage: windows },
    emailAndPassword: {
      ...PASSWORD_SETTINGS,
      resetPasswordTokenExpiresIn: RESET_LIFE_S,
      sendResetPassword: async ({ user, url }) => post.send(passwordResetMail(user.email, url)),
      onExistingUserSignUp: ({ user }) => signUpAgain(user, post, CONFIRMATION_LIFE_S),
    },
    emailVerification: {
      autoSignInAfterVerification: true,
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: CONFIRMATION_LIFE_S,
      beforeEmailVerification: dropStrangersPassword,
      sendVerificationEmail: async ({ user, url }) => post.send(confirmationMail(user.email, url)),
    },
    plugins: [
      bearer({ requireSignature: true }),
      signedClaims(app.publicUrl),
      secondFactor(sentCodes(carriers)),
      appReturn(app.clock),
      ...byMail(app, post),
      byPhone(app, texts, ceiling),
      byWallet(app),
      ...personChallenge(app.config.challenge),
      ...identities.plugins,
      samlSignIn(app.organisation, app.publicUrl),
    ],
    socialProviders: identities.socialProviders,
    hooks: {
      before: createAuthMiddleware(async (call) => {
        checkFields(call)
        refuseOtherOrders(call)
        await requireLinker(call)
        await requireOwnAnswer(call)
        await requireDestination(call, carriers)
        await requireBegun(call)
        await keepPhone(call)
        await refuseUsedToken(call, once)
        await leadToPage(call)
        await checkNewcomer(call, app.config.leakedPasswordsUrl)
        const rewritten = (await withKeptToken(call)) ?? (await spoilUsedCode(call, once))
        return rewritten ?? withOneNumber(call, app.config.smsCountries)
      }),
      after: createAuthMiddleware(async (call) => {
        const waiting = await askForFactor(call)
        if (waiting !== undefined) return waiting
        await keepBegun(call)
        await endUnproven(call)
        await markBrowser(call, CONFIRMATION_LIFE_S)
        await moveToken(call, RESET_LIFE_S)
        await endReplaced(call)
        await askForPassword(call, RESET_LIFE_S)
      }),
    },
    databaseHooks: revocations(app),
  })
}

/** Whatever ends a session or changes who someone is empties the memory of every server. */
function revocations(app: App) {
  const forget = async (id: string | undefined) => {
    if (id !== undefined) await app.sessions.forget(id)
  }
  return {
    user: {
      create: {
        // A picture of one's own is shown nowhere.
        before: async (user: { name: string }, call: { readonly path?: string } | null) => ({
          data: {
            name: user.name.slice(0, NAME_MAX_LENGTH),
            image: null,
            ...(isAtOrganisation(call) ? { emailVerified: true } : {}),
          },
        }),
      },
      update: { after: (user: { id: string } | null) => forget(user?.id) },
      delete: { after: (user: { id: string }) => forget(user.id) },
    },
    account: {
      // Who vouches for a fan says whether he may vote.
      create: { before: welcomeWay, after: ({ userId }: { userId: string }) => forget(userId) },
      update: { before: async (way: object) => ({ data: { ...way, ...NOTHING_KEPT } }) },
    },
    session: {
      create: {
        before: async ({ userAgent }: { userAgent?: string | null | undefined }, call: Beginning | null) => ({
          data: {
            userAgent: userAgent?.slice(0, USER_AGENT_MAX_LENGTH),
            // By the clock that says later whether it is fresh.
            createdAt: formerBeginning(call) ?? app.clock.now(),
            aal: assuranceOf(call),
          },
        }),
      },
      update: { after: (session: { userId: string } | null) => forget(session?.userId) },
      delete: { after: (session: { userId: string }) => forget(session.userId) },
    },
  }
}

/**
 * What the library says, without the rows and parameters that a database error carries along, and without more of a caller's own
 * text than it takes to see what he tried.
 */
function logOf(log: FastifyBaseLogger, level: string, message: string, details: readonly unknown[]): void {
  if (OF_NO_USE.test(message)) return
  const error = details.find((detail) => detail instanceof Error)
  const severity = level === 'error' && !CALLERS_FAULT.test(message) ? 'error' : 'warn'
  log[severity]({ cause: error === undefined ? undefined : causeOf(error) }, `accounts: ${cut(message)}`)
}

function causeOf({ name, message, stack }: Error) {
  const short = cut(message)
  return { name, message: short, stack: stack?.replace(message, () => short) }
}

function cut(text: string): string {
  return text.length > MESSAGE_MAX_LENGTH ? `${text.slice(0, MESSAGE_MAX_LENGTH)}…` : text
}
