import { isDeepStrictEqual } from 'node:util'
import type { NativeApp } from '../app.ts'
import { ANDROID_RULES } from './android.ts'
import type { Files, Rule } from './facts.ts'
import { IOS_RULES } from './ios.ts'

/** What the projects must state, by the configuration of the app. */
export const RULES: readonly Rule[] = [...ANDROID_RULES, ...IOS_RULES]

/** Returns the rules that the projects break, each with what is there. */
export function faultsOf(files: Files, app: NativeApp): string[] {
  return RULES.flatMap(({ name, actual, wanted }) => {
    try {
      const [is, should] = [actual(files, app), wanted(app, files)]
      return isDeepStrictEqual(is, should)
        ? []
        : [`${name}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`]
    } catch (error) {
      return [`${name}: ${error instanceof Error ? error.message : error}`]
    }
  })
}
