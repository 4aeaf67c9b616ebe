import { BALLOT_POINTS } from '@tribune/domain/ballots/tally.ts'
import { PROVISIONAL_HOURS, PROVISIONAL_SHARE } from '@tribune/domain/results/publication.ts'
import { MIN_BALLOTS_FOR_VOTES } from '@tribune/domain/results/ranking.ts'
import { percent } from '../../format/numbers.ts'
import { common } from '../app.ts'

const [first, second, third] = BALLOT_POINTS

/** « Comment nous comptons »: how ballots count, the integrity rule and how well it works, provisional results, reviews, the public record. */
export const counting = {
  title: common.howWeCount,
  lead: 'Une personne, une voix. Une règle publique contre les faux votes. Un résultat que chacun peut recompter.',
  ballot: {
    id: 'bulletin',
    title: 'Ton bulletin',
    text: `Un bulletin compte quand il a ses trois joueurs. À la clôture, le premier reçoit ${first}\u00a0points, le deuxième ${second}, le troisième ${third}. Tous les bulletins comptés pèsent pareil.`,
  },
  rule: {
    id: 'regle',
    title: (version: number) => `Règle d’intégrité ${version}`,
    text: 'Avant chaque résultat, un programme cherche les bulletins qu’une seule main a déposés avec beaucoup de comptes. Il met ces groupes de côté\u00a0: le résultat ne les compte pas.',
    looks: 'Ce qu’elle regarde',
    looked: [
      [
        'Ce que des comptes partagent',
        'Un réseau, un appareil ou un petit domaine d’e-mail d’où des comptes qui ont peu voté font le même choix, bien plus souvent que les habitués du match.',
      ],
      [
        'Ce qui les rend semblables',
        'Âge du compte, passé, identité confirmée, moment du vote\u00a0: beaucoup de comptes de même sorte qui font un choix que les autres font peu.',
      ],
      ['Ce qu’ils ont fait avant', 'Les mêmes comptes, les mêmes choix sur plusieurs matchs, et presque rien d’autre.'],
    ],
    never: 'Ce qu’elle s’interdit',
    nevers: [
      'Un podium identique à la même minute ne suffit jamais.',
      'Voter ensemble pour une cause n’est pas une fraude\u00a0: un club, un bar ou un pays entier peut vouloir le même joueur.',
      'Aucun indice n’est public\u00a0: ni réseau, ni appareil, ni adresse. Seuls les nombres le sont.',
    ],
    limit:
      'Elle peut se tromper\u00a0: des centaines de comptes tout neufs qui arrivent pour un seul joueur ressemblent à une ferme. D’où le réexamen.',
  },
  review: {
    id: 'reexamen',
    title: 'Demander un réexamen',
    text: (days: number) =>
      `Si ton bulletin est mis de côté, l’écran du match te le dit, à toi seul, et te dit pourquoi. Un bouton y demande un réexamen, tant que les indices existent\u00a0: ils sont effacés ${days}\u00a0jours après la publication.`,
    stays: 'Dans tous les cas, ton vote et tes XP restent à toi.',
  },
  measured: {
    id: 'mesures',
    title: 'Ce que la règle trouve',
    text: 'Ces chiffres viennent de foules simulées, pas de vrais matchs. Une ferme, ce sont des comptes qu’une seule main fait voter.',
    table: 'Part des bulletins que la règle met de côté',
    farms: 'Bulletins de fermes mis de côté',
    honest: 'Bulletins honnêtes mis de côté à tort',
    rows: {
      naive: ['Ferme simple', 'un programme, un réseau ou un domaine'],
      paced: ['Ferme étalée', 'des jours et beaucoup de réseaux'],
      camouflaged: ['Ferme camouflée', 'des choix mélangés, 5\u00a0% des bulletins'],
      small: ['La même, plus petite', '1\u00a0% des bulletins'],
      moving: ['Ferme qui change son joueur de place', '1\u00a0% des bulletins'],
      together: ['Comptes qui agissent ensemble', 'sur plusieurs matchs'],
      all: ['Toutes les foules', 'au plus, dans ces mesures'],
      worst: ['La foule la plus touchée', 'familles sur une même tablette, près d’une grande ferme'],
    },
    percent: (figure: string) => `${figure}\u00a0%`,
  },
  provisional: {
    id: 'provisoire',
    title: 'Un résultat provisoire',
    text: `Un résultat est marqué «\u00a0Provisoire\u00a0» pendant ${PROVISIONAL_HOURS}\u00a0heures au plus, dans trois cas\u00a0:`,
    cases: [
      `plus de ${percent(PROVISIONAL_SHARE)} des bulletins sont mis de côté`,
      'les trois premiers seraient différents avec tous les bulletins',
      'la règle n’a pas pu tourner',
    ],
    decision:
      'L’équipe peut alors remettre des bulletins dans le décompte, en mettre d’autres de côté, ou confirmer. Sans décision, le résultat devient définitif. Si les trois premiers changent, le match montre les deux podiums.',
  },
  recount: {
    id: 'recompter',
    title: 'Recompter',
    text: 'Chaque résultat a un registre public, sans nom ni heure\u00a0: les bulletins, le décompte, le classement. Refais le compte toi-même\u00a0: au bas d’un résultat, «\u00a0Le décompte\u00a0», puis «\u00a0Recompter ce match\u00a0».',
    lines: [
      ['Le registre d’un match', '/api/audit/matches/{id}'],
      ['Le programme qui le vérifie', 'npm run recount'],
      ['Son format, pour écrire le tien', 'docs/audit.md'],
    ],
    few: `Avec moins de ${MIN_BALLOTS_FOR_VOTES}\u00a0bulletins comptés, les notes officielles font le classement, et le registre ne montre aucun bulletin.`,
  },
} as const
