/** The brand book: what the brand is, and how it is used. */
export const brandBook = {
  intro: 'Tout ce qui fait la marque, lu dans le code lui-même\u00a0: une couleur changée change ici aussi.',
  idea: 'L’idée',
  ideaText:
    'La tribune, la nuit\u00a0: une cuvette sombre, une lumière blanche de projecteurs, des lignes à la craie, un tableau d’affichage. Les trois métaux du podium sont le seul ornement. Le rouge veut dire «\u00a0en direct\u00a0» et rien d’autre. Le vert-jaune des projecteurs est la seule chose à faire à l’écran\u00a0: voter. Le reste se tait, pour que les noms, les écussons et les chiffres parlent.',
  colours: 'Couleurs',
  coloursIntro: 'Chaque couleur dans les deux thèmes, telle que la feuille de style la définit.',
  themes: { light: 'Thème clair', dark: 'Thème sombre' },
  colour: 'Couleur',
  contrasts: 'Contrastes',
  contrastsIntro:
    'Chaque paire utilisée, et son rapport de contraste. Niveau AA\u00a0: 4,5 pour un texte, 3 pour une icône, une bordure ou un grand chiffre.',
  pair: 'Paire',
  on: (ink: string, ground: string) => `${ink} sur ${ground}`,
  use: 'Usage',
  uses: { text: 'texte', shape: 'forme' },
  ratio: (value: string) => `${value}\u00a0: 1`,
  passes: 'AA',
  fails: 'insuffisant',
  logos: 'Logos',
  logosIntro:
    'Trois marches d’un podium qui sont aussi trois rangs d’une tribune. Le fichier SVG s’agrandit sans limite\u202f; le PNG est dessiné par ton navigateur.',
  variants: {
    dark: 'Marque, fond sombre',
    light: 'Marque, fond clair',
    icon: 'Icône de l’app',
    mono: 'Marque, une couleur',
  },
  svg: 'SVG',
  png: (side: string) => `PNG ${side}\u00a0px`,
  download: (logo: string, format: string) => `Télécharger\u00a0: ${logo}, ${format}`,
  saved: (file: string) => `${file} est téléchargé.`,
  notDrawn: 'Ce navigateur n’a pas pu dessiner l’image. Le fichier SVG reste disponible.',
  logoRules:
    'Garde autour de la marque un espace d’une marche. Ne l’incline pas, ne l’étire pas, ne change pas l’ordre des métaux.',
  slogans: 'Slogans',
  sloganList: [
    'Le vote populaire mondial',
    'Trois joueurs. Ta voix.',
    'Le match se juge en tribune.',
    'Les supporters élisent, le podium répond.',
  ],
  type: 'Typographie',
  typeIntro:
    'Une seule famille, Archivo, en deux largeurs\u00a0: normale pour le texte, étroite à chiffres alignés pour les scores, les minutes, les rangs et les points. Chaque taille vaut 1,2 fois la précédente.',
  specimen: 'Tribune nord, 90e minute',
  figures: "2\u00a0–\u00a01 · 67' · 1\u202f234,5 pts",
  size: (name: string, pixels: string) => `${name} · ${pixels}\u00a0px`,
  voice: 'Voix',
  voiceRules: [
    'Tu tutoies, avec des phrases courtes, simples et chaleureuses.',
    'Tu nommes ce qui se passe, puis ce qu’on peut faire.',
    "Les nombres à la française\u00a0: 1\u202f234,5\u202f; 2,50\u202f; 21\u00a0h\u00a005\u202f; «\u00a067'\u00a0».",
    'Les heures dans le fuseau du supporter.',
  ],
  says: 'On dit',
  saysNot: 'On ne dit pas',
  examples: [
    ['Le vote ferme dans 12\u00a0minutes.', 'Veuillez noter que la période de vote expirera prochainement.'],
    ['Place un deuxième joueur.', 'Sélection incomplète (erreur 2).'],
  ],
  shape: 'Forme',
  shapeRules: [
    'Une grille de 4\u00a0px.',
    'Un rayon de 12\u00a0px pour les cartes, de 8\u00a0px à l’intérieur.',
    'Des lignes plutôt que des ombres.',
    'Écussons et visages toujours dans le même cadre.',
    'Le téléphone d’abord, à 390\u00a0px\u202f; deux colonnes dès 900\u00a0px\u202f; jamais un téléphone étiré.',
  ],
  card: 'Carte, rayon 12\u00a0px',
  inner: 'Intérieur, rayon 8\u00a0px',
  motion: 'Mouvement',
  motionRules: [
    'À la publication d’un résultat, les marches montent\u00a0: troisième, deuxième, première, une seule fois, 600\u00a0ms en tout.',
    'Un score qui change roule.',
    'Rien d’autre ne bouge de lui-même.',
    'Qui demande moins de mouvement n’en voit aucun.',
  ],
  images: 'Invites d’image',
  imagesIntro: 'À donner à un générateur d’images, en anglais. Ni club réel, ni joueur réel, ni marque.',
  imageNames: ['La tribune la nuit', 'Le podium', 'La foule', 'Le tableau d’affichage'],
  copy: 'Copier',
  copyOne: (name: string) => `Copier l’invite «\u00a0${name}\u00a0»`,
  copied: 'Invite copiée.',
  notCopied: 'La copie est refusée par ce navigateur\u00a0: sélectionne le texte.',
  tabTitle: 'Brand Book',
  tabIntro:
    'Les couleurs avec leur contraste, les logos à télécharger, les slogans, la typographie, la voix et les invites d’image.',
  open: 'Ouvrir le Brand Book (nouvel onglet)',
  overview: 'En bref',
  overviewContrast: (passing: string, all: string) =>
    `${passing} paires de couleurs sur ${all} passent AA dans les deux thèmes.`,
  overviewColours: (count: string) => `${count} couleurs, chacune en clair et en sombre.`,
  overviewLogos: (count: string) => `${count} variantes du logo, en SVG et en PNG.`,
} as const

/** Prompts, each under the name of the same place in `imageNames`. */
export const imagePrompts = [
  'A football stand at night seen from the pitch, dark navy bowl (#0B1020), a single bank of floodlights, chalk-white lines, empty rows fading into darkness, no logos, no readable text, quiet and graphic, wide shot.',
  'Three rows of stadium seats forming the silhouette of a podium, gold, silver and bronze (#F2C14E, #C9D1DE, #D98E55) on deep navy, flat vector shapes with slightly curved rows, no people, no text.',
  'Supporters seen from behind in a dark stand, lit by floodlights, hands raised, faces not recognisable, plain scarves without crests, navy and warm white with one accent of yellow-green (#C6F94A), photographic grain.',
  'A stadium scoreboard with condensed tabular figures showing 2 - 1, warm white on near-black (#070B17), a small red dot for live (#FF5A5A), no club names, front view, high contrast.',
] as const
