import { brand } from '@tribune/french/sentences/app.ts'
import { useLayoutEffect } from 'react'

/** The document's title, which screen readers announce on arrival. Each screen has its own; the home screen’s is the brand with its tagline. */
export function ScreenTitle({ children }: { readonly children?: string }) {
  const title = children === undefined ? `${brand.name} — ${brand.tagline}` : `${children} · ${brand.name}`
  useLayoutEffect(() => {
    document.title = title
  }, [title])
  return null
}
