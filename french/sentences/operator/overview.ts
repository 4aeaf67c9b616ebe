import { type Instant, MINUTE_MS, msOf } from '@tribune/domain/instant.ts'
import {
  DOUBT_MS,
  type NeedKind,
  type OperatorFacts,
  otherFailing,
  RESULT_LATE_MS,
} from '@tribune/domain/operator-needs.ts'
import { listed } from '../../format/listed.ts'
import { count, plural } from '../../format/numbers.ts'
import type { MailText } from '../messages/mails.ts'

const HOUR_MINUTES = 60
const DAY_HOURS = 24

/** Writes an age as « moins d’une minute », « 12 min », « 3 h 05 » or « 2 jours ». */
export function age(at: Instant, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - msOf(at)) / MINUTE_MS))
  if (minutes < 1) return 'moins d’une minute'
  if (minutes < HOUR_MINUTES) return `${minutes}\u00a0min`
  const hours = Math.floor(minutes / HOUR_MINUTES)
  if (hours >= 2 * DAY_HOURS) return plural(Math.floor(hours / DAY_HOURS), 'jour')
  return `${hours}\u00a0h\u00a0${String(minutes % HOUR_MINUTES).padStart(2, '0')}`
}

const minutesOf = (ms: number) => ms / MINUTE_MS

/** One sentence for each kind of need. */
const needs: Readonly<Record<NeedKind, (facts: OperatorFacts, now: Date) => string>> = {
  feed_refused: ({ feed }) =>
    `Le fournisseur nous refuse (${feed.refusal ?? ''})\u00a0: vérifie la clé et l’abonnement.`,
  quota_spent: () => 'Les appels du jour sont épuisés\u00a0: le flux ne reprend qu’à minuit UTC.',
  feed_stale: ({ feed }, now) => {
    if (feed.succeeded_at === null) return 'Le flux n’a encore jamais été lu.'
    const since = `Le flux n’a pas été lu depuis ${age(feed.succeeded_at, now)}`
    return feed.pace === 'quiet' ? `${since}.` : `${since}, et un match est en cours ou attendu.`
  },
  results_due: ({ due }) =>
    due < 2
      ? `Un résultat n’est pas publié ${minutesOf(RESULT_LATE_MS)}\u00a0minutes après la fin du vote.`
      : `${count(due)} résultats ne sont pas publiés ${minutesOf(RESULT_LATE_MS)}\u00a0minutes après la fin du vote.`,
  end_in_doubt: ({ in_doubt }) =>
    `${in_doubt < 2 ? 'La fin d’un match est incertaine' : `La fin de ${count(in_doubt)} matchs est incertaine`}\u00a0: depuis ${minutesOf(DOUBT_MS)}\u00a0minutes, le flux se contredit ou se tait.`,
  nightly_failed: ({ nightly }, now) =>
    `Le passage de la nuit a échoué${nightly.ran_at === null ? '' : ` il y a ${age(nightly.ran_at, now)}`}.`,
  nightly_missed: ({ nightly }, now) =>
    nightly.succeeded_at === null
      ? 'Aucun passage de la nuit n’a encore abouti.'
      : `Aucun passage de la nuit n’a abouti depuis ${age(nightly.succeeded_at, now)}.`,
  runs_failing: (facts) => {
    const names = otherFailing(facts)
    return `${names.length < 2 ? 'Cette fonction échoue' : 'Ces fonctions échouent'}\u00a0: ${listed(names)}.`
  },
  quota_low: ({ quota }) =>
    `Il reste ${plural(quota.day_remaining ?? 0, 'appel')} sur ${count(quota.day_limit ?? 0)} jusqu’à minuit UTC.`,
  suspicious_groups: ({ suspicious }) =>
    suspicious < 2
      ? 'Un groupe de bulletins se détache des autres de son match.'
      : `${count(suspicious)} groupes de bulletins se détachent des autres de leur match.`,
  marked_matches: ({ marked }) =>
    marked < 2
      ? 'Un résultat publié ne correspond plus à son coefficient ou à ses joueurs.'
      : `${count(marked)} résultats publiés ne correspondent plus à leur coefficient ou à leurs joueurs.`,
  anomalies: ({ anomalies }) => `${plural(anomalies, 'anomalie')} du flux en 24\u00a0heures.`,
  runs_failed: ({ runs }) =>
    `${runs.failed < 2 ? 'Un passage a échoué' : `${count(runs.failed)} passages ont échoué`} en 24\u00a0heures\u202f; depuis, tout a réussi.`,
}

/** Says what is needed, in one sentence. */
export function needSentence(kind: NeedKind, facts: OperatorFacts, now: Date): string {
  return needs[kind](facts, now)
}

/** The mail to the operator when kinds of need appear. @param sentences One for each. */
export function alertMail(sentences: readonly [string, ...string[]]): MailText {
  const others = sentences.length - 1
  return {
    subject: others === 0 ? sentences[0] : `${sentences[0]} (+\u00a0${others})`,
    preview: sentences.join(' '),
    title: 'Tribune a besoin de toi',
    paragraphs: sentences,
    action: 'Ouvrir l’administration',
    afterwards: [
      'Ce message part une seule fois, tant que cela dure. La page d’accueil de l’administration dit quand c’est fini.',
    ],
  }
}
