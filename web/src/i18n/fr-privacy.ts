import type { Policy } from '../features/privacy/policy.ts'

/** The two languages, each by its own name. */
export const languages = { label: 'Langue / Language', en: 'English', fr: 'Français' } as const

/** The same policy in French, one tap away. */
export const privacyFr: Policy = {
  lang: 'fr',
  title: 'Confidentialité',
  updated: (day) => `Mise à jour le ${day}`,
  lead: 'Tribune permet aux supporters d’élire les trois meilleurs joueurs d’un match. Nous gardons ce qu’il faut pour cela, et rien d’autre.',
  contents: 'Sommaire',
  inShort: {
    title: 'En bref',
    points: [
      'Tu peux tout lire sans compte.',
      'Ni publicité, ni traceur, ni mesure d’audience, ni données vendues ou louées.',
      'Aucun autre supporter ne peut voir ton vote\u00a0: seuls les totaux sont publiés.',
      'Un compte supprimé l’est pour de bon, et tes votes ne mènent plus à toi.',
    ],
  },
  columns: { why: 'Pourquoi', until: 'Jusqu’à quand' },
  writeTo: 'Écris à',
  noContact: 'Ce site n’a pas encore donné d’adresse de contact. D’ici là, réponds à un e-mail que Tribune t’a envoyé.',
  chapters: [
    {
      id: 'who',
      title: 'Qui est responsable',
      paragraphs: ['L’exploitant du site sur lequel tu lis ces lignes décide de l’usage de tes données et en répond.'],
      contact: true,
    },
    {
      id: 'kept',
      title: 'Ce que nous gardons, et combien de temps',
      paragraphs: ['Sans compte, nous ne gardons rien sur toi au-delà des deux dernières lignes de cette liste.'],
      kept: [
        {
          what: 'Ton adresse e-mail, et si tu l’as confirmée',
          why: 'Pour ouvrir ton compte, t’envoyer les liens que tu demandes, et veiller à ce qu’un supporter vote une seule fois par match.',
          until: 'Jusqu’à la suppression de ton compte.',
        },
        {
          what: 'Ton mot de passe, sous forme d’empreinte salée',
          why: 'Pour le reconnaître à la connexion. Personne ne peut le relire, pas même nous.',
          until: 'Jusqu’à ce que tu le changes, ou jusqu’à la suppression de ton compte.',
        },
        {
          what: 'L’adresse publique de chaque portefeuille que tu relies à ton compte',
          why: 'Pour te reconnaître à sa signature. Nous ne regardons pas ce qu’il contient.',
          until: 'Jusqu’à ce que tu le retires, ou jusqu’à la suppression de ton compte.',
        },
        {
          what: 'Un nom court',
          why: 'Le début de ton adresse e-mail, avant le @, que notre logiciel de comptes exige. Il n’est affiché nulle part.',
          until: 'Jusqu’à la suppression de ton compte.',
        },
        {
          what: 'Tes sessions\u00a0: dates, adresse IP et navigateur au moment de la connexion',
          why: 'Pour te garder connecté, et pouvoir fermer une session qui n’est pas la tienne.',
          until:
            'Une session prend fin quand tu te déconnectes, ou 60\u00a0jours après son dernier renouvellement. Sa trace disparaît à la déconnexion, au plus tard avec ton compte.',
        },
        {
          what: 'Tes votes\u00a0: le match, tes trois joueurs, quand tu les as choisis et changés, et les XP gagnés',
          why: 'Pour compter le résultat et te montrer tes podiums.',
          until: 'Tant que ton compte existe. La suite est dans «\u00a0Supprimer ton compte\u00a0».',
        },
        {
          what: 'De quoi vérifier un lien envoyé par e-mail',
          why: 'Pour que toi seul puisses confirmer ton adresse ou choisir un nouveau mot de passe.',
          until:
            'Les liens sont valables 24\u00a0heures (confirmation) ou 1\u00a0heure (mot de passe). Ce que nous avons gardé pour l’un d’eux est effacé quand il a servi, ou quelque temps après son expiration.',
        },
        {
          what: 'Le nombre de demandes récentes par adresse IP, et de messages par adresse e-mail',
          why: 'Pour arrêter ceux qui devinent des mots de passe, inondent des boîtes ou surchargent le service.',
          until: 'Seulement dans la mémoire du serveur\u00a0: d’une minute à une heure.',
        },
        {
          what: 'Un journal technique des pannes et des demandes refusées',
          why: 'Pour trouver et réparer ce qui n’a pas marché. Il contient une référence au hasard, pas la liste des pages que tu lis, et n’est pas fait pour contenir quoi que ce soit sur toi.',
          until: 'Tant que l’exploitant garde les journaux du serveur.',
        },
      ],
    },
    {
      id: 'basis',
      title: 'À quel titre',
      points: [
        'Ton compte et tes votes\u00a0: parce que tu as demandé ce service (contrat).',
        'Sessions, limites et journaux\u00a0: parce qu’un vote ouvert au monde doit être protégé (intérêt légitime).',
      ],
    },
    {
      id: 'seen',
      title: 'Ce que voient les autres',
      points: [
        'Une fois le vote clos, tout le monde voit combien de supporters ont voté et combien de premières, deuxièmes et troisièmes places chaque joueur a reçues. Jamais qui a voté pour qui.',
        'L’exploitant peut voir des bulletins un par un, avec un numéro interne à la place de ton nom, pour vérifier le décompte.',
        'Si tu partages ton podium, ceux à qui tu l’envoies voient tes trois joueurs.',
      ],
    },
    {
      id: 'device',
      title: 'Sur ton appareil',
      paragraphs: [
        'Ce que nous y déposons est nécessaire à ce que tu demandes\u00a0: il n’y a donc pas de bandeau de consentement.',
      ],
      points: [
        'Un cookie qui te garde connecté. Aucun script ne peut le lire.',
        'De petits réglages, comme le thème clair ou sombre.',
        'Un vote commencé avant la connexion, jusqu’à la fermeture de l’onglet.',
        'Des copies d’écrans publics et d’images que tu as vus, pour les rouvrir sans réseau. Jamais tes votes ni ton profil.',
      ],
    },
    {
      id: 'shared',
      title: 'Qui d’autre intervient',
      points: [
        'Le service d’e-mail qui achemine nos messages reçoit ton adresse et le message.',
        'L’hébergeur dont les machines font tourner le site et sa base de données.',
        'Là où ce site propose de se connecter avec un autre compte, comme Google ou Apple, et si tu le choisis\u00a0: cette société sait que tu te connectes ici, et nous recevons d’elle ton adresse e-mail et un identifiant. Jamais un mot de passe.',
        'Les données des matchs viennent d’un fournisseur à qui nous n’envoyons rien sur toi. Les écussons et les photos te parviennent de notre serveur\u00a0: il ne te voit pas non plus.',
      ],
      paragraphs: ['L’exploitant peut te dire de quelles sociétés il s’agit, et dans quel pays elles travaillent.'],
    },
    {
      id: 'deletion',
      title: 'Supprimer ton compte',
      paragraphs: [
        'Tu peux le demander à tout moment, depuis ton profil là où le bouton est affiché, ou en nous écrivant.',
      ],
      points: [
        'Ton profil, tes sessions, tes identités de connexion et tout lien entre toi et tes votes sont effacés aussitôt.',
        'Tes votes sur des matchs encore ouverts sont retirés et sortent du décompte.',
        'Tes votes sur des matchs clos perdent leur auteur pour toujours mais restent comptables, pour qu’un résultat publié puisse encore être recompté.',
        'Si l’exploitant garde des sauvegardes, des copies y restent jusqu’à leur remplacement.',
      ],
    },
    {
      id: 'rights',
      title: 'Tes droits',
      paragraphs: [
        'Tu peux nous demander une copie de tes données sous une forme réutilisable, les faire corriger, effacer ou geler, et t’opposer à leur usage. Nous répondons en un mois. Tu peux aussi saisir l’autorité de protection des données\u202f; en France, c’est la CNIL (cnil.fr).',
        'Si tu as moins de 15\u00a0ans, demande à un parent avant d’ouvrir un compte.',
      ],
    },
    {
      id: 'changes',
      title: 'Changements',
      paragraphs: [
        'Quand ce que nous gardons ou faisons change, cette page change aussi, et la date en tête avec elle.',
      ],
    },
  ],
}
