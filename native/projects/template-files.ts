import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Gradle, in the version and from the place that Capacitor names; its scripts and its archive run on the machine that builds the app. */
export const GRADLE_WRAPPER = [
  'android/gradle/wrapper/gradle-wrapper.properties',
  'android/gradle/wrapper/gradle-wrapper.jar',
  'android/gradlew',
  'android/gradlew.bat',
] as const
export const SCENE_DELEGATE = 'ios/App/App/SceneDelegate.swift'
export const MAIN_STORYBOARD = 'ios/App/App/Base.lproj/Main.storyboard'

/** Templates of Capacitor's tools, by the folder that is made of them. */
const TEMPLATES = { android: 'android-template', ios: 'ios-spm-template' } as const
/** Size of a block of a tar archive, in bytes, and where a file's header has its name and size. */
const BLOCK = 512
const NAME = [0, 100] as const
const SIZE = [124, 136] as const

let read: ReadonlyMap<string, Buffer> | undefined

/** Returns the files that the projects have as the installed version of Capacitor writes them, by path. */
export function templateFiles(): ReadonlyMap<string, Buffer> {
  read ??= readTemplates()
  return read
}

function readTemplates(): ReadonlyMap<string, Buffer> {
  const assets = join(dirname(createRequire(import.meta.url).resolve('@capacitor/cli/package.json')), 'assets')
  const all = new Map(
    Object.entries(TEMPLATES).flatMap(([folder, name]) =>
      [...unpack(readFileSync(join(assets, `${name}.tar.gz`)))].map(([path, text]) => [`${folder}/${path}`, text]),
    ),
  )
  return new Map(
    [...GRADLE_WRAPPER, SCENE_DELEGATE, MAIN_STORYBOARD].map((path) => {
      const content = all.get(path)
      if (content === undefined) throw new Error(`The template no longer has ${path}`)
      return [path, content]
    }),
  )
}

/** Reads a compressed tar archive whose paths are shorter than a hundred characters. */
function unpack(archive: Buffer): Map<string, Buffer> {
  const tar = gunzipSync(archive)
  const files = new Map<string, Buffer>()
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const field = ([from, to]: readonly [number, number]) =>
      tar.toString('utf8', at + from, at + to).replace(/\0.*$/s, '')
    const size = Number.parseInt(field(SIZE), 8) || 0
    const start = at + BLOCK
    files.set(field(NAME), tar.subarray(start, start + size))
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
