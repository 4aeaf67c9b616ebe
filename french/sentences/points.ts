import { common } from './app.ts'

/**
 * « Comment ça marche ? »: voting, the scale, the coefficients, the world ranking, transparency. Numbers come from the rules themselves.
 */
interface RuleNumbers {
  /** Minute of opening, minutes after the whistle until closing. */
  readonly opening: number
  readonly closing: number
  /** Points of the three picks. */
  readonly ballot: readonly [number, number, number]
  /** Complete votes from which they rank the match. */
  readonly minBallots: number
  readonly ranks: number
}

export const points = {
  title: common.howItWorks,
  lead: 'Ton vote, les points du match, le classement de la saison\u00a0: tout ce qui se passe entre les deux.',
  contents: 'Sur cette page',
  vote: {
    id: 'vote',
    short: 'Voter',
    title: 'Tu votes',
    window: ({ opening, closing }: RuleNumbers) =>
      `Les votes ouvrent à la ${opening}ème minute du match et ferment ${closing}\u00a0minutes après le coup de sifflet final.`,
    line: {
      start: "0'",
      opening: (minute: number) => `${minute}'`,
      whistle: 'Fin',
      closing: (minutes: number) => `+${minutes}\u00a0min`,
    },
    phases: { before: 'Pas encore', open: 'Votes ouverts', after: 'Clos' },
    steps: [
      'Choisis tes trois meilleurs joueurs, dans l’ordre.',
      'Chaque choix est enregistré tout de suite. Change d’avis jusqu’à la clôture.',
      'Ton vote compte quand il a ses trois joueurs.',
    ],
    ballot: ({ ballot: [first, second, third] }: RuleNumbers) =>
      `Ton premier reçoit ${first}\u00a0points, ton deuxième ${second}, ton troisième ${third}.`,
    ballotLabel: 'Ce que donne un vote',
    xp: (xp: number) => `+${xp}\u00a0XP`,
    xpText:
      'pour toi, au premier vote complet de chaque match. Une fois par match et pour toujours, que ton joueur gagne ou non.',
  },
  scale: {
    id: 'bareme',
    short: 'Barème',
    title: 'Le barème',
    text: 'À la clôture, les dix premiers du match marquent des points, toujours les mêmes, quel que soit le nombre de votants. Ils sont multipliés par le coefficient du match, puis arrondis.',
    label: 'Points des dix premiers',
    rank: 'Rang',
    points: 'Points',
    pick: 'Pour un match de',
    plain: 'Coefficient 1',
    choice: (name: string, value: string) => `${name} (×\u00a0${value})`,
  },
  coefficients: {
    id: 'coefficients',
    short: 'Coefficients',
    title: 'Les coefficients',
    text: 'Plus le match est relevé, plus il rapporte. Le coefficient d’un championnat vient du classement continental de son pays. Un match l’affiche quand il dépasse 1.',
    formula: 'Coefficient d’un match\u00a0:',
    factors: ['Compétition', 'Phase', 'Derby'],
    product: 'Match',
    plain:
      'En ce moment, toutes les phases et les derbys valent 1,00\u00a0: le coefficient du match est celui de sa compétition.',
    weighted: 'En ce moment, ces matchs comptent davantage ou moins dans leur compétition\u00a0:',
    phases: {
      domestic: 'Championnat',
      group: 'Phase de groupes',
      r16: 'Huitièmes de finale',
      qf: 'Quarts de finale',
      sf: 'Demi-finales',
      final: 'Finale',
      derby_multiplier: 'Derby',
    },
    list: 'Compétitions actives',
    first: (points: string) => `${points} pour le premier`,
    empty: 'Aucune compétition active',
    failed: 'Les compétitions n’ont pas pu être chargées.',
  },
  world: {
    id: 'classement',
    short: 'Classement mondial',
    title: 'Le classement mondial',
    text: 'Les points de chaque match terminé s’additionnent toute la saison\u00a0: c’est l’Index.',
    ties: 'À égalité de points, on compare dans cet ordre\u00a0:',
    tieBreaks: ['le plus de matchs finis premier', 'le plus de podiums', 'le moins de matchs joués'],
    shared: 'Toujours à égalité\u202f? Les joueurs partagent leur rang.',
    action: 'Voir le classement',
  },
  transparency: {
    id: 'transparence',
    short: 'Transparence',
    title: 'En toute transparence',
    text: 'Les résultats restent cachés tant que le vote est ouvert, pour que personne ne suive la foule.',
    ruleTitle: (version: string) => `Règle de comptage ${version}`,
    versioned:
      'Le moindre changement de ces règles fait une nouvelle version, écrite à côté de chaque résultat qu’elle a produit.',
    rule: ({ minBallots, ballot: [first, second, third], ranks }: RuleNumbers) => [
      ['Un supporter, un vote', 'Par match, avec une adresse vérifiée. Seuls les votes de trois joueurs comptent.'],
      ['Le total', `${first}\u00a0points par première place, ${second} par deuxième, ${third} par troisième.`],
      [
        'À égalité',
        'Le plus de premières places, puis de deuxièmes, puis les duels entre ex æquo, puis la note officielle. Jamais le nom ni le hasard. Toujours égaux, ils partagent le rang et ses points.',
      ],
      [
        `Moins de ${minBallots} votes complets`,
        'Les notes officielles des joueurs font le classement, et le match le dit. Sans notes non plus, il ne donne pas de points.',
      ],
      [
        'Les points',
        `Le barème des ${ranks} premiers, multiplié par le coefficient, arrondi à l’entier le plus proche.`,
      ],
    ],
    checkTitle: 'Ce que tu peux vérifier',
    check:
      'À la clôture, chaque match publie son nombre de votants et, pour chaque joueur, combien de fois il a été placé premier, deuxième et troisième. Refais le compte\u00a0:',
    example: ({ ballot: [first, second, third] }: RuleNumbers) => {
      const [firsts, seconds, thirds] = [7, 4, 2]
      return {
        places: `${firsts} fois premier, ${seconds} fois deuxième, ${thirds} fois troisième`,
        sum: `${firsts}\u00a0×\u00a0${first} + ${seconds}\u00a0×\u00a0${second} + ${thirds}\u00a0×\u00a0${third} = ${firsts * first + seconds * second + thirds * third}`,
      }
    },
    recount:
      'Les bulletins sont gardés\u00a0: un résultat publié peut être recompté à partir d’eux, et donne toujours la même chose.',
  },
} as const
