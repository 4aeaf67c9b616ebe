import { Haptics, ImpactStyle, NotificationType } from '@capacitor/haptics'

const STYLES = { light: ImpactStyle.Light, medium: ImpactStyle.Medium, heavy: ImpactStyle.Heavy } as const

/** Gives a light, medium or heavy tap by the phone's own generator (spec section 9); iOS has no times in milliseconds. */
export function tap(strength: keyof typeof STYLES): Promise<void> {
  return Haptics.impact({ style: STYLES[strength] })
}

/** Plays the phone's error haptic. */
export function fail(): Promise<void> {
  return Haptics.notification({ type: NotificationType.Error })
}
