import { isAbsolute, relative } from 'node:path'
import { ROOT } from '../scripts/checks.ts'
import { prepareProduct } from './support/product.ts'

/** Runs the long first start in the given folder, for journeys that begin later: `npm test` does so in parallel with its checks. */
const [folder, ...rest] = process.argv.slice(2)
if (folder === undefined || rest.length > 0 || !isAbsolute(folder) || !relative(ROOT, folder).startsWith('..')) {
  process.stderr.write(
    'Usage: node e2e/prepare.ts FOLDER, with the absolute path of one that is not in the repository\n',
  )
  process.exit(2)
}
await prepareProduct(folder)
process.exit(0)
