import { brand } from '../i18n/fr.ts'

/** The document's title: each screen has its own, and it is what is read aloud when the screen comes. */
export function ScreenTitle({ children }: { readonly children: string }) {
  return <title>{`${children} · ${brand.name}`}</title>
}
