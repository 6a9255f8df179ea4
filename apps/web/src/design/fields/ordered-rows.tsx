import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { texts } from '../messages.ts'
import { Button } from './button.tsx'
import { useTouch } from './form.tsx'
import './ordered-rows.css'

interface OrderedRowsProps<T> {
  label: string
  items: readonly T[]
  /** What a row is called by the buttons that move and remove it. */
  nameOf: (item: T, index: number) => string
  /** What a new row begins as; without it none can be added. */
  createItem?: (() => T) | undefined
  /** What the button that adds a row says. */
  addText?: string
  onChange: (items: T[]) => void
  children: (item: T, change: (item: T) => void, index: number) => ComponentChildren
}

/** Rows that are edited in place, added, removed, and moved up and down by buttons, so by the keyboard too. */
export function OrderedRows<T>(props: OrderedRowsProps<T>) {
  const { label, items, nameOf, createItem, addText, children } = props
  const touch = useTouch()
  const onChange = (changed: T[]) => {
    touch()
    props.onChange(changed)
  }
  const list = useRef<HTMLOListElement>(null)
  const move = (index: number, by: number) => {
    const next = [...items]
    const [moved] = next.splice(index, 1)
    next.splice(index + by, 0, moved as T)
    onChange(next)
    // The focus moves with the row: the rows are the same elements with new content.
    const buttons = list.current?.children[index + by]?.querySelectorAll<HTMLButtonElement>('.row-buttons button')
    const wanted = buttons?.[by < 0 ? 0 : 1]
    const isEnd = by < 0 ? index + by === 0 : index + by === items.length - 1
    ;(isEnd ? buttons?.[by < 0 ? 1 : 0] : wanted)?.focus()
  }
  return (
    <section class="rows" aria-label={label}>
      <ol ref={list}>
        {items.map((item, index) => {
          const name = nameOf(item, index) || String(index + 1)
          return (
            <li class="row" key={index}>
              <div class="row-content">
                {children(item, changed => onChange(items.map((old, at) => (at === index ? changed : old))), index)}
              </div>
              <div class="row-buttons">
                <Button
                  kind="icon"
                  icon="arrow-up"
                  aria-label={texts('moveUp', { name })}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <Button
                  kind="icon"
                  icon="arrow-down"
                  aria-label={texts('moveDown', { name })}
                  disabled={index === items.length - 1}
                  onClick={() => move(index, 1)}
                />
                <Button
                  kind="icon"
                  icon="x"
                  aria-label={texts('removeRow', { name })}
                  onClick={() => onChange(items.filter((_, at) => at !== index))}
                />
              </div>
            </li>
          )
        })}
      </ol>
      {createItem && (
        <Button icon="plus" onClick={() => onChange([...items, createItem()])}>
          {addText ?? texts('addRow')}
        </Button>
      )}
    </section>
  )
}
