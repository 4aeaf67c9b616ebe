import { betterAuth } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { bearer } from 'better-auth/plugins/bearer'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from '../context.ts'
import { cookieKey } from '../http/signed-token.ts'
import type { Mail } from '../infra/mail/mailer.ts'
import {
  CONFIRMATION_LIFE_HOURS,
  confirmationMail,
  PASSWORD_RESET_LIFE_HOURS,
  passwordResetMail,
} from '../infra/mail/mails.ts'
import type { Post } from '../infra/mail/post.ts'
import type { Sms } from '../infra/sms/sender.ts'
import { logBudget } from '../kernel/log-budget.ts'
import { appReturn } from './app-return.ts'
import { checkFields } from './bodies.ts'
import { byMail } from './by-mail.ts'
import { byPhone, withOneNumber } from './by-phone.ts'
import { byWallet } from './by-wallet.ts'
import { personChallenge } from './challenge.ts'
import { endReplaced } from './hook.ts'
import { admitMethod, identityProviders, NOTHING_KEPT, refuseUsedToken, requireLinker } from './identities.ts'
import { claimMailbox, refuseHeldMailbox, withHoldersAddress } from './mailboxes.ts'
import { checkNewcomer, signUpAgain } from './newcomers.ts'
import { createCeiling, createOnce } from './once.ts'
import { refuseOutsider } from './organisation.ts'
import { dropStrangersPassword, leadToPage, markBrowser, refuseOtherOrders } from './own-browser.ts'
import type { PasswordJudge } from './password-judge.ts'
import { DEFAULT_RATE, RATE_RULES, RateWindows } from './rates.ts'
import { askForPassword, moveToken, withKeptToken } from './recovery.ts'
import { isAtOrganisation, requireOwnAnswer, samlSignIn } from './saml.ts'
import { openFactor, openSigningKeys } from './sealed-rows.ts'
import { createSeals, factorSeals } from './seals.ts'
import {
  askForFactor,
  assuranceOf,
  type Beginning,
  endUnproven,
  formerBeginning,
  methodBegun,
  secondFactor,
  spoilUsedCode,
} from './second-factor.ts'
import { keepBegun, keepPhone, requireBegun, requireDestination, sentCodes } from './sent-factor.ts'
import { accountSettings, HOUR_S, NAME_MAX_LENGTH, PASSWORD_SETTINGS, USER_AGENT_MAX_LENGTH } from './settings.ts'
import { signedClaims } from './signed-claims.ts'
import { withNewestSignature } from './signed-links.ts'
import { refuseWithheld, sendConfirmation } from './withheld.ts'

const CONFIRMATION_LIFE_S = CONFIRMATION_LIFE_HOURS * HOUR_S
const RESET_LIFE_S = PASSWORD_RESET_LIFE_HOURS * HOUR_S
const MESSAGE_MAX_LENGTH = 200
/**
 * Of an organisation's answers the library keeps the names under ids of its own making, which no table here takes; saml.ts lets none serve
 * twice.
 */
const OF_NO_USE = /^Invalid UUID value for field `id`/
/** How the library words what is the caller's fault: an address or a page that is not ours, a form sent from elsewhere. */
const CALLERS_FAULT =
  /^(Invalid \w+: |Blocked cross-site |Failed to parse state|State not found|Provider not found|OAuth issuer mismatch|Unable to get user info|Provider "|SAML |Failed to parse relay state)/

export type AccountsLibrary = ReturnType<typeof createLibrary>

/** The accounts library of a server: its settings, its hooks, and what it sends. */
export function createLibrary(app: App, post: Post<Mail>, texts: Post<Sms>, judge: PasswordJudge) {
  const windows = new RateWindows()
  const once = createOnce(app.pool)
  const ceiling = createCeiling(app.pool, 'sms', app.config.smsPerHour, HOUR_S)
  const { secrets } = app.config
  const factors = factorSeals(app.config)
  const codes = createSeals(secrets, 'codes under way')
  const carriers = {
    codes,
    factors,
    mails: post,
    texts,
    ceiling: createCeiling(app.pool, 'factor', app.config.smsPerHour, HOUR_S),
  }
  const identities = identityProviders(app.identityProviders)
  const settings = accountSettings(app.publicUrl)
  return betterAuth({
    ...settings,
    user: {
      ...settings.user,
      validateUserInfo: (seen, { context }) => refuseOutsider(seen, context.internalAdapter, rulesOf(app)),
    },
    secret: cookieKey(app.config.secret),
    database: { db: app.db, type: 'postgres', schemaName: 'auth', transaction: true },
    logger: { level: 'warn', log: (level, message, ...details) => logOf(app.log, level, message, details) },
    rateLimit: { enabled: true, ...DEFAULT_RATE, customRules: RATE_RULES, customStorage: windows },
    emailAndPassword: {
      ...PASSWORD_SETTINGS,
      resetPasswordTokenExpiresIn: RESET_LIFE_S,
      sendResetPassword: async ({ user, url }) => post.sendReserved(passwordResetMail(user.email, url)),
      onExistingUserSignUp: ({ user }) => signUpAgain(user, post, CONFIRMATION_LIFE_S),
    },
    emailVerification: {
      autoSignInAfterVerification: true,
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: CONFIRMATION_LIFE_S,
      beforeEmailVerification: async (user) => {
        await refuseHeldMailbox(user)
        await dropStrangersPassword(user, secrets)
      },
      sendVerificationEmail: async ({ user, url }) => sendConfirmation(confirmationMail(user.email, url), post),
    },
    plugins: [
      { id: 'seals', init: () => ({ context: { secretConfig: factors.library } }) },
      bearer({ requireSignature: true }),
      signedClaims(app.publicUrl),
      secondFactor(sentCodes(carriers)),
      appReturn(app.clock),
      ...byMail(app, post, codes),
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
        await requireBegun(call)
        await requireDestination(call, carriers)
        await keepPhone(call)
        await refuseUsedToken(call, once)
        await openFactor(call, factors)
        await openSigningKeys(call, factors)
        await leadToPage(call)
        await checkNewcomer(call, app.db, { judge, leakedPasswordsUrl: app.config.leakedPasswordsUrl })
        refuseWithheld(call, post)
        const rewritten =
          (await withKeptToken(call)) ?? (await spoilUsedCode(call, once)) ?? (await withHoldersAddress(call))
        return rewritten ?? withNewestSignature(call, secrets) ?? withOneNumber(call, app.config.smsCountries)
      }),
      after: createAuthMiddleware(async (call) => {
        const waiting = await askForFactor(call, factors)
        if (waiting !== undefined) return waiting
        await keepBegun(call)
        await endUnproven(call)
        await markBrowser(call, secrets, CONFIRMATION_LIFE_S)
        await moveToken(call, RESET_LIFE_S)
        await endReplaced(call)
        await askForPassword(call, RESET_LIFE_S)
      }),
    },
    databaseHooks: revocations(app),
  })
}

/** Whom the operator's settings let organisations speak for. */
function rulesOf({ config, identityProviders, organisation }: App) {
  const sso = identityProviders.find(({ id }) => id === 'sso')
  return { adminEmail: config.adminEmail, domains: { sso: sso?.domains ?? [], saml: organisation?.domains ?? [] } }
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
      // A fan's identity providers decide whether they may vote.
      create: { before: admitMethod, after: ({ userId }: { userId: string }) => forget(userId) },
      update: { before: async (way: object) => ({ data: { ...way, ...NOTHING_KEPT } }) },
    },
    session: {
      create: {
        before: async ({ userAgent }: { userAgent?: string | null | undefined }, call: Beginning | null) => ({
          data: {
            amr: await methodBegun(call),
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
 * text than it takes to see what they tried.
 */
function logOf(log: FastifyBaseLogger, level: string, message: string, details: readonly unknown[]): void {
  if (OF_NO_USE.test(message)) return
  const error = details.find((detail) => detail instanceof Error)
  const severity = level === 'error' && !CALLERS_FAULT.test(message) ? 'error' : 'warn'
  // A warning is what any caller can bring about.
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
