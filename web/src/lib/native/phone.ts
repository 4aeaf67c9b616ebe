import { App } from '@capacitor/app'
import { SystemBars, SystemBarsStyle } from '@capacitor/core'
import { Haptics, ImpactStyle, NotificationType } from '@capacitor/haptics'
import { Keyboard } from '@capacitor/keyboard'

/** Colours the signs in the phone's bars by the theme that the page shows. */
export async function colourSystemBars(): Promise<void> {
  const chosen = document.documentElement.dataset.theme
  const isDark = chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  await SystemBars.setStyle({ style: isDark ? SystemBarsStyle.Dark : SystemBarsStyle.Light })
}

/** Keeps the bars' signs legible when the phone changes its theme. */
export function followTheme(): void {
  const recolour = () => void colourSystemBars().catch((error) => console.error('system bars', error))
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour)
  recolour()
}

/** Closes an open dialog, goes back, or leaves the app at its first screen, as Android's back gesture does everywhere. */
export function followBack(goBack: () => void): Promise<unknown> {
  return App.addListener('backButton', ({ canGoBack }) => {
    if (document.querySelector('[role="dialog"][data-state="open"]') !== null) {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    } else if (canGoBack) {
      goBack()
    } else {
      void App.minimizeApp()
    }
  })
}

/** Calls back when the fan returns to the app. */
export function onResume(listener: () => void): Promise<unknown> {
  return App.addListener('resume', listener)
}

/** Calls back with an address that opens the app, also the one that started it. */
export function onOpened(listener: (address: string) => void): Promise<unknown> {
  return App.addListener('appUrlOpen', ({ url }) => listener(url))
}

/** Makes room for the keyboard of iOS, which covers the page, and keeps the field in view. Android makes the room itself. */
export async function makeRoomForKeyboard(): Promise<void> {
  const { style, dataset } = document.documentElement
  await Keyboard.addListener('keyboardWillShow', ({ keyboardHeight }) => {
    style.setProperty('padding-bottom', `${keyboardHeight}px`)
    // A sheet is at the bottom of the window, which the padding does not move (native-page-plugin.ts).
    style.setProperty('--keyboard', `${keyboardHeight}px`)
    dataset.keyboard = ''
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  })
  await Keyboard.addListener('keyboardWillHide', () => {
    style.removeProperty('padding-bottom')
    style.removeProperty('--keyboard')
    delete dataset.keyboard
  })
}

const STYLES = { light: ImpactStyle.Light, medium: ImpactStyle.Medium, heavy: ImpactStyle.Heavy } as const

/** Gives a light, medium or heavy tap by the phone's own generator (spec section 9); iOS has no times in milliseconds. */
export function tap(strength: keyof typeof STYLES): Promise<void> {
  return Haptics.impact({ style: STYLES[strength] })
}

/** Plays the phone's error haptic. */
export function fail(): Promise<void> {
  return Haptics.notification({ type: NotificationType.Error })
}
