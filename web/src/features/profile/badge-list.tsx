import { BADGES } from '@tribune/domain/fans/fan.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { profile as words } from '@tribune/french/sentences/account.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { Mark } from '../../ui/mark.tsx'

/** All badges, earned or with their progress, as a stand that fills row by row. */
export function BadgeList({ votes }: { readonly votes: number }) {
  return (
    <section aria-label={words.badges} className="flex flex-col gap-3">
      <h2 className="text-lg">{words.badges}</h2>
      <ul className="grid grid-cols-2 gap-3">
        {BADGES.map((badge) => {
          const earned = votes >= badge.votes
          const left = plural(badge.votes - votes, nouns.vote)
          return (
            <li key={badge.name} className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
              <Mark size={40} lit={rowsLit(votes, badge.votes)} />
              <span className="font-bold">{badge.name}</span>
              <span className={`text-sm ${earned ? 'font-semibold text-good' : 'text-quiet'}`}>
                {earned ? words.earned : words.missing(left)}
              </span>
              <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-raised">
                <span
                  className="amount block h-full rounded-full bg-text"
                  style={{ width: `${Math.min(100, (100 * votes) / badge.votes)}%` }}
                />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Returns the lit rows of a badge's mark. The third one is lit only once the badge is earned. */
function rowsLit(votes: number, needed: number): 0 | 1 | 2 | 3 {
  if (votes >= needed) return 3
  if (votes * 3 >= needed * 2) return 2
  return votes * 3 >= needed ? 1 : 0
}
