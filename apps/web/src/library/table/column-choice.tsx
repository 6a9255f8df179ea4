import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { CheckField } from '../../design/fields/field.tsx'
import { Popover } from '../../design/floating/popover.tsx'
import { type Column, type Layout, leastWidth, moveColumn, resizeColumn, toggleColumn } from './columns.ts'
import { texts } from './messages.ts'

interface ColumnChoiceProps {
  columns: readonly Column[]
  layout: Layout
  onChange: (layout: Layout) => void
}

const widthStep = 10

/** Which columns are shown, in which order and how wide: all that dragging their heads does too. */
export function ColumnChoice({ columns, layout, onChange }: ColumnChoiceProps) {
  return (
    <div class="table-tools">
      <Popover
        button={{ kind: 'quiet', icon: 'columns', children: texts('columns') }}
        label={texts('columns')}
        align="end"
      >
        {() => (
          <div class="table-columns">
            {columns.map(({ name, label, width }) => {
              const isShown = layout.names.includes(name)
              return (
                <div class="table-column" key={name}>
                  <CheckField
                    label={label}
                    checked={isShown}
                    disabled={name === 'name'}
                    onValue={() => onChange(toggleColumn(layout, name))}
                  />
                  <WidthField
                    label={label}
                    width={layout.widths[name] ?? width}
                    disabled={!isShown}
                    onWidth={chosen => onChange(resizeColumn(layout, name, chosen))}
                  />
                  {([-1, 1] as const).map(by => (
                    <Button
                      key={by}
                      small
                      kind="icon"
                      icon={by < 0 ? 'arrow-up' : 'arrow-down'}
                      aria-label={texts(by < 0 ? 'moveLeft' : 'moveRight', { name: label })}
                      disabled={!isShown || name === 'name'}
                      onClick={() => onChange(moveColumn(layout, name, by))}
                    />
                  ))}
                </div>
              )
            })}
          </div>
        )}
      </Popover>
    </div>
  )
}

interface WidthFieldProps {
  label: string
  /** In pixels. */
  width: number
  disabled: boolean
  onWidth: (width: number) => void
}

/** A width that counts once it is typed; until then no news of the table writes over it. */
function WidthField({ label, width, disabled, onWidth }: WidthFieldProps) {
  const typed = useSignal<string | undefined>(undefined)
  return (
    <input
      class="input table-width num"
      type="number"
      min={leastWidth}
      step={widthStep}
      aria-label={texts('widthOfColumn', { name: label })}
      value={typed.value ?? width}
      disabled={disabled}
      onInput={event => {
        typed.value = event.currentTarget.value
      }}
      onChange={event => {
        typed.value = undefined
        onWidth(Number(event.currentTarget.value))
      }}
    />
  )
}
