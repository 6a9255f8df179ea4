import type { ComponentChildren } from 'preact'
import './status.css'

/** What a state means to people; each has a shape of its own beside its colour. */
export type StatusKind = 'none' | 'good' | 'review' | 'attention' | 'danger' | 'info'

interface StatusProps {
  kind?: StatusKind | undefined
  /** A colour that a production has chosen for it. */
  color?: string | undefined
  /** The word: always there. */
  children: ComponentChildren
}

/** A state: a mark that differs in shape and colour, and the word. */
export function Status({ kind = 'none', color, children }: StatusProps) {
  return (
    <span class="status" data-kind={kind} style={color === undefined ? undefined : { '--mark': color }}>
      {children}
    </span>
  )
}
