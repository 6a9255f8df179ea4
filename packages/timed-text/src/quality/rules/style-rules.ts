import type { Colour } from '../../document/document.ts'
import type { SubtitlePreset } from '../../spotting/presets/preset.ts'
import { countGraphemes } from '../../text/scripts.ts'
import { type LineRun, listLineRuns } from '../subject.ts'
import type { Finding } from '../warning.ts'
import type { QualityRule } from './rule.ts'

const white: Colour = '#ffffff'
/** Cells of a row of teletext. */
const rowCells = 40

/** Rules about how a subtitle looks, and who speaks. */
export const styleRules: readonly QualityRule[] = [
  {
    id: 'TELETEXT_ROW_OVERFLOW',
    message: 'A line does not fit in a row of teletext with its controls',
    source: 'EBU Tech 3264: 40 cells, of which height, box and colour take some',
    unit: 'characters',
    severity: 'warning',
    limit: ({ preset }) => (isTeletext(preset) ? rowCells - countControls([], preset) : undefined),
    check: ({ lines }, { preset }) =>
      isTeletext(preset) ? lines.flatMap((runs, line) => checkRow(runs, line, preset)) : [],
  },
  {
    id: 'STYLE_UNSUPPORTED',
    message: 'There are no italics here',
    source: 'preset: italicsAllowed; teletext has none',
    unit: 'characters',
    severity: 'warning',
    check: ({ cue }, { preset }) =>
      preset.styling.italicsAllowed
        ? []
        : cue.textParts.flatMap((part, partIndex) =>
            part.type === 'text' && part.style?.italic ? [{ value: countGraphemes(part.content), partIndex }] : [],
          ),
  },
  {
    id: 'SPEAKER_MIXED',
    message: 'Several people speak on one line in the same colour',
    source: 'BBC Subtitle Guidelines: a new line for a speaker of the same colour',
    unit: 'speakers',
    severity: 'warning',
    check: ({ lines }, { preset }) =>
      lines.flatMap((runs, line): Finding[] => {
        const voices = listVoices([runs], preset)
        const speakers = new Set(voices.map(({ speaker }) => speaker)).size
        const colours = new Set(voices.map(({ colour }) => colour)).size
        return speakers > colours ? [{ value: speakers, limit: colours, line, partIndex: voices[0]!.partIndex }] : []
      }),
  },
  {
    id: 'SPEAKER_COLOUR_REUSED',
    message: 'Another speaker than just before has the same colour',
    source: 'BBC Subtitle Guidelines: colours tell speakers apart',
    severity: 'info',
    check: ({ previous, lines }, { preset }) => {
      if (preset.speakers.mode !== 'colour') return []
      const before = previous && listVoices(listLineRuns(previous), preset).at(-1)
      const voices = listVoices(lines, preset)
      const found = voices.find((voice, index) => {
        const last = index === 0 ? before : voices[index - 1]
        return last && last.speaker !== voice.speaker && last.colour === voice.colour
      })
      return found ? [{ value: 1, partIndex: found.partIndex }] : []
    },
  },
]

function isTeletext({ ebuStl }: SubtitlePreset): boolean {
  return ebuStl.displayStandardCode === 1 || ebuStl.displayStandardCode === 2
}

function checkRow(runs: readonly LineRun[], line: number, preset: SubtitlePreset): Finding[] {
  const length = countGraphemes(
    runs
      .map(({ content }) => content)
      .join('')
      .trim(),
  )
  const limit = rowCells - countControls(runs, preset)
  return length > limit ? [{ value: length, limit, line, partIndex: runs[0]!.partIndex }] : []
}

/** Cells that controls take: what stands before the text, and a change of colour where no blank gives its cell. */
function countControls(runs: readonly LineRun[], { ebuStl, styling }: SubtitlePreset): number {
  const colours = runs.map(({ style }) => style.colour?.slice(0, 7) ?? styling.colour?.slice(0, 7) ?? white)
  const leading = (ebuStl.doubleHeight === false ? 0 : 1) + (ebuStl.useBox === false ? 0 : 2)
  return colours.reduce((sum, colour, index) => {
    if (index === 0) return sum + (colour === white ? 0 : 1)
    const hasBlank = /\s$/.test(runs[index - 1]!.content) || /^\s/.test(runs[index]!.content)
    return sum + (colour !== colours[index - 1] && !hasBlank ? 1 : 0)
  }, leading)
}

interface Voice {
  readonly speaker: string
  readonly colour: string
  readonly partIndex: number
}

/** Who speaks, in turn, and in which colour; runs without a speaker are left out. */
function listVoices(lines: readonly (readonly LineRun[])[], { styling }: SubtitlePreset): Voice[] {
  return lines
    .flat()
    .flatMap(({ style: { speaker, colour }, partIndex }) =>
      speaker === undefined ? [] : [{ speaker, colour: (colour ?? styling.colour ?? white).slice(0, 7), partIndex }],
    )
}
