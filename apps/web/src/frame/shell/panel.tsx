import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isRightToLeft } from '../../platform/direction.ts'
import { texts } from '../messages.ts'
import { type PanelName, type Panels, widths } from './panels.ts'

interface PanelProps {
  panels: Panels
  name: PanelName
  label: string
  children: ComponentChildren
}

/** What an arrow key adds to the width. */
const step = 16

/** A panel beside the content, with an edge that changes its width; above the content where there is no room. */
export function Panel({ panels, name, label, children }: PanelProps) {
  const element = useRef<HTMLElement>(null)
  const isOpen = panels.isOpen(name)
  const isFloating = panels.isFloating(name)
  // Before the next key is pressed, which is meant for what has the focus.
  useLayoutEffect(() => {
    const panel = element.current
    if (!isOpen || !isFloating || !panel) return undefined
    const opener = document.activeElement
    panel.focus({ preventScroll: true })
    const onKey = (event: KeyboardEvent) => {
      const isForOther = event.defaultPrevented || document.querySelector('dialog[open], :popover-open') !== null
      if (event.key === 'Escape' && !isForOther) panels.open(name, false)
    }
    // A link in it leads to the content below it.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a[href]')) panels.open(name, false)
    }
    document.addEventListener('keydown', onKey)
    panel.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKey)
      panel.removeEventListener('click', onClick)
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [isOpen, isFloating])
  return (
    <>
      {isOpen && isFloating && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape does the same
        <div class="panel-scrim" onClick={() => panels.open(name, false)} />
      )}
      <aside
        ref={element}
        id={`panel-${name}`}
        class="panel"
        data-name={name}
        data-floating={isFloating}
        aria-label={label}
        tabIndex={-1}
        hidden={!isOpen}
        style={{ '--width': `${panels.widthOf(name)}px` }}
      >
        <div class="panel-content">{children}</div>
        {!isFloating && <Edge panels={panels} name={name} label={label} />}
      </aside>
    </>
  )
}

function Edge({ panels, name, label }: Omit<PanelProps, 'children'>) {
  const { min, max, usual } = widths[name]
  const width = panels.widthOf(name)
  /** Which way the panel grows. */
  const sign = (name === 'side') === isRightToLeft() ? -1 : 1
  const keys: Readonly<Record<string, number>> = {
    ArrowRight: width + sign * step,
    ArrowLeft: width - sign * step,
    Home: min,
    End: max,
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line cannot be moved
    <div
      class="panel-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={texts('widthOf', { panel: label })}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onKeyDown={event => {
        const next = keys[event.key]
        if (next === undefined) return
        event.preventDefault()
        panels.resize(name, next)
      }}
      onDblClick={() => panels.resize(name, usual)}
      onPointerDown={event => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        const begun = event.clientX - sign * width
        event.currentTarget.onpointermove = moved => panels.resize(name, sign * (moved.clientX - begun))
      }}
      onLostPointerCapture={event => {
        event.currentTarget.onpointermove = null
      }}
    />
  )
}
