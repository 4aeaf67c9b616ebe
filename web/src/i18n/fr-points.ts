/** « Comment ça marche ? »: voting, the scale, the coefficients, the world ranking, transparency. */
export const points = {
  title: 'Comment ça marche ?',
  vote: {
    title: 'Tu votes',
    steps: [
      'Les votes ouvrent à la 60ème minute du match et ferment 60 minutes après le coup de sifflet final.',
      'Tu choisis tes trois meilleurs joueurs, dans l’ordre. Chaque choix est enregistré tout de suite, et tu peux en changer jusqu’à la clôture.',
      'Un vote compte quand il a ses trois joueurs. Le premier complet de chaque match te rapporte +5 XP.',
    ],
    ballot: 'Un vote donne 5 points au premier, 3 au deuxième, 1 au troisième.',
    ballotLabel: 'Ce que donne un vote',
  },
  scale: {
    title: 'Le barème',
    text: 'À la clôture, les dix premiers du match marquent des points, toujours les mêmes, quel que soit le nombre de votants. Ils sont multipliés par le coefficient du match.',
    label: 'Points des dix premiers',
    rank: 'Rang',
    points: 'Points',
    pick: 'Pour un match de',
    plain: 'Coefficient 1',
    choice: (name: string, value: string) => `${name} (× ${value})`,
  },
  coefficients: {
    title: 'Les coefficients',
    text: 'Plus la compétition est relevée, plus le match rapporte. Le coefficient d’un championnat vient du classement continental de son pays. Il n’est affiché que s’il dépasse 1.',
    list: 'Compétitions actives',
    first: (points: string) => `${points} pour le premier`,
    empty: 'Aucune compétition active',
    failed: 'Les compétitions n’ont pas pu être chargées.',
  },
  world: {
    title: 'Le classement mondial',
    text: 'Les points de chaque match terminé s’additionnent toute la saison : c’est l’Index. À égalité, on compare les victoires, puis les podiums, puis le plus petit nombre de matchs. Toujours égaux, les joueurs partagent leur rang.',
    action: 'Voir le classement',
  },
  transparency: {
    title: 'En toute transparence',
    facts: [
      'Les résultats restent cachés tant que le vote est ouvert, pour que personne ne suive la foule.',
      'À la clôture, le nombre de votants et les places données à chaque joueur sont publiés.',
      'À égalité de votes : le plus de premières places, puis de deuxièmes, puis les duels entre ex æquo, puis la note officielle. Jamais le nom ni le hasard.',
      'Sous 10 votes, ce sont les notes officielles des joueurs qui font le classement, et le match le dit.',
      'Un supporter, un vote par match. Un résultat publié peut être recompté à partir des votes.',
    ],
    rule: (version: string) => `Règle de comptage, version ${version}.`,
  },
} as const
