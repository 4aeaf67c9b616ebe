import { brand } from '@tribune/french/sentences/app.ts'

/** The document's title. Each screen has its own, which screen readers announce on arrival. */
export function ScreenTitle({ children }: { readonly children: string }) {
  return <title>{`${children} · ${brand.name}`}</title>
}
