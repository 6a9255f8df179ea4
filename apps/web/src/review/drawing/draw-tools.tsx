import { Button } from '../../design/fields/button.tsx'
import type { IconName } from '../../design/icons.tsx'
import { useCommands } from '../../platform/keys/commands.ts'
import { texts as reviewTexts } from '../messages.ts'
import { texts } from './messages.ts'
import type { Sketch } from './sketch.ts'
import { type StrokeKind, strokeColors, strokeKinds } from './strokes.ts'
import './draw-tools.css'

const icons: Readonly<Record<StrokeKind, IconName>> = {
  pen: 'pen-line',
  arrow: 'arrow-up-right',
  line: 'minus',
  box: 'square',
  text: 'type',
}

const colorNames = ['green', 'amber', 'red', 'blue', 'white'] as const

/** The tools of a drawing, instead of the controls of the player: its frame stands still meanwhile. */
export function DrawTools({ sketch }: { sketch: Sketch }) {
  // Registered after the general one, it comes first where both can be done.
  useCommands([
    {
      id: 'review.undoStroke',
      title: texts('undoLastStroke'),
      section: reviewTexts('drawing'),
      keys: 'Ctrl+Z',
      when: () => sketch.isOpen.value && !sketch.isEmpty.value,
      run: () => sketch.undo(),
    },
  ])
  return (
    <div class="draw-tools stage" role="toolbar" aria-label={reviewTexts('drawing')}>
      {strokeKinds.map(kind => (
        <Button
          key={kind}
          kind="icon"
          icon={icons[kind]}
          aria-label={kind === 'text' ? reviewTexts(kind) : texts(kind)}
          aria-pressed={sketch.tool.value === kind}
          onClick={() => {
            sketch.tool.value = kind
          }}
        />
      ))}
      <span class="draw-tools-rule" />
      {strokeColors.map((color, index) => (
        <button
          key={color}
          type="button"
          class="draw-color"
          style={{ '--color': color }}
          aria-label={texts(colorNames[index] ?? 'green')}
          aria-pressed={sketch.color.value === color}
          onClick={() => {
            sketch.color.value = color
          }}
        />
      ))}
      <span class="draw-tools-rule" />
      <Button
        kind="icon"
        icon="undo"
        aria-label={texts('undoStroke')}
        disabled={sketch.isEmpty.value}
        onClick={() => sketch.undo()}
      />
      <Button kind="icon" icon="brackets" aria-label={texts('markBox')} onClick={() => sketch.beginKeyBox()} />
      <Button kind="icon" icon="trash" aria-label={texts('unmark')} onClick={() => sketch.clear()} />
      <span class="draw-tools-spring" />
      <span class="draw-tools-hint" role="status">
        {sketch.hasRoom.value ? texts('drawHint') : texts('drawingFull')}
      </span>
      <Button small onClick={() => sketch.close()}>
        {texts('done')}
      </Button>
    </div>
  )
}
