import { prepareProduct } from './support/product.ts'

/** Runs the long first start in the given folder, for journeys that begin later: `npm test` does so beside its checks. */
const [folder = ''] = process.argv.slice(2)
await prepareProduct(folder)
process.exit(0)
