import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { NATIVE } from './product.ts'
import type { World } from './world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Where Android's web view shows the bundled pages. */
export const APP_ORIGIN = 'https://localhost'
/** Written into the build, and replaced by the journey's own server as the files are served. */
const BUILT_FOR = 'https://tribune.invalid'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
/** Plugins of the phone with the methods that the app calls; `callback` ones are heard more than once. */
const PLUGINS: Readonly<Record<string, readonly string[]>> = {
  App: ['minimizeApp'],
  Browser: ['open', 'close'],
  Filesystem: ['writeFile', 'rmdir'],
  Haptics: ['impact', 'notification'],
  Keyboard: [],
  PushNotifications: [
    'checkPermissions',
    'createChannel',
    'register',
    'removeDeliveredNotifications',
    'requestPermissions',
    'unregister',
  ],
  SecureStorage: ['internalGetItem', 'internalSetItem', 'internalRemoveItem'],
  Share: ['share'],
  SystemBars: ['setStyle'],
}

/** A call over the bridge. */
interface BridgeCall {
  readonly plugin: string
  readonly method: string
  readonly options: unknown
}

/** A phone with the app installed. */
export interface Phone {
  /** Everything the app has asked the phone for, in order. */
  readonly calls: readonly BridgeCall[]
  /** The content of the secure storage. */
  readonly vault: Map<string, string>
  /** The files that the app has written to its cache, by path, in base64. */
  readonly files: Map<string, string>
  /** Makes the share sheet end with this error of the plugin from now on; null shares again. */
  endSheet(error: string | null): void
  /** The push messages of this phone: what the fan allows, or will answer when they are asked, and the token that it gives. */
  readonly push: { receive: 'granted' | 'denied' | 'prompt'; answer: 'granted' | 'denied'; token: string }
  /** Makes the secure storage fail from now on, as after a restored backup. */
  breakVault(): void
  /** Makes the secure storage answer reads only once the returned function is called, with what it holds now. */
  holdVault(): () => void
  /** Retains an event, as the one that starts the app, until the app listens to it: Capacitor's `retainUntilConsumed`. */
  retain(plugin: string, event: string, data: unknown): void
  /** Sends the app an event of a plugin, as the phone does. */
  emit(plugin: string, event: string, data?: unknown): Promise<void>
  /** The calls of one method, by their options. */
  callsOf(plugin: string, method: string): unknown[]
}

/** Between two looks at whether another worker has built the app. */
const BUILD_POLL_MS = 200

let built: Promise<string> | undefined

/** Returns the folder of the native app, built once for all journeys of a run and deleted at its end. */
export function builtApp(): Promise<string> {
  const folder = process.env[NATIVE]
  if (folder === undefined) throw new Error(`${NATIVE} is not set: the global setup makes its folder`)
  built ??= buildOnce(folder)
  return built
}

/** Builds the app in a run's folder, or waits for the worker that does so. A build that fails leaves room for the next. */
async function buildOnce(folder: string): Promise<string> {
  const [whole, building] = [join(folder, 'app'), join(folder, 'building')]
  while (!existsSync(whole)) {
    if (await isFirst(building)) {
      await buildForPhones(building).catch(async (error) => {
        await rm(building, { recursive: true, force: true })
        throw error
      })
      await rename(building, whole)
    } else await setTimeout(BUILD_POLL_MS)
  }
  return whole
}

/** Makes a folder; returns false if there is one already. */
async function isFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function buildForPhones(folder: string): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--mode', 'native'],
    {
      cwd: join(ROOT, 'web'),
      env: {
        ...process.env,
        NODE_ENV: 'production',
        TRIBUNE_SERVER: BUILT_FOR,
        NATIVE_DIST: folder,
        NATIVE_FIREBASE: 'on',
      },
    },
  )
}

/** Serves the app's files at the address of Android's web view: a path without a dot is the app's page, as there. */
export async function installApp(page: Page, world: World): Promise<void> {
  const folder = await builtApp()
  await page.context().route(`${APP_ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const name = extname(pathname) === '' ? '/index.html' : pathname
    const contentType = TYPES[extname(name)] ?? 'application/octet-stream'
    const body = await readFile(join(folder, name)).catch(() => null)
    if (body === null) return route.fulfill({ status: 404 })
    const isText = /text|svg/.test(contentType)
    await route.fulfill({ contentType, body: isText ? body.toString().replaceAll(BUILT_FOR, world.url) : body })
  })
}

/** Puts a phone behind the app: the bridge that Capacitor's native side injects before the page, and nothing of the app itself. */
export async function holdPhone(page: Page, platform: 'android' | 'ios' = 'android'): Promise<Phone> {
  const push: Phone['push'] = { receive: 'prompt', answer: 'granted', token: crypto.randomUUID().repeat(2) }
  const emit: Phone['emit'] = (plugin, event, data = {}) =>
    page.evaluate(([name, sent]) => (window as unknown as PhoneWindow).phoneEvent(name, sent), [
      `${plugin}.${event}`,
      data,
    ] as const)
  const answerPush = (method: string) => {
    if (method === 'requestPermissions' && push.receive === 'prompt') push.receive = push.answer
    if (method === 'register') void emit('PushNotifications', 'registration', { value: push.token })
    return { receive: push.receive }
  }
  const calls: BridgeCall[] = []
  const vault = new Map<string, string>()
  const files = new Map<string, string>()
  let isBroken = false
  let sheetError: string | null = null
  let vaultRead = Promise.resolve()
  const retained = new Map<string, unknown>()
  const retainedFor = ({ plugin, options }: BridgeCall) => {
    const name = `${plugin}.${(options as { eventName: string }).eventName}`
    const events = retained.has(name) ? [retained.get(name)] : []
    retained.delete(name)
    return events
  }
  await page.exposeFunction('phoneAnswers', async (call: BridgeCall) => {
    calls.push(call)
    if (call.method === 'addListener') return retainedFor(call)
    if (call.plugin === 'Filesystem') return fileAnswer(files, call)
    if (call.plugin === 'Share' && sheetError !== null) throw new Error(sheetError)
    if (call.plugin === 'PushNotifications') return answerPush(call.method)
    if (call.plugin !== 'SecureStorage') return {}
    const answer = vaultAnswer(vault, call)
    if (call.method !== 'internalGetItem') return answer
    if (isBroken) throw new Error('AEADBadTagException')
    await vaultRead
    return answer
  })
  await page.addInitScript(connect, { plugins: PLUGINS, platform })
  return {
    calls,
    vault,
    files,
    endSheet: (error) => {
      sheetError = error
    },
    breakVault: () => {
      isBroken = true
    },
    holdVault: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      vaultRead = promise
      return resolve
    },
    retain: (plugin, event, data) => void retained.set(`${plugin}.${event}`, data),
    push,
    emit,
    callsOf: (plugin, method) =>
      calls.filter((call) => call.plugin === plugin && call.method === method).map(({ options }) => options),
  }
}

/** Answers as the plugin of the secure storage does. */
function vaultAnswer(vault: Map<string, string>, { method, options }: BridgeCall): unknown {
  const { prefixedKey: key = '', data = '' } = options as { prefixedKey?: string; data?: string }
  if (method === 'internalSetItem') vault.set(key, data)
  if (method === 'internalRemoveItem') return { success: vault.delete(key) }
  return { data: vault.get(key) ?? null }
}

/** Answers as the plugin does: a folder that is not there cannot be removed. */
function fileAnswer(files: Map<string, string>, { method, options }: BridgeCall): unknown {
  const { path, directory, data = '' } = options as { path: string; directory: string; data?: string }
  const at = `${directory}/${path}`
  if (method === 'writeFile') {
    files.set(at, data)
    return { uri: `file:///data/user/0/app.tribune.fan/${at}` }
  }
  const inside = [...files.keys()].filter((name) => name.startsWith(`${at}/`))
  if (inside.length === 0) throw new Error('Directory does not exist.')
  for (const name of inside) files.delete(name)
  return {}
}

interface PhoneWindow {
  androidBridge?: object
  webkit?: object
  Capacitor: object
  phoneAnswers: (call: BridgeCall) => Promise<unknown>
  phoneEvent: (name: string, data: unknown) => void
}

interface Connected {
  readonly plugins: Readonly<Record<string, readonly string[]>>
  readonly platform: 'android' | 'ios'
}

/** Runs in the page, before it. */
function connect({ plugins, platform }: Connected): void {
  const phone = window as unknown as PhoneWindow
  const listeners = new Map<string, ((data: unknown) => void)[]>()
  const listening = [
    { name: 'addListener', rtype: 'callback' },
    { name: 'removeListener', rtype: 'promise' },
  ]
  if (platform === 'android') phone.androidBridge = {}
  else phone.webkit = { messageHandlers: { bridge: {} } }
  phone.phoneEvent = (name, data) => {
    for (const listener of listeners.get(name) ?? []) listener(data)
  }
  phone.Capacitor = {
    isNativePlatform: () => true,
    PluginHeaders: Object.entries(plugins).map(([name, methods]) => ({
      name,
      methods: [...listening, ...methods.map((method) => ({ name: method, rtype: 'promise' }))],
    })),
    nativePromise: (plugin: string, method: string, options: unknown) =>
      phone.phoneAnswers({ plugin, method, options: options ?? {} }),
    nativeCallback: (
      plugin: string,
      method: string,
      options: { eventName: string },
      listener: (data: unknown) => void,
    ) => {
      const name = `${plugin}.${options.eventName}`
      listeners.set(name, [...(listeners.get(name) ?? []), listener])
      void phone.phoneAnswers({ plugin, method, options }).then((retained) => {
        for (const data of retained as unknown[]) listener(data)
      })
      return Promise.resolve(name)
    },
  }
}
