import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { isRightToLeft } from '../platform/direction.ts'
import { formatNumber } from '../platform/translations.ts'
import { leave } from '../platform/writes/unsaved.ts'
import './tabs.css'

interface TabsProps<Name extends string> {
  label: string
  /** Each with how many it holds, where that is known. */
  tabs: readonly (readonly [name: Name, text: string, count?: number | undefined])[]
  here: Name
  onTab: (name: Name) => void
  /** What the tab that is shown holds. */
  children: ComponentChildren
}

/** One of several contents, chosen by a row of tabs; arrow keys go along the row. */
export function Tabs<Name extends string>({ label, tabs, here, onTab, children }: TabsProps<Name>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const show = (at: number) => {
    const [name] = tabs[at] ?? []
    if (name === undefined || name === here) return
    const turn = () => {
      onTab(name)
      row.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus()
    }
    leave(turn, panel.current ?? undefined)
  }
  const go = (by: number) => show((tabs.findIndex(([name]) => name === here) + by + tabs.length) % tabs.length)
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={row}>
        {tabs.map(([name, text, count], at) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === here}
            aria-controls={name === here ? `${id}-panel` : undefined}
            tabIndex={name === here ? 0 : -1}
            onClick={() => show(at)}
            onKeyDown={event => {
              const forward = isRightToLeft() ? -1 : 1
              if (event.key === 'ArrowRight') go(forward)
              if (event.key === 'ArrowLeft') go(-forward)
            }}
          >
            {text} {count !== undefined && <span class="count">{formatNumber(count)}</span>}
          </button>
        ))}
      </div>
      <div ref={panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${here}`}>
        {children}
      </div>
    </>
  )
}
