import { type ComponentChildren, Fragment } from 'preact'
import './records.css'

/** How wide a column is, as a style sheet says it, and what stands above it; nothing above buttons. */
type Column = readonly [width: string, head: string]

interface RecordsProps<Item> {
  /** What they are, for those who hear the list. */
  label: string
  /** The first holds the name, which leads where it is narrow. */
  columns: readonly Column[]
  items: readonly Item[]
  toKey: (item: Item) => string | number
  /** The one that is shown from near. */
  isChosen?: ((item: Item) => boolean) | undefined
  /** Whether they are in an order that means something. */
  isOrdered?: boolean
  /** What is shown below one of them, across all columns. */
  below?: ((item: Item) => ComponentChildren) | undefined
  /** One for each column. */
  children: (item: Item) => readonly ComponentChildren[]
}

/** Things of one kind, each with its facts in columns; where it is narrow the facts are below the name. */
export function Records<Item>(props: RecordsProps<Item>) {
  const { label, columns, items, toKey, isChosen, isOrdered, below, children } = props
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <div class="records" style={{ '--columns': columns.map(([width]) => width).join(' ') }}>
      <div class="records-head" aria-hidden="true">
        {columns.map(([, head]) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      <List aria-label={label}>
        {items.map(item => {
          const further = below?.(item)
          return (
            <Fragment key={toKey(item)}>
              <li class="record" aria-current={isChosen?.(item) ? 'true' : undefined}>
                {children(item).map((cell, at) => (
                  <div key={at} data-head={columns[at]?.[1]}>
                    {cell}
                  </div>
                ))}
              </li>
              {further && <li class="record-below">{further}</li>}
            </Fragment>
          )
        })}
      </List>
    </div>
  )
}

/** The name of a thing, and below it what tells it from others. */
export function RecordName({ name, facts = [] }: { name: ComponentChildren; facts?: readonly (string | undefined)[] }) {
  const shown = facts.filter(fact => fact !== undefined && fact !== '')
  return (
    <div class="record-name">
      <strong>{name}</strong>
      {shown.length > 0 && <p>{shown.join(' · ')}</p>}
    </div>
  )
}
