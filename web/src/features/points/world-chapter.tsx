import { points } from '@tribune/french/sentences/points.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Chapter } from './chapter.tsx'

export function WorldChapter() {
  const { world } = points
  return (
    <Chapter id={world.id} title={world.title}>
      <p>{world.text}</p>
      <div className="rounded-card border border-line bg-surface p-4">
        <p>{world.ties}</p>
        <ol className="mt-2 flex list-decimal flex-col gap-1 pl-6 marker:font-bold">
          {world.tieBreaks.map((tieBreak) => (
            <li key={tieBreak}>{tieBreak}</li>
          ))}
        </ol>
        <p className="mt-2 text-quiet">{world.shared}</p>
      </div>
      <ButtonLink to="/rankings" className="self-start">
        {world.action}
      </ButtonLink>
    </Chapter>
  )
}
