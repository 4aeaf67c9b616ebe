import type { NativeApp } from '../app.ts'
import { templateFiles } from '../projects/template-files.ts'

/** The projects' files by path; pictures have an empty text, archives one character for each byte. */
export type Files = ReadonlyMap<string, string>

export interface Rule {
  readonly name: string
  /** Reads a fact from the projects. */
  readonly actual: (files: Files, app: NativeApp) => unknown
  /** Reads the same fact from the configuration. */
  readonly wanted: (app: NativeApp, files: Files) => unknown
}

/** Packages of Capacitor that are no plugins. */
export const NO_PLUGINS = ['@capacitor/android', '@capacitor/core', '@capacitor/ios']

export function fact(name: string, wanted: Rule['wanted'], actual: Rule['actual']): Rule {
  return { name, wanted, actual }
}

/** Compares files with those of Capacitor's templates: the fact is which of them differ. */
export function asInTemplate(name: string, paths: readonly string[]): Rule {
  return fact(
    name,
    () => [],
    (files) => {
      const template = templateFiles()
      return paths.filter((path) => read(files, path) !== textOf(path, template.get(path) ?? Buffer.alloc(0)))
    },
  )
}

/** Returns the text of a file's content; that of an archive has one character for each byte. */
export function textOf(path: string, content: Buffer): string {
  return content.toString(path.endsWith('.jar') ? 'latin1' : 'utf8')
}

export function read(files: Files, path: string): string {
  const text = files.get(path)
  if (text === undefined) throw new Error(`${path} is missing`)
  return text
}

export function match(text: string, pattern: RegExp): string | undefined {
  return pattern.exec(text)?.[1]
}

/** Returns the plugins of the native workspace, in the order in which Capacitor writes them. */
export function pluginsOf(files: Files): string[] {
  const { dependencies } = JSON.parse(read(files, 'package.json')) as { dependencies: Record<string, string> }
  return Object.keys(dependencies).filter((name) => /capacitor/.test(name) && !NO_PLUGINS.includes(name))
}
