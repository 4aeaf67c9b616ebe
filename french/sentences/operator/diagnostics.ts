import type { MatchDiagnostic } from '@tribune/contract/operator/diagnostics.ts'
import { VOTE_CLOSING_MINUTES, VOTE_OPENING_MINUTE } from '@tribune/domain/ballots/voting-window.ts'
import { type Correction, LAST_MINUTE, type Wish } from '@tribune/domain/matches/correction.ts'
import { DEMO_MATCH_ID, type DemoStakes, type DemoState } from '@tribune/domain/matches/demo-match.ts'
import { PROVIDER_REFRESH_MS } from '@tribune/domain/matches/pace.ts'
import type { MatchStatus } from '@tribune/domain/matches/status.ts'
import { type ComparedField, FULL_LINEUP } from '@tribune/domain/operator/diagnostics.ts'
import { runTime } from '../../format/dates.ts'
import { coefficient, count, feminineOrdinal, plural } from '../../format/numbers.ts'
import { pageNames } from './area.ts'
import { lengthHint } from './people.ts'
import { one } from './recalculation.ts'

export const statuses = {
  upcoming: 'à venir',
  live: 'en direct',
  finished: 'terminé',
  postponed: 'reporté',
  cancelled: 'annulé',
  suspended: 'suspendu',
} as const satisfies Record<MatchStatus, string>

export const tools = {
  contents: 'Outils de l’onglet Diagnostics',
} as const

/** Manual synchronisation with the provider. */
export const sync = {
  title: 'Synchronisation manuelle',
  intro: `Lit maintenant les matchs chez le fournisseur. Deux lectures sont espacées de ${PROVIDER_REFRESH_MS / 1_000}\u00a0secondes\u00a0: plus tôt, la dernière est montrée.`,
  start: 'Synchroniser maintenant',
  done: (updated: number, ms: number) =>
    `${plural(updated, 'match mis à jour', 'matchs mis à jour')} en ${runTime(ms)}.`,
  at: (day: string, time: string) => `Dernière lecture\u00a0: ${day}, ${time}.`,
  never: 'Aucune lecture n’a encore abouti.',
  quota: (remaining: number, limit: number) =>
    `Quota du jour\u00a0: ${count(remaining)} appels restants sur ${count(limit)}.`,
  refused: (reason: string) => `Le fournisseur nous refuse (${reason})\u00a0: vérifie la clé et l’abonnement.`,
  timeout:
    'La synchronisation n’a pas répondu en 30\u00a0secondes. Elle continue peut-être\u00a0: réessaie dans un instant.',
  network: 'Le serveur n’a pas pu être joint. Vérifie ta connexion, puis réessaie.',
  failed: (reason: string) => `La synchronisation a échoué\u00a0: ${reason}`,
} as const

const lostBallots = (ballots: number) =>
  ballots < 2
    ? `${count(ballots)}\u00a0vote complet sera effacé, sans retour.`
    : `${count(ballots)}\u00a0votes complets seront effacés, sans retour.`

/** The demo match. */
export const demo = {
  title: 'Match de démonstration',
  intro: `Le match ${DEMO_MATCH_ID} prend l’état que tu choisis. Les vrais écrans l’affichent, et tout le monde le voit sur l’accueil\u202f; il ne compte ni dans la saison, ni dans l’historique.`,
  none: 'Il n’existe pas en ce moment.',
  state: (words: string) => `En ce moment\u00a0: ${words}`,
  atMinute: (minute: number) => `${feminineOrdinal(minute)}\u00a0minute`,
  published: 'résultat publié',
  ballots: (ballots: number) => plural(ballots, 'vote complet', 'votes complets'),
  choose: 'Nouvel état',
  states: {
    upcoming: 'À venir, dans deux heures',
    live_locked: 'En direct, 35e minute\u00a0: vote verrouillé',
    live_open: 'En direct, 75e minute\u00a0: vote ouvert',
    finished_open: 'Terminé depuis 5\u00a0minutes\u00a0: vote encore ouvert',
    finished_closed: 'Terminé, vote clos, résultat publié',
    postponed: 'Reporté',
    cancelled: 'Annulé',
    suspended: 'Suspendu',
  } satisfies Record<DemoState, string>,
  make: 'Créer le match',
  change: 'Changer l’état',
  makeTitle: 'Créer le match de démonstration\u202f?',
  changeTitle: 'Changer l’état du match de démonstration\u202f?',
  consequence: (state: string, { appears, ballotsLost }: DemoStakes) =>
    [
      `Nouvel état\u00a0: ${state}.`,
      appears
        ? `Le match ${DEMO_MATCH_ID} apparaîtra sur l’accueil de tous les supporters.`
        : 'Le changement se verra sur l’accueil de tous les supporters.',
      ...(ballotsLost === 0 ? [] : [lostBallots(ballotsLost)]),
    ].join(' '),
  made: 'Le match de démonstration est prêt.',
  open: 'Ouvrir le match',
  remove: 'Supprimer',
  removeTitle: 'Supprimer le match de démonstration\u202f?',
  removeConsequence: (ballots: number) =>
    [
      `Le match ${DEMO_MATCH_ID} disparaît de l’accueil de tous les supporters, avec sa composition, ses votes et ses points.`,
      ...(ballots === 0 ? [] : [lostBallots(ballots)]),
    ].join(' '),
  removed: 'Le match de démonstration est supprimé.',
  unread: (reason: string) => `Le match de démonstration n’a pas pu être lu\u00a0: ${reason}`,
} as const

/** Why the demo match is not played, in the provider's place. */
export const demoReasons = {
  cancelled: 'Terrain impraticable',
  suspended: 'Orage',
} as const satisfies Partial<Record<DemoState, string>>

/** Correction of a match whose feed is silent or wrong. */
export const correction = {
  title: 'Corriger un match',
  intro:
    'Quand le fournisseur se tait ou se trompe, dis où en est le match\u00a0: tout état mène à tout autre. Une fois son résultat publié, plus rien ne change.',
  id: 'Match à corriger',
  to: 'En réalité, il est',
  states: {
    live: 'en direct',
    finished: 'terminé',
    suspended: 'suspendu',
    cancelled: 'annulé',
    postponed: 'reporté',
    upcoming: 'à venir',
  } satisfies Record<Correction, string>,
  minute: 'Minute de jeu',
  minuteHint: `De 1 à ${LAST_MINUTE}. Laisse vide si tu ne la connais pas\u00a0: le vote attend que le fournisseur en donne une.`,
  minuteWrong: `Une minute va de 1 à ${LAST_MINUTE}.`,
  replay: 'Il est rejoué depuis le début\u00a0: les votes donnés jusqu’ici ne comptent plus',
  reason: 'Raison, gardée au journal',
  reasonHint: lengthHint,
  start: 'Corriger ce match',
  confirm: (id: number) => `Corriger le match ${id}\u202f?`,
  published: (id: number) =>
    `Le résultat du match ${id} est publié\u00a0: son état ne change plus. «\u00a0${one.title}\u00a0» refait son classement, et «\u00a0${pageNames['/admin/ballots']}\u00a0» met un groupe de bulletins de côté.`,
  consequence: ({ to, minute, replay }: Wish) =>
    replay ? `${correction.afterwards(to, minute)} ${correction.replayed}` : correction.afterwards(to, minute),
  replayed: 'Les votes donnés jusqu’ici ne comptent plus\u00a0: chacun revote, et garde son expérience.',
  afterwards: (to: Correction, minute: number | null): string => {
    if (to === 'finished')
      return `Le match se termine maintenant\u00a0: le vote reste ouvert ${VOTE_CLOSING_MINUTES}\u00a0minutes, puis le résultat est publié.`
    if (to === 'cancelled') return 'Le match est annulé\u00a0: son vote se ferme, et il n’aura pas de résultat.'
    if (to === 'suspended') return 'Le match est suspendu\u00a0: son vote se ferme, et reprend avec lui.'
    if (to === 'postponed') return 'Le match est reporté\u00a0: son vote se ferme, et il se jouera un autre jour.'
    if (to === 'upcoming') return 'Le match est à venir\u00a0: son vote se ferme, et il n’est plus en cours.'
    if (minute === null) return 'Le match se joue\u00a0: le vote attend que le fournisseur donne une minute.'
    return minute >= VOTE_OPENING_MINUTE
      ? `Le match est à la ${feminineOrdinal(minute)}\u00a0minute\u00a0: le vote est ouvert.`
      : `Le match est à la ${feminineOrdinal(minute)}\u00a0minute\u00a0: le vote ouvre à la ${VOTE_OPENING_MINUTE}e.`
  },
  done: (id: number) => `Le match ${id} est corrigé.`,
  failed: (reason: string) => `Le match n’a pas pu être corrigé\u00a0: ${reason}`,
} as const

type Provider = MatchDiagnostic['provider']['state']

/** The diagnostic of one match. */
export const check = {
  title: 'Diagnostic d’un match',
  intro: 'Composition, points, décompte, et nos données face à celles du fournisseur.',
  id: 'Match à vérifier',
  start: 'Vérifier ce match',
  failed: (reason: string) => `Le diagnostic n’a pas pu être fait\u00a0: ${reason}`,
  good: 'OK',
  bad: 'À vérifier',
  neutral: 'Sans objet',
  lineup: 'Composition',
  lineupFull: (players: number) => `${plural(players, 'joueur')}.`,
  lineupShort: (players: number) =>
    `${plural(players, 'joueur')}\u00a0: composition incomplète, ${FULL_LINEUP} sont attendus.`,
  excluded: 'Ce match est exclu, faute de composition.',
  points: 'Points',
  pointsGood: (top: number, value: number) => `${count(top)} pour le premier, au coefficient ${coefficient(value)}.`,
  pointsBad: (top: number, expected: number) =>
    `${count(top)} pour le premier, ${count(expected)} attendus\u00a0: points incohérents, recalcul nécessaire.`,
  pointsNone: 'Ce match n’a pas de classement.',
  marked: (was: number, now: number) =>
    `Publié au coefficient ${coefficient(was)}, aujourd’hui ${coefficient(now)}\u00a0: à recalculer.`,
  tally: 'Décompte',
  tallyGood: (voters: number) => `${plural(voters, 'vote complet', 'votes complets')}, identiques au recompte.`,
  tallyBad: (running: number, recounted: number) =>
    `Le décompte (${plural(running, 'vote')}) diffère du recompte (${plural(recounted, 'vote')}).`,
  source: 'Source des points',
  sourceOf: (source: string, voters: number) => `${source}, ${plural(voters, 'votant')}.`,
  sources: { votes: 'Votes', ratings_fallback: 'Notes officielles' },
  noSource: 'Pas encore de classement.',
  provider: 'Fournisseur',
  providers: {
    equal: 'Ses données et les nôtres sont les mêmes.',
    different: 'Ses données diffèrent des nôtres\u00a0:',
    unknown: 'Il ne connaît pas ce match.',
    unread: 'Il n’a pas répondu à temps\u00a0: rien n’a été comparé.',
  } satisfies Record<Provider, string>,
  fields: {
    status: 'Statut',
    kickoff: 'Coup d’envoi',
    home_team: 'Domicile',
    away_team: 'Extérieur',
    home_score: 'Buts à domicile',
    away_score: 'Buts à l’extérieur',
    players: 'Joueurs',
  } satisfies Record<ComparedField, string>,
  differs: (field: string, ours: string, theirs: string) => `${field}\u00a0: ${ours} chez nous, ${theirs} chez lui`,
  nothing: 'rien',
} as const

/** Matches without a lineup. */
export const excluded = {
  title: 'Matchs exclus',
  intro: 'Sans composition trois heures après le coup d’envoi. Un match revient de lui-même dès qu’elle apparaît.',
  limit: 'Matchs affichés',
  none: 'Aucun match n’est exclu.',
  failed: (reason: string) => `La liste n’a pas pu être lue\u00a0: ${reason}`,
  since: (day: string) => `exclu le ${day}`,
  number: (id: number) => `N°\u00a0${id}`,
  search: 'Chercher la composition maintenant',
  searchShort: 'Chercher',
  searchOf: (home: string, away: string) => `Chercher la composition maintenant\u00a0: ${home} – ${away}`,
  found: (players: number) => `Composition trouvée\u00a0: ${plural(players, 'joueur')}. Le match revient.`,
  notFound: 'Le fournisseur n’a toujours pas de composition.',
} as const

/** World Cup qualification. */
export const qualification = {
  title: 'Qualifications de la Coupe du monde',
  intro: 'Dans ces compétitions un joueur joue pour son pays\u00a0: elles ne disent pas son club.',
  start: 'Vérifier les qualifications',
  failed: (reason: string) => `Le diagnostic n’a pas pu être fait\u00a0: ${reason}`,
  competition: 'Compétition',
  matches: 'Matchs',
  finished: 'Terminés',
  unknown: (id: number) => `${id}\u00a0– inconnue`,
  known: (id: number, name: string) => `${id}\u00a0– ${name}`,
  hidden: 'masquée',
  good: (checked: number) =>
    `${plural(checked, 'joueur vérifié', 'joueurs vérifiés')}\u00a0: tous ont leur dernier club.`,
  bad: (wrong: number, checked: number) =>
    `${plural(wrong, 'joueur')} sur ${count(checked)} n’${wrong < 2 ? 'a' : 'ont'} pas le bon club\u00a0:`,
  more: (checked: number) => `Seuls les ${count(checked)} premiers ont été vérifiés.`,
  player: (name: string, stored: string, expected: string) => `${name}\u00a0: ${stored}, attendu ${expected}`,
  noClub: 'aucun club',
} as const

/** The choice of a match by its number or by a club, and the ways from one match to all that the area shows of it. */
export const matchChoice = {
  hint: 'Un numéro, une adresse /match/1234, ou le nom d’un club',
  searching: 'Recherche…',
  notFound: (typed: string) => `Aucun match d’un club nommé «\u00a0${typed}\u00a0».`,
  failedSearch: (reason: string) => `La recherche a échoué\u00a0: ${reason}`,
  results: (label: string) => `Matchs trouvés\u00a0: ${label}`,
  match: (home: string, away: string) => `${home} – ${away}`,
  about: (day: string, competition: string, outcome: string) => `${day} · ${competition} · ${outcome}`,
  number: (id: number) => `N°\u00a0${id}`,
} as const

export const matchLinks = {
  label: (id: number) => `Administration du match ${id}`,
  title: (id: number) => `Match ${id}`,
  match: 'Voir le match',
  check: 'Diagnostic',
  ballots: 'Bulletins',
  recalculation: 'Recalculer',
  reporting: 'Reporting',
  journal: 'Journal',
} as const

/** The notice to all fans. */
export const notices = {
  title: 'Annonce aux supporters',
  intro: 'Un bandeau sur tous les écrans, jusqu’à sa fin ou jusqu’à ce que le supporter le ferme.',
  failed: (reason: string) => `L’annonce n’a pas pu être lue\u00a0: ${reason}`,
  none: 'Aucune annonce.',
  upcoming: (moment: string) => `Prévue le ${moment}.`,
  on: (moment: string) => `En ligne jusqu’au ${moment}.`,
  ended: (moment: string) => `Terminée depuis le ${moment}.`,
  moment: (day: string, hour: string) => `${day}, ${hour}`,
  text: 'Texte de l’annonce',
  left: (characters: number) => `Il reste ${characters} ${characters < 2 ? 'caractère' : 'caractères'}.`,
  tooLong: (characters: number) => `${characters} ${characters < 2 ? 'caractère' : 'caractères'} de trop.`,
  start: 'Début',
  startHint: 'Vide\u00a0: tout de suite.',
  end: 'Fin',
  endHint: 'Dans un mois au plus.',
  wrongEnd: 'La fin vient après le début, dans l’avenir, et dans un mois au plus.',
  preview: 'Aperçu',
  emptyPreview: 'Le texte de l’annonce',
  publish: 'Publier l’annonce',
  publishTitle: 'Publier cette annonce\u202f?',
  consequence: (from: string, to: string) => `Tous les supporters la verront, ${from}, jusqu’au ${to}.`,
  replaces: 'Elle remplace celle qui est là, aussi chez ceux qui l’avaient fermée.',
  fromNow: 'dès maintenant',
  from: (moment: string) => `à partir du ${moment}`,
  published: 'L’annonce est publiée.',
  remove: 'Retirer l’annonce',
  removeTitle: 'Retirer l’annonce\u202f?',
  removeConsequence: (text: string) => `«\u00a0${text}\u00a0» disparaît des écrans en quelques minutes.`,
  removed: 'L’annonce est retirée.',
} as const
