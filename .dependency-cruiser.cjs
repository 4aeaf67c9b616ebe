/** The arrows of the house: domain <- contract <- {server, web}, domain <- football <- server. Each message says where the code belongs. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: '\\.test\\.ts$' },
  to: { pathNot: [`^${from}/`, ...allowed], dependencyTypesNot: ['core'] },
})

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    only('domain-is-pure', 'domain', [], 'domain/ imports nothing: take what you need as an argument.'),
    {
      name: 'domain-has-no-machine',
      comment: 'domain/ takes `now` and data: clocks, files and networks belong to server/ or football/.',
      severity: 'error',
      from: { path: '^domain/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    only(
      'contract-knows-domain',
      'contract',
      ['^domain/', 'node_modules/zod'],
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
      ['^domain/', '^contract/', 'node_modules/'],
      'web/ never imports server/ or football/: ask the API.',
    ),
    only(
      'server-knows-all-but-web',
      'server',
      ['^domain/', '^contract/', '^football/', 'node_modules/'],
      'server/ never imports web/.',
    ),
    {
      name: 'features-meet-by-service-or-queries',
      comment: 'A feature uses another through its service, queries or present, never through its routes or policy.',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/' },
      to: { path: '^server/src/features/([^/]+)/(routes|policy)\\.ts$', pathNot: '^server/src/features/$1/' },
    },
    {
      name: 'feature-file-names',
      comment: 'A server feature has routes, service, queries, policy and present, nothing else.',
      severity: 'error',
      from: {},
      to: {
        path: '^server/src/features/[^/]+/',
        pathNot: '^server/src/features/[^/]+/(routes|service|queries|policy|present|[a-z-]+\\.test)\\.ts$',
      },
    },
    {
      name: 'sql-only-in-queries',
      comment: 'Inside a feature only queries.ts speaks SQL.',
      severity: 'error',
      from: { path: '^server/src/features/[^/]+/(routes|service|policy|present)\\.ts$' },
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
      name: 'no-orphans-abroad',
      comment: 'Import packages that this workspace names.',
      severity: 'error',
      from: { path: '^(domain|contract|football|server|web|e2e|bench)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-no-pkg', 'unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.|\\.data)' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
