import { type Load, load } from '../harness.ts'

process.once('message', async (order: Load) => process.send?.(await load(order)))
