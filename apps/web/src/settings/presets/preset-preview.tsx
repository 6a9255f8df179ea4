import type { SubtitlePreset } from '@rushes/timed-text'
import { breakLines } from './break-lines.ts'
import { texts } from './messages.ts'
import './presets.css'

/** Rows of teletext, of which the first holds the header. */
const teletextRows = 24
/** Width of a character of this font as a share of its height. */
const characterWidth = 0.6
/** Share of the picture's width that the longest line takes at the size of the preset. */
const widestLine = 0.8

/** A picture with subtitles as the preset has them: their place, colours and length of line. */
export function PresetPreview({ preset }: { preset: SubtitlePreset }) {
  const { spotting, styling, regions, speakers } = preset
  const region = regions.find(({ id }) => id === styling.region) ?? regions.at(-1)
  const lines = breakLines(texts('sample'), spotting.maximumLineLength, spotting.preferredLineCount)
  const colours = speakers.mode === 'colour' && speakers.colours.length > 0 ? speakers.colours : [styling.colour]
  const scale = Number.parseFloat(styling.fontSize ?? '100') / 100
  const isScaled = styling.fontSize?.endsWith('%') === true && scale > 0
  const size = ((widestLine * 100) / (spotting.maximumLineLength * characterWidth)) * (isScaled ? scale : 1)
  return (
    <section class="preset-preview" aria-label={texts('preview')}>
      <div class="preset-picture">
        <div class="preset-safe" />
        <div
          class="preset-text"
          style={{
            ...toPlace(region),
            fontSize: `${size}cqw`,
            textAlign: styling.justification === 'centered' ? 'center' : styling.justification,
            ...(styling.fontFamily === undefined ? {} : { fontFamily: styling.fontFamily }),
          }}
        >
          {lines.map((line, index) => (
            <div key={line}>
              <span
                style={{
                  color: colours[index % colours.length] ?? '#ffffff',
                  background: styling.backgroundColour ?? 'transparent',
                }}
              >
                {speakers.mode === 'dash' && (index > 0 || speakers.dashLines === 'all')
                  ? `-${speakers.dashSpace ? ' ' : ''}${line}`
                  : line}
              </span>
            </div>
          ))}
        </div>
      </div>
      <p class="field-hint">{texts('previewHint')}</p>
    </section>
  )
}

/** The place of a region in the picture; teletext counts rows, and the last line of the text is in the named row. */
function toPlace(region: SubtitlePreset['regions'][number] | undefined) {
  const { vertical = 'bottom', row, linePercent, align = 'center' } = region ?? {}
  const side = align === 'left' ? { right: 'auto' } : align === 'right' ? { left: 'auto' } : {}
  if (linePercent !== undefined) return { ...side, top: `${linePercent}%` }
  if (vertical === 'top') return { ...side, top: `${row === undefined ? 7 : (row / teletextRows) * 100}%` }
  if (vertical === 'middle') return { ...side, top: '50%', transform: 'translateY(-50%)' }
  return { ...side, bottom: `${row === undefined ? 7 : (1 - (row + 1) / teletextRows) * 100}%` }
}
