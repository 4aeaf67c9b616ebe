const { readdirSync } = require('node:fs')
const { join } = require('node:path')

/** The arrows of the house: domain <- protocol <- contract <- french <- {server, web}, domain <- football <- server. Each message says where the code belongs. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: '\\.test\\.ts$' },
  to: { pathNot: [`^${from}/`, ...allowed], dependencyTypesNot: ['core'] },
})

/** The floors of the server from the ground up, each with what stands on it. A floor imports itself and what is below; types count. */
const FLOORS = [
  {
    name: 'kernel',
    files: 'kernel/',
    comment: 'kernel/ imports nothing of the server: take what you need as an argument.',
  },
  {
    name: 'infra',
    files: 'infra/',
    comment: 'infra/ is the machines: what knows of requests goes to http/, of fans or matches to features/.',
  },
  { name: 'http', files: 'http/', comment: 'http/ knows no feature: app.ts hands it what it needs, as `headOf`.' },
  {
    name: 'context',
    files: '(?:(?:context|config|exposure)\\.ts$|config/)',
    comment: 'context.ts is a leaf: write down the interface that features need, and let app.ts fill it.',
  },
  {
    name: 'accounts',
    files: 'accounts/',
    comment: 'accounts/ is below the features: its own rows and rules stand in it.',
  },
  {
    name: 'features',
    files: 'features/',
    comment: 'A feature takes an `App` of context.ts; app.ts alone puts features together.',
  },
  {
    name: 'app',
    files: '(app|features|schedules)\\.ts$',
    comment: 'What is configured stands in for nothing: product.ts chooses stand-ins.',
  },
  {
    name: 'standins',
    files: 'standins/',
    comment: 'A stand-in is started by product.ts, and knows nothing of it.',
  },
  { name: 'start', files: '(?:(?:product|main)\\.ts$|processes/)', comment: 'testing/ is for tests.' },
]
const SERVER = '^server/src/'
const PROOF = '\\.test\\.ts$|^server/src/testing/'

const floors = FLOORS.map(({ name, files, comment }, at) => ({
  name: `floor-${name}`,
  comment,
  severity: 'error',
  from: { path: `${SERVER}${files}`, pathNot: PROOF },
  to: { path: SERVER, pathNot: FLOORS.slice(0, at + 1).map((floor) => `${SERVER}${floor.files}`) },
}))

/** Wings of the server's features, lowest first: a wing imports itself and those before it. */
const WINGS = [
  'common',
  'season',
  'matches',
  'ballots',
  'messages',
  'fans',
  'players',
  'results',
  'feed',
  'public',
  'operator',
]
const HOLDS_FEATURES = `${SERVER}features/`
const wings = WINGS.map((name, at) => ({
  name: `wing-${name}`,
  comment: `Features import nothing of a later wing of WINGS, so that wings form no circle: pass in what ${name}/ needs, or move it.`,
  severity: 'error',
  from: { path: `${HOLDS_FEATURES}${name}/`, pathNot: PROOF },
  to: { path: HOLDS_FEATURES, pathNot: WINGS.slice(0, at + 1).map((other) => `${HOLDS_FEATURES}${other}/`) },
}))

/**
 * Floors of the app, lowest first: colours, what screens are made with, what they read and look like, parts of screens, addresses and the service
 * worker, and the files that start each of them.
 */
const APP = '^web/src/'
const START = '[^/]+$'
const APP_FLOORS = [['styles/'], ['lib/'], ['data/', 'ui/'], ['features/'], ['routes/', 'worker/'], [START]]
const appFloors = APP_FLOORS.flatMap((floor, at) =>
  floor.map((files) => ({
    name: `app-floor-${files === START ? 'start' : files.slice(0, -1)}`,
    comment: `${files === START ? 'What starts the app' : `web/src/${files}`} imports nothing above or beside it: hand it what it needs, or move it up.`,
    severity: 'error',
    from: { path: `${APP}${files}`, pathNot: '\\.test\\.ts$' },
    to: {
      path: APP,
      pathNot: [
        `${APP}${files}`,
        ...APP_FLOORS.slice(0, at)
          .flat()
          .map((below) => `${APP}${below}`),
      ],
    },
  })),
)

/** Features of the app, in rows: a feature imports only those of earlier rows. Parts that are fetched later by import() do not count. */
const SCREENS = [
  ['install', 'legal', 'notice', 'notifications', 'privacy', 'share'],
  ['follows'],
  ['rankings'],
  ['home'],
  ['account'],
  ['match'],
  ['history', 'player', 'points', 'recount'],
  ['admin'],
]
const HOLDS_SCREENS = `${APP}features/`
const screenOrder = SCREENS.flatMap((row, at) =>
  row.map((name) => ({
    name: `screens-${name}`,
    comment: `A feature of the app imports no feature of its own row of SCREENS or a later one: pass in what ${name}/ needs, or move it.`,
    severity: 'error',
    from: { path: `${HOLDS_SCREENS}${name}/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: HOLDS_SCREENS,
      dynamic: false,
      pathNot: [name, ...SCREENS.slice(0, at).flat()].map((other) => `${HOLDS_SCREENS}${other}/`),
    },
  })),
)

/** Roles of a feature's files, given by the end of a file's name (CONTRIBUTING.md). Files of the first four roles hold plain functions. */
const PURE_ROLES = ['words', 'rows', 'rules', 'address']
const ROLES = [...PURE_ROLES, 'store', 'outbox', 'calls', 'parts', 'proof', 'worker']

/** Files of one folder of the server or the app, tests apart, that a reader still takes in at a glance. */
const MAX_FILES = 20
/** A part of the interface is looked for by its name, however many there are. */
const WIDER = { 'web/src/ui': Number.POSITIVE_INFINITY }

/** Refuses folders that are too wide. A number of files is no arrow, so no rule below can count them. */
function requireNarrowFolders(folder) {
  const entries = readdirSync(join(__dirname, folder), { withFileTypes: true })
  const files = entries.filter(({ name }) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts')).length
  const most = WIDER[folder] ?? MAX_FILES
  if (files > most) throw new Error(`${folder} holds ${files} files, ${most} at most: give some of them a folder`)
  for (const entry of entries) {
    if (entry.isDirectory() && entry.name !== 'testing') requireNarrowFolders(`${folder}/${entry.name}`)
  }
}
const FOLDERS = [
  'domain',
  'protocol',
  'contract',
  'french',
  'football',
  'server/src',
  'web/src',
  'native',
  'e2e',
  'bench',
  'scripts',
]
for (const folder of FOLDERS) requireNarrowFolders(folder)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    only('domain-is-pure', 'domain', [], 'domain/ imports nothing: take what you need as an argument.'),
    {
      name: 'domain-testing-is-for-tests',
      comment: 'domain/testing/ is models for tests and benchmarks: a rule of the product stands in domain/ itself.',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$|/testing/|^(?:bench|e2e)/' },
      to: { path: '^domain/testing/' },
    },
    {
      name: 'domain-has-no-machine',
      comment: 'domain/ takes `now` and data: clocks, files and networks belong to server/ or football/.',
      severity: 'error',
      from: { path: '^domain/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    only(
      'protocol-knows-domain',
      'protocol',
      ['^domain/'],
      'protocol/ is what both ends must agree on: rules of the game go to domain/, shapes to contract/.',
    ),
    only(
      'french-knows-contract',
      'french',
      ['^domain/', '^protocol/', '^contract/'],
      'french/ is sentences and forms of numbers and moments: hand it what it should say.',
    ),
    only(
      'contract-knows-domain',
      'contract',
      ['^domain/', '^protocol/', 'node_modules/zod'],
      'contract/ is names and shapes: rules go to domain/, rows to server/.',
    ),
    only(
      'football-knows-domain',
      'football',
      ['^domain/', 'node_modules/'],
      'football/ tells what the feed says: storing it is server/.',
    ),
    only(
      'web-knows-contract',
      'web',
      ['^domain/', '^protocol/', '^contract/', '^french/', 'node_modules/'],
      'web/ never imports server/ or football/: ask the API.',
    ),
    only(
      'server-knows-all-but-web',
      'server',
      ['^domain/', '^protocol/', '^contract/', '^french/', '^football/', 'node_modules/'],
      'server/ never imports web/.',
    ),
    only(
      'native-knows-protocol',
      'native',
      ['^protocol/', '^french/', '^contract/privacy\\.ts$', 'node_modules/'],
      'native/ makes the projects from one configuration: what the app does there is web/src/lib/native/.',
    ),
    {
      name: 'phone-by-the-native-build',
      comment: 'A browser never loads native code: fetch it by import() where import.meta.env.VITE_NATIVE says so.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/(?:lib/native/|native-start\\.ts$)' },
      to: { path: '^web/src/(?:lib/native/(?!server|session)|native-start\\.ts$)', dynamic: false },
    },
    {
      name: 'plugins-in-one-place',
      comment: 'Plugins of the phone are called by web/src/lib/native/ alone.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/(?:lib/native/|native-start\\.ts$)' },
      to: { path: 'node_modules/(?:@capacitor|@aparajita)/' },
    },
    ...floors,
    {
      name: 'infra-knows-no-subject',
      comment: 'infra/ has no text for fans and no rule of the vote: those belong to accounts/ or features/.',
      severity: 'error',
      from: {
        path: `${SERVER}infra/`,
        pathNot: [PROOF, '^server/src/infra/(?:drawing|sse)/', 'types\\.generated\\.ts$'],
      },
      to: { path: '^french/|^domain/(?!common/|messages/notification\\.ts$)' },
    },
    {
      name: 'lib-knows-no-subject',
      comment: 'web/src/lib/ is tools of any screen: what knows of matches or ballots goes to data/ or features/.',
      severity: 'error',
      from: { path: '^web/src/lib/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^domain/(?!common/|operator/browser-error\\.ts$)|^contract/(?:matches|votes|rankings|players|seasons)',
      },
    },
    ...wings,
    {
      name: 'wing-of-each-feature',
      comment: 'Every feature of the server is in a wing of WINGS.',
      severity: 'error',
      from: { path: HOLDS_FEATURES, pathNot: WINGS.map((name) => `${HOLDS_FEATURES}${name}/[^/]+/`) },
      to: {},
    },
    ...appFloors,
    ...screenOrder,
    {
      name: 'screens-of-each-feature',
      comment: 'Every feature of the app has its place in SCREENS.',
      severity: 'error',
      from: { path: HOLDS_SCREENS, pathNot: SCREENS.flat().map((name) => `${HOLDS_SCREENS}${name}/`) },
      to: {},
    },
    {
      name: 'floor-of-each-file',
      comment: 'Every file of the server stands on a floor: put this one in a folder of one.',
      severity: 'error',
      from: { path: SERVER, pathNot: [PROOF, ...FLOORS.map((floor) => `${SERVER}${floor.files}`)] },
      to: {},
    },
    {
      name: 'features-meet-by-service-or-queries',
      comment: 'A feature uses another through its service, queries or present, never through its routes or policy.',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+/[^/]+)/' },
      to: { path: '^server/src/features/[^/]+/[^/]+/(routes|policy)\\.ts$', pathNot: '^server/src/features/$1/' },
    },
    {
      name: 'feature-file-names',
      comment: 'A server feature has routes, service, queries, policy, present and jobs, nothing else.',
      severity: 'error',
      from: {},
      to: {
        path: '^server/src/features/[^/]+/',
        pathNot: '^server/src/features/[^/]+/[^/]+/(routes|service|queries|policy|present|jobs|[a-z-]+\\.test)\\.ts$',
      },
    },
    {
      name: 'screen-file-names',
      comment: `A feature of the app has screens and parts (.tsx), hooks (use-….ts), and ….ts that end in -${ROLES.join(', -')}; reads go to data/.`,
      severity: 'error',
      from: {},
      to: {
        path: '^web/src/features/',
        pathNot: ['\\.tsx$', '/use-[^/]+\\.ts$', `-(?:${ROLES.join('|')})\\.ts$`],
      },
    },
    {
      name: 'pages-belong-to-routes',
      comment: 'Only a route draws a screen; what two screens share is a part of its own.',
      severity: 'error',
      from: { pathNot: '^web/src/routes/' },
      to: { path: '^web/src/features/.*-page\\.tsx$' },
    },
    {
      name: 'words-rows-rules-are-pure',
      comment:
        'Words, rows, rules and addresses are plain functions: hooks go to use-….ts, reads to data/, calls to …-calls.ts.',
      severity: 'error',
      from: { path: `^web/src/features/.*-(?:${PURE_ROLES.join('|')})\\.ts$`, pathNot: '/use-[^/]+$' },
      to: {
        path: 'node_modules/(?:react|@tanstack)/|^web/src/lib/http/api\\.ts$|/use-[a-z-]+\\.ts$|\\.tsx$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sql-only-in-queries',
      comment: 'Inside a feature only queries.ts speaks SQL.',
      severity: 'error',
      from: { path: '^server/src/features/[^/]+/[^/]+/(routes|service|policy|present|jobs)\\.ts$' },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or three.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-circles-of-types',
      comment: 'Types count as well: move the type to the lower of the two files, or below both.',
      severity: 'error',
      // The operator's routes are typed by the root that fetches them.
      from: { pathNot: '^web/src/routes/(?:root\\.tsx|not-found\\.tsx|operator/(?:open-area|routes)\\.ts)$' },
      to: { circular: true },
    },
    {
      name: 'no-orphans-abroad',
      comment: 'Import packages that this workspace names.',
      severity: 'error',
      from: { path: '^(domain|protocol|contract|french|football|server|web|e2e|bench)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-no-pkg', 'unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.|\\.data)|^native/(android|ios)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
