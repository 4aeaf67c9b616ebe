import { count } from '@tribune/french/format/numbers.ts'
import { brandBook as words } from '@tribune/french/sentences/operator/brand-book.ts'
import { ExternalLink } from 'lucide'
import { buttonClass } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Mark } from '../../../../ui/mark.tsx'
import { Section } from '../../section.tsx'
import { COLOURS, countPassing } from './brand-rules.ts'
import { LOGO_VARIANTS } from './logo-section.tsx'

/** The Brand Book tab: an overview, and the way to the book in a tab of its own (spec section 2, "Admin"). */
export function BrandTab() {
  const { passing, all } = countPassing()
  return (
    <Section title={words.tabTitle} intro={words.tabIntro}>
      <div className="flex flex-wrap items-center gap-6">
        <Mark size={96} />
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-bold">{words.overview}</h3>
          <ul className="mt-2 flex flex-col gap-1">
            <li>{words.overviewColours(count(COLOURS.size))}</li>
            <li>{words.overviewContrast(count(passing), count(all))}</li>
            <li>{words.overviewLogos(count(Object.keys(LOGO_VARIANTS).length))}</li>
          </ul>
        </div>
      </div>
      <a href="/brand-book" target="_blank" rel="noopener" className={buttonClass('plain', false, 'mt-6')}>
        {words.open}
        <Icon of={ExternalLink} size={18} />
      </a>
    </Section>
  )
}
