import { type ComponentType, createElement, type ReactNode, Suspense } from 'react'
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

/** Renders lists of nodes into one paragraph of this id, next to the app: each `show` changes it to another list. */
export function paragraph(id: string): { show(nodes: readonly ReactNode[]): void; remove(): void } {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  return {
    show: (nodes) => root.render(createElement('p', { id }, ...nodes)),
    remove() {
      root.unmount()
      box.remove()
    },
  }
}

/** Returns an element with a text, which is its key too. */
export const element = (tag: string, text: string) => createElement(tag, { key: text }, text)
