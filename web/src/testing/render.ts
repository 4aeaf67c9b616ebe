import { type ComponentType, createElement, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

/** Renders a component that may suspend into the page, next to the app. Returns a function that removes it. */
export function renderAlone(component: ComponentType): () => void {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  root.render(createElement(Suspense, null, createElement(component)))
  return () => {
    root.unmount()
    element.remove()
  }
}
