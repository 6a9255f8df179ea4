import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { Button } from '../design/fields/button.tsx'
import { Icon } from '../design/icons.tsx'
import { Keys } from '../design/keys.tsx'
import { useCommands } from '../platform/keys/commands.ts'
import { FactorDemand } from './factor-demand.tsx'
import { texts } from './messages.ts'
import { overlay } from './overlay.ts'
import { getKnown, openProduction } from './production.ts'
import { Panel } from './shell/panel.tsx'
import { type PanelName, Panels, shownPanels } from './shell/panels.ts'
import { Trail, type TrailItem } from './shell/trail.tsx'
import { UserMenu } from './shell/user-menu.tsx'
import { pageTitle, useSubject } from './start/page-title.ts'
import { topParts } from './top-parts.ts'
import './shell/place.css'

export type { TrailItem }

interface PlaceProps {
  /** Under which the widths of the panels are stored, and whether they are open. */
  name: string
  /** What is shown, for the title of the window; without it that of the page. */
  title?: string | undefined
  /** The way down from the production; the last is the heading. */
  trail?: readonly TrailItem[]
  /** Buttons in the bar at the top; one of them primary at most. */
  actions?: ComponentChildren
  side?: ComponentChildren
  inspector?: ComponentChildren
  /** Fills what is between the panels, and scrolls by itself. */
  children: ComponentChildren
}

const openPalette = () => {
  overlay.value = 'palette'
}

/** A page of the app beside the rail: a bar at the top, panels at the sides, the content between them. */
export function Place({ name, title, trail = [], actions, side, inspector, children }: PlaceProps) {
  const prId = openProduction.value
  const production = prId === undefined ? undefined : { id: prId, name: getKnown(prId)?.production.name ?? '' }
  const panels = useMemo(() => new Panels(name), [name])
  useSubject(production?.name)
  useLayoutEffect(() => {
    if (title !== undefined) pageTitle.value = title
  }, [title])
  panels.hasInspector.value = inspector !== undefined
  useEffect(() => {
    shownPanels.value = panels
    return () => {
      if (shownPanels.peek() === panels) shownPanels.value = undefined
    }
  }, [panels])
  const toggle = (panel: PanelName) => () => panels.open(panel, !panels.isOpen(panel))
  useCommands([
    {
      id: 'panel.side',
      title: texts('toggleSide'),
      keys: '[',
      when: () => side !== undefined,
      run: toggle('side'),
      section: texts('view'),
    },
    {
      id: 'panel.inspector',
      title: texts('toggleInspector'),
      keys: ']',
      when: () => inspector !== undefined,
      run: toggle('inspector'),
      section: texts('view'),
    },
  ])
  const opener = (panel: PanelName, icon: 'panel-left' | 'panel-right', text: string, keys: string) => (
    <Button
      kind="icon"
      icon={icon}
      aria-label={text}
      keys={keys}
      aria-expanded={panels.isOpen(panel)}
      aria-controls={`panel-${panel}`}
      onClick={toggle(panel)}
    />
  )
  return (
    <div class="place" data-name={name}>
      <header class="top">
        {side !== undefined && opener('side', 'panel-left', texts('sidePanel'), '[')}
        <Trail production={production} items={trail} />
        {actions !== undefined && <div class="top-actions">{actions}</div>}
        <button type="button" class="jump" onClick={openPalette}>
          <Icon name="search" size={14} />
          <span>{texts('jump')}</span>
          <Keys keys="Ctrl+K" />
        </button>
        {topParts.map((Part, index) => (
          <Part key={index} />
        ))}
        {inspector !== undefined && opener('inspector', 'panel-right', texts('inspector'), ']')}
        <span class="top-user">
          <UserMenu side="below" />
        </span>
      </header>
      <div class="place-body">
        {side !== undefined && (
          <Panel panels={panels} name="side" label={texts('sidePanel')}>
            {side}
          </Panel>
        )}
        <main id="content" class="place-content" tabIndex={-1}>
          <FactorDemand />
          {children}
        </main>
        {inspector !== undefined && (
          <Panel panels={panels} name="inspector" label={texts('inspector')}>
            {inspector}
          </Panel>
        )}
      </div>
    </div>
  )
}
