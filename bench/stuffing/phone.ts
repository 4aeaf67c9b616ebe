import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from '@playwright/test'
import { derivationsOf, WORK_ALGORITHMS } from '@tribune/domain/fans/proof-of-work.ts'
import { findBrowser } from '../../scripts/browser.ts'

/** CPU throttling rate: Chromium simulates a mid-range phone by a processor this many times slower. */
const SLOWER = 4
const DERIVATIONS = 20

/** The global object that the library adds to a page. */
interface Library {
  readonly hashwasm: { argon2id(options: object): Promise<Uint8Array> }
}

/** Measures one derivation of Argon2id in WebAssembly on a mid-range phone, in milliseconds: the median of {@link DERIVATIONS}. */
export async function phoneDerivationMs(): Promise<number> {
  const { cost, memoryKib } = WORK_ALGORITHMS.ARGON2ID
  // The file of the library that a page can load as a script.
  const library = createRequire(import.meta.url).resolve('hash-wasm/dist/argon2.umd.min.js')
  const browser = await chromium.launch({ executablePath: findBrowser() })
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: readFileSync(library, 'utf8') })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const times = await page.evaluate(
      async ({ iterations, memorySize, derivations }) => {
        const { argon2id } = (globalThis as unknown as Library).hashwasm
        const taken: number[] = []
        for (let n = 0; n < derivations; n += 1) {
          const [password, salt] = [new Uint8Array(20).fill(n), new Uint8Array(16)]
          const options = {
            password,
            salt,
            iterations,
            memorySize,
            parallelism: 1,
            hashLength: 32,
            outputType: 'binary',
          }
          const start = performance.now()
          await argon2id(options)
          taken.push(performance.now() - start)
        }
        return taken.sort((one, other) => one - other)
      },
      { iterations: cost, memorySize: memoryKib, derivations: DERIVATIONS },
    )
    return times[DERIVATIONS / 2] ?? 0
  } finally {
    await browser.close()
  }
}

/** Returns how many seconds a phone needs for the work of a price: the average and the maximum. */
export function phoneSeconds(priceS: number, derivationMs: number): readonly [average: number, longest: number] {
  const derivations = derivationsOf(priceS, 'ARGON2ID')
  return [((derivations + 1) / 2) * (derivationMs / 1_000), derivations * (derivationMs / 1_000)]
}
