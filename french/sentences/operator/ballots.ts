import type { AccountStrength } from '@tribune/domain/ballots/evidence.ts'
import { type AccountAge, type AsideDimension, MAX_GROUPS, type Standing } from '@tribune/domain/ballots/suspicion.ts'
import { count } from '../../format/numbers.ts'
import { lengthHint } from './people.ts'

/** Ballots under suspicion. */
export const ballots = {
  intro:
    'Les bulletins d’un match, groupés par les indices qu’ils gardent. Un groupe mis de côté n’est plus compté\u202f; chaque supporter garde son vote et ses XP.',
  choose: 'Choisir un match',
  matchNumber: 'Numéro du match',
  matchNumberHint: 'Celui de son adresse\u00a0: /match/1234',
  matchNumberWrong: 'Un numéro, rien d’autre.',
  open: 'Ouvrir',
  latest: 'À décider, puis les plus votés des 30 derniers jours',
  provisional: (day: string, time: string) => `Résultat provisoire jusqu’au ${day} à ${time}`,
  reviews: (fans: string) => `${fans} à examiner`,
  review: ['demande', 'demandes'],
  noMatches: 'Aucun bulletin ces 30 derniers jours.',
  another: 'Choisir un autre match',
  failed: (reason: string) => `Les bulletins n’ont pas pu être lus\u00a0: ${reason}`,
  match: (home: string, away: string) => `${home} – ${away}`,
  played: (competition: string, day: string) => `${competition}, ${day}`,
  figures: (counted: string, aside: string) => `${counted}, ${aside} mis de côté`,
  counted: ['bulletin compté', 'bulletins comptés'],
  ballot: 'bulletin',
  evidence: {
    open: 'Le vote n’est pas clos\u00a0: les groupes bougent encore.',
    retained: (day: string) => `Jusqu’au ${day}, ces bulletins gardent leurs indices.`,
    ended: 'Les indices de ces bulletins ont été effacés\u00a0: il ne reste que les domaines et les minutes.',
  },
  bars: {
    ballots_still_change: 'Rien ne peut être mis de côté avant la publication du résultat.',
    match_season_over: 'La saison de ce match est terminée\u00a0: son résultat ne change plus.',
  },
  groups: 'Groupes',
  groupsIntro:
    'D’abord ceux qui se distinguent\u00a0: leur podium le plus fréquent y revient plus souvent que dans les autres bulletins.',
  firstGroups: `Les ${MAX_GROUPS}\u00a0premiers sont montrés\u00a0: les suivants paraissent quand l’un d’eux est mis de côté.`,
  noneApart: 'Aucun groupe ne se distingue.',
  likeOthers: (groups: number) =>
    groups < 2 ? `${groups}\u00a0groupe vote comme les autres` : `${groups}\u00a0groupes votent comme les autres`,
  noGroups: 'Aucun groupe de trois bulletins ou plus.',
  share: (ballots: string, percent: string) => `${ballots}, ${percent} des bulletins comptés`,
  lessThanOne: 'moins de 1\u00a0%',
  commonest: (ballots: string) => `Podium le plus fréquent (${ballots})`,
  excess: (ballots: string) => `soit ${ballots} de plus qu’attendu`,
  now: 'Aujourd’hui',
  without: 'Sans ce groupe',
  same: 'Le podium ne change pas.',
  nothing: 'Aucun classement.',
  sources: { votes: 'D’après les votes', ratings_fallback: 'D’après les notes officielles' },
  sameBallots: (others: readonly string[]) => `Exactement les mêmes bulletins que\u00a0: ${others.join(' · ')}.`,
  setAside: 'Mettre de côté',
  setAsideTitle: (ballots: string) => `Mettre ${ballots} de côté\u202f?`,
  setAsideConsequence: (ballots: string, figures: string) =>
    `${ballots} ne compteront plus. Le classement du match et la saison suivront, et chacun lira sous le résultat\u00a0: «\u00a0${figures}\u00a0».`,
  reason: 'Raison',
  reasonHint: (left: number) =>
    `Gardée au journal et sous «\u00a0Mis de côté\u00a0», sans nom ni adresse. ${lengthHint(left)}`,
  done: (ballots: string) => `${ballots} de côté, résultat recalculé`,
  aside: 'Mis de côté',
  asideIntro: 'Ils peuvent être remis dans le décompte jusqu’à la fin de la saison.',
  noAside: 'Rien n’est mis de côté.',
  asideSince: (ballots: string, day: string, time: string) => `${ballots}, le ${day} à ${time}`,
  byRule: (version: number) => `Par la règle d’intégrité ${version}`,
  confirmed: 'Confirmé',
  decide:
    'Ce résultat est provisoire. Remets des groupes dans le décompte, mets-en d’autres de côté, ou confirme le résultat. Sans décision, il devient définitif.',
  answer: 'Des supporters demandent un réexamen. Remets leur groupe dans le décompte, ou confirme.',
  confirm: 'Confirmer',
  confirmTitle: 'Confirmer ce qui est mis de côté\u202f?',
  confirmConsequence: 'Le résultat devient définitif. Les supporters concernés lisent que leur bulletin reste de côté.',
  confirmDone: 'Résultat confirmé',
  asideReason: (reason: string) => `Raison\u00a0: ${reason}`,
  moreAside: (left: number) =>
    left < 2 ? 'Afficher 1\u00a0groupe plus ancien' : `Afficher les ${count(left)}\u00a0groupes plus anciens`,
  takeBack: 'Remettre',
  takeBackTitle: (ballots: string) => `Remettre ${ballots} dans le décompte\u202f?`,
  takeBackConsequence: (ballots: string) =>
    `${ballots} compteront de nouveau. Le classement du match et la saison suivront.`,
  back: (ballots: string) => `${ballots} de nouveau dans le décompte`,
} as const

/** Traits that the ballots of a group share. */
export const shared = {
  network: 'Même réseau',
  network_wide: 'Réseaux voisins (/24 ou /56)',
  network_widest: 'Réseaux voisins (/48)',
  device: 'Même appareil',
  account: (age: string, strength: string) => `Compte\u00a0: ${age}, ${strength}`,
  mail_domain: (domain: string) => `Domaine ${domain}`,
  domain: 'Même domaine d’e-mail',
  new_accounts: 'Comptes sans passé, de même sorte',
  acted_together: 'Comptes qui ont déjà agi ensemble',
  podium_minute: (day: string, time: string) => `Même podium, même minute (${day} à ${time})`,
} as const satisfies Record<AsideDimension | 'domain', unknown>

export const ages = {
  hour: 'moins d’une heure',
  day: 'moins d’un jour',
  week: 'moins d’une semaine',
  month: 'moins d’un mois',
  older: 'un mois ou plus',
} as const satisfies Record<AccountAge, string>

export const strengths = {
  none: 'rien de confirmé',
  email: 'e-mail seul',
  second_factor: 'e-mail et double vérification',
  provider: 'Google, Apple ou organisation',
  phone: 'téléphone',
} as const satisfies Record<AccountStrength, string>

export const standings = {
  apart: 'Très différent des autres',
  somewhat: 'Un peu différent des autres',
  like_others: 'Vote comme les autres',
} as const satisfies Record<Standing, string>
