import type { Policy } from './policy.ts'

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
      'Aucun autre supporter ne peut voir ton vote\u00a0: les podiums sont publiés sans nom ni heure.',
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
      paragraphs: ['Sans compte, nous ne gardons rien sur toi au-delà des quatre dernières lignes de cette liste.'],
      stored: [
        {
          id: 'email',
          what: 'Ton adresse e-mail, la boîte à laquelle elle mène, et si tu l’as confirmée',
          why: 'Pour ouvrir ton compte, t’envoyer les liens que tu demandes, et veiller à ce qu’un supporter vote une seule fois par match\u00a0: «\u00a0fan+2@…\u00a0» est la boîte de «\u00a0fan@…\u00a0».',
          until:
            'Jusqu’à la suppression de ton compte. Un compte que personne ne confirme est effacé après 30\u00a0jours.',
        },
        {
          id: 'password',
          what: 'Ton mot de passe, sous forme d’empreinte salée',
          why: 'Pour le reconnaître à la connexion. Personne ne peut le relire, pas même nous.',
          until: 'Jusqu’à ce que tu le changes, ou jusqu’à la suppression de ton compte.',
        },
        {
          id: 'phone',
          what: 'Ton numéro de mobile, si tu le donnes, et si tu l’as confirmé',
          why: 'Pour te connecter par un code reçu par SMS, ou t’envoyer le code de ta double vérification.',
          until: 'Jusqu’à ce que tu le retires, ou jusqu’à la suppression de ton compte.',
        },
        {
          id: 'provider',
          what: 'Si tu te connectes avec Google, Apple ou une organisation\u00a0: l’identifiant sous lequel elle te connaît',
          why: 'Pour te reconnaître quand tu reviens. Nous ne gardons ni ses jetons d’accès ni rien d’autre de ce qu’elle nous dit.',
          until: 'Jusqu’à ce que tu la retires, ou jusqu’à la suppression de ton compte.',
        },
        {
          id: 'wallet',
          what: 'L’adresse publique de chaque portefeuille que tu relies à ton compte',
          why: 'Pour te reconnaître à sa signature. Nous ne regardons pas ce qu’il contient.',
          until: 'Jusqu’à ce que tu le retires, ou jusqu’à la suppression de ton compte.',
        },
        {
          id: 'second_factor',
          what: 'Si tu actives la double vérification\u00a0: le secret partagé avec ton application et tes codes de secours, chiffrés, et les codes faux récents',
          why: 'Pour demander une seconde preuve avant que quiconque entre dans ton compte.',
          until:
            'Jusqu’à ce que tu la désactives, ou jusqu’à la suppression de ton compte. Un blocage après des codes faux prend fin après un quart d’heure.',
        },
        {
          id: 'name',
          what: 'Un nom court',
          why: 'Le début de ton adresse e-mail, avant le @, que notre logiciel de comptes exige. Il n’est affiché nulle part.',
          until: 'Jusqu’à la suppression de ton compte.',
        },
        {
          id: 'session',
          what: 'Tes sessions\u00a0: dates, adresse IP, navigateur, et façon de te connecter',
          why: 'Pour te garder connecté, et pouvoir fermer une session qui n’est pas la tienne.',
          until:
            'Une session prend fin quand tu te déconnectes, ou 60\u00a0jours après son dernier renouvellement. Sa trace disparaît à la déconnexion ou la nuit qui suit sa fin, au plus tard avec ton compte.',
        },
        {
          id: 'vote',
          what: 'Tes votes\u00a0: le match, tes trois joueurs, quand tu les as choisis et changés, et les XP gagnés',
          why: 'Pour compter le résultat, te montrer tes podiums, et publier le registre de chaque match, que chacun peut recompter. Si ton vote est mis de côté et que tu demandes un réexamen, ta demande aussi.',
          until:
            'Tant que ton compte existe\u202f; une demande de réexamen, 30\u00a0jours après le résultat au plus. Le registre reste. La suite est dans «\u00a0Supprimer ton compte\u00a0».',
        },
        {
          id: 'evidence',
          what: 'D’où vient chaque vote\u00a0: l’âge et la solidité de ton compte, des empreintes de ton réseau et de ton appareil, et combien de fois tu as changé ton vote',
          why: 'Pour reconnaître une personne qui vote avec plusieurs comptes\u00a0: une règle publiée (page «\u00a0Comment nous comptons\u00a0») et l’exploitant comparent les votes de même provenance, de même domaine e-mail, de même minute ou de comptes qui ont déjà voté ensemble. Un groupe peut être mis de côté\u00a0: ses votes restent à leurs supporters, mais ne comptent plus. Les empreintes sont calculées avec une clé secrète qui change chaque saison\u00a0: on ne peut y lire ni ton adresse ni ton appareil.',
          until:
            'Jusqu’à 30\u00a0jours après la publication du résultat (ou après le coup d’envoi d’un match qui n’en a jamais eu). Tout est alors effacé, et plus jamais recueilli pour ce match.',
        },
        {
          id: 'voting_right',
          what: 'Si l’exploitant ferme ton droit de vote\u00a0: depuis quand, et pourquoi\u202f; et quand il a consulté ton compte ou y a fait quelque chose',
          why: 'Pour garder un vote juste, te dire la raison dans ton profil, et pouvoir en rendre compte.',
          until:
            'La fermeture, jusqu’à ce que ton droit soit rouvert ou ton compte supprimé. Le journal de l’exploitant garde la consultation, le geste et la raison sous un numéro interne, qui ne mène plus à personne une fois ton compte supprimé.',
        },
        {
          id: 'follows',
          what: 'Les clubs, joueurs et compétitions que tu suis, et depuis quand',
          why: 'Pour te montrer leurs matchs en premier, sur chacun de tes appareils, et, si tu le demandes, t’écrire à leur sujet. Personne d’autre ne voit ce que tu suis.',
          until: 'Jusqu’à ce que tu cesses de les suivre, ou jusqu’à la suppression de ton compte.',
        },
        {
          id: 'push',
          what: 'Si tu actives les notifications\u00a0: l’adresse de chaque appareil chez son service de notification, ses clés et tes réglages, et quelles notifications lui ont été envoyées',
          why: 'Pour te prévenir quand un vote ouvre, se termine ou a son résultat. Le service de ton navigateur ou de ton téléphone (Google, Apple, Mozilla ou Microsoft) les transmet\u202f; celles d’un navigateur sont chiffrées pour lui seul.',
          until:
            'Jusqu’à ce que tu retires l’appareil ou t’y déconnectes, que son service ne le connaisse plus ou ne réponde plus pendant deux semaines, ou jusqu’à la suppression de ton compte. Les envois, sept jours.',
        },
        {
          id: 'digest',
          what: 'Si tu demandes le récap du lundi par e-mail\u00a0: ton choix et sa date, les semaines pour lesquelles il est parti, et combien de fois de suite ta boîte aux lettres l’a refusé',
          why: 'Pour te l’envoyer une fois par semaine, et arrêter quand ton adresse n’existe plus. Nous ne savons pas si tu l’ouvres\u00a0: il n’a ni image cachée ni lien de suivi.',
          until:
            'Le choix, jusqu’à la suppression de ton compte\u202f; chaque récap porte un lien pour l’arrêter. Les envois, 30\u00a0jours.',
        },
        {
          id: 'message',
          what: 'De quoi vérifier un lien ou un code que nous t’avons envoyé, ou une signature demandée à ton portefeuille',
          why: 'Pour que toi seul puisses confirmer ton adresse, te connecter ou choisir un nouveau mot de passe.',
          until:
            'Les liens sont valables 24\u00a0heures (confirmation), 1\u00a0heure (mot de passe) ou 15\u00a0minutes (connexion), les codes 10\u00a0minutes au plus. Ce que nous avons gardé pour l’un d’eux est effacé quand il a servi, ou la nuit qui suit son expiration.',
        },
        {
          id: 'guesses',
          what: 'Les mots de passe et codes faux récents, les liens et codes qui ont déjà servi, et les vingt derniers appareils où tu t’es connecté, sous des empreintes',
          why: 'Pour arrêter ceux qui les devinent sans bloquer tes appareils, et pour que chaque lien ou code ne serve qu’une fois.',
          until:
            'D’un quart d’heure à un jour, un appareil 400 jours après ta dernière connexion, puis la nuit les efface.',
        },
        {
          id: 'made_lately',
          what: 'Combien de comptes et de messages ton réseau, le domaine de ton adresse et ton appareil ont demandés récemment, sous des empreintes à clé',
          why: 'Pour faire payer en temps de calcul ceux qui créent des comptes en nombre (ton appareil calcule un instant avant la création d’un compte). Aucune autre société n’est interrogée.',
          until: 'Un compteur diminue de moitié chaque jour et disparaît après 14\u00a0jours.',
        },
        {
          id: 'requests',
          what: 'Le nombre de demandes récentes par adresse IP, et de messages par adresse e-mail',
          why: 'Pour arrêter ceux qui devinent des mots de passe, inondent des boîtes ou surchargent le service.',
          until: 'Seulement dans la mémoire du serveur\u00a0: d’une minute à une heure.',
        },
        {
          id: 'log',
          what: 'Un journal technique des pannes et des demandes refusées',
          why: 'Pour trouver et réparer ce qui n’a pas marché. Il contient une référence au hasard, pas la liste des pages que tu lis, et n’est pas fait pour contenir quoi que ce soit sur toi. Les erreurs de l’app sur les téléphones sont comptées à part, sans adresse IP, sans compte et sans ce que tu as écrit.',
          until: 'Le journal, tant que l’exploitant garde ceux du serveur. Les erreurs comptées, 30\u00a0jours.',
        },
      ],
    },
    {
      id: 'basis',
      title: 'À quel titre',
      points: [
        'Ton compte et tes votes\u00a0: parce que tu as demandé ce service (contrat).',
        'Sessions, limites, journaux et provenance des votes\u00a0: parce qu’un vote ouvert au monde doit être protégé (intérêt légitime).',
      ],
    },
    {
      id: 'seen',
      title: 'Ce que voient les autres',
      points: [
        'Une fois le vote clos, tout le monde voit combien de supporters ont voté et combien de premières, deuxièmes et troisièmes places chaque joueur a reçues. Jamais qui a voté pour qui.',
        'À partir de dix votes, le registre d’un match publie chaque podium sans nom ni heure, avec un nombre que ton compte seul permet de reconnaître, et s’il compte. Tu peux montrer cette preuve\u00a0: ne la donne à personne qui te paierait ton vote. Qui connaît deux de tes choix peut deviner le troisième. Avec la base de données et sa clé, nous pourrions relier un podium à ton compte.',
        'L’exploitant peut voir des bulletins un par un, avec un numéro interne à la place de ton nom, pour vérifier le décompte, et comparer leur provenance.',
        'L’exploitant peut trouver un compte par son adresse, son numéro ou son identifiant exacts, voir comment et depuis quand il se connecte et combien de fois il a voté, fermer ses sessions, et fermer son droit de vote. Cette page ne montre aucun vote.',
        'Si tu nous écris pour recevoir une copie de tes données ou supprimer ton compte, l’exploitant peut télécharger cette copie, votes compris, pour te l’envoyer, et supprimer ton compte. Chaque copie et chaque suppression est notée au journal.',
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
        'Un cookie qui te garde connecté, et d’autres, de courte durée, pendant l’inscription ou la connexion. Aucun script ne peut les lire.',
        'Un cookie avec un nombre au hasard qui distingue ton appareil des autres, 400\u00a0jours au plus. Il ne dit rien de toi, est posé quand tu crées un compte, te connectes ou votes, et n’est gardé avec tes votes que sous forme d’empreinte. Aucun script ne peut le lire.',
        'De petits réglages, comme le thème clair ou sombre.',
        'Les cent derniers matchs que tu as ouverts avant leur résultat ou dont le podium t’a été montré, pour qu’il ne le soit qu’une fois.',
        'Un vote fait sans réseau, avec son match et ton compte, jusqu’à ce qu’il soit parti, sept jours au plus, et le numéro de ton compte pour qu’il ne parte jamais sous un autre. Te déconnecter les efface.',
        'Un vote commencé avant la connexion, jusqu’à la fermeture de l’onglet.',
        'Ce que tu suis sans être connecté, et si quelque chose est suivi. À la connexion, ton compte le reprend.',
        'Des copies d’écrans publics et d’images que tu as vus, pour les rouvrir sans réseau. Jamais ton profil, ni un vote déjà envoyé.',
      ],
    },
    {
      id: 'shared',
      title: 'Qui d’autre intervient',
      points: [
        'Le service d’e-mail qui achemine nos messages reçoit ton adresse et le message.',
        'La société qui envoie nos SMS reçoit ton numéro et le code, si tu t’en sers. Ton opérateur le transporte.',
        'Là où ce site vérifie avec Cloudflare Turnstile qu’une personne est là, cette société voit ton adresse IP et ton navigateur quand tu crées un compte ou demandes un message.',
        'Là où ce site compare les nouveaux mots de passe aux fuites connues, il envoie les cinq premiers caractères d’une empreinte, jamais le mot de passe.',
        'Ton portefeuille, si tu en relies un, est interrogé sur ton propre appareil\u00a0: nous n’écrivons sur aucune blockchain et n’en interrogeons aucune.',
        'L’hébergeur dont les machines font tourner le site et sa base de données.',
        'Là où ce site propose de se connecter avec un autre compte, comme Google, Apple ou ton organisation, et si tu le choisis\u00a0: cette société sait que tu te connectes ici, et nous recevons d’elle ton adresse e-mail et un identifiant. Jamais un mot de passe.',
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
        'Tes votes sur des matchs dont le vote n’est pas terminé, interrompus compris, sont retirés et sortent du décompte.',
        'Tes votes sur des matchs clos perdent leur auteur pour toujours mais restent comptables, pour qu’un résultat publié puisse encore être recompté.',
        'Leur provenance reste, sous de nouvelles empreintes qui ne correspondent à aucun compte, jusqu’à 30\u00a0jours après la publication de chaque résultat. D’ici là on peut voir qu’ils étaient d’une même personne, mais plus de laquelle\u202f; ensuite, même plus cela.',
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
