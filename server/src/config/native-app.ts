import { z } from 'zod'
import type { Checked } from './parts.ts'

const FINGERPRINT = /^[\dA-F]{2}(?::[\dA-F]{2}){31}$/

/** Signers of the native apps that this product vouches for, and the oldest version that it accepts. */
export const nativeAppSettings = {
  ANDROID_CERTIFICATES: z
    .string()
    .trim()
    .toUpperCase()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .refine((list) => list.every((one) => FINGERPRINT.test(one)), 'SHA-256 fingerprints as AA:BB:…, with commas')
    .optional(),
  APPLE_TEAM_ID: z
    .string()
    .trim()
    .regex(/^[\dA-Z]{10}$/, 'ten capital letters and digits')
    .optional(),
  NATIVE_APP_MIN_VERSION: z
    .string()
    .trim()
    .regex(/^\d{1,4}(?:\.\d{1,4}){0,2}$/, 'a version such as 1.4.0')
    .optional(),
}

export interface NativeAppConfig {
  /** Oldest version of the native app that may create accounts; null: any. */
  readonly minAppVersion: string | null
  /** SHA-256 fingerprints of the certificates that sign the Android app; empty: no app is vouched for. */
  readonly androidCertificates: readonly string[]
  /** Apple's team, which signs the iOS app; null: no app is vouched for. */
  readonly appleTeamId: string | null
}

export function readNativeApp(e: Checked<typeof nativeAppSettings>): NativeAppConfig {
  return {
    minAppVersion: e.NATIVE_APP_MIN_VERSION ?? null,
    androidCertificates: e.ANDROID_CERTIFICATES ?? [],
    appleTeamId: e.APPLE_TEAM_ID ?? null,
  }
}
