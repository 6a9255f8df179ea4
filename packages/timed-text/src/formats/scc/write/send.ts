import type { Frames } from '@rushes/timebase'
import type { LossLog } from '../../../document/diagnostics.ts'
import type { Cue } from '../../../document/document.ts'
import { type Block, composeScreen } from './compose.ts'
import { Schedule, type Transmission } from './schedule.ts'
import { loadCaption } from './words.ts'

/** Sends the screens that cues make, one whenever a cue begins or ends; nothing is sent before frame 0. */
export function sendCaptions(
  cues: readonly Cue<number>[],
  blocks: ReadonlyMap<number, Block>,
  log: LossLog,
): readonly Transmission[] {
  const schedule = new Schedule()
  const fates = createFates()
  /** What is on the screen: its cues, and what they were loaded with. */
  let shown: { readonly cues: readonly number[]; readonly load: string } = { cues: [], load: '' }
  for (const { at, until, active } of listScreens(cues, blocks)) {
    const screen = composeScreen(active)
    fates.place(screen.shown, screen.moved)
    if (screen.shown.length === 0) {
      schedule.clear(at)
      shown = { cues: [], load: '' }
      continue
    }
    const units = loadCaption(screen.lines)
    const load = JSON.stringify(units)
    const endsBefore = !shown.cues.some(index => screen.shown.includes(index))
    if (load === shown.load) shown = { cues: screen.shown, load }
    else {
      const appears = schedule.show(units, at, until, endsBefore)
      if (appears !== undefined) {
        const added = screen.shown.filter(index => !shown.cues.includes(index))
        fates.show(added.length > 0 ? added : screen.shown, appears - at)
        shown = { cues: screen.shown, load }
      } else if (endsBefore) shown = { cues: [], load: '' }
    }
  }
  fates.report(blocks, log)
  return schedule.finish()
}

interface Screen {
  readonly at: Frames
  /** When the next one begins. */
  readonly until: Frames
  readonly active: ReadonlyMap<number, Block>
}

/** The cues that are shown together, each time that one begins or ends. */
function* listScreens(cues: readonly Cue<number>[], blocks: ReadonlyMap<number, Block>): Iterable<Screen> {
  const startOf = (index: number) => Math.max(0, cues[index]!.start)
  const endOf = (index: number) => cues[index]!.end
  const starting = [...blocks.keys()]
  const ending = starting.toSorted((a, b) => endOf(a) - endOf(b))
  const times = [...new Set([...starting.map(startOf), ...ending.map(endOf)])].sort((a, b) => a - b)
  const active = new Map<number, Block>()
  let started = 0
  let ended = 0
  for (const [position, at] of times.entries()) {
    for (; ended < ending.length && endOf(ending[ended]!) <= at; ended++) active.delete(ending[ended]!)
    for (; started < starting.length && startOf(starting[started]!) <= at; started++) {
      active.set(starting[started]!, blocks.get(starting[started]!)!)
    }
    yield { at, until: times[position + 1] ?? Number.POSITIVE_INFINITY, active }
  }
}

/** What became of each cue. */
function createFates() {
  const placed = new Set<number>()
  const sent = new Set<number>()
  const moved = new Set<number>()
  const late = new Set<number>()
  let longest = 0
  return {
    place(indexes: readonly number[], movedOnes: readonly number[]) {
      for (const index of indexes) placed.add(index)
      for (const index of movedOnes) moved.add(index)
    },
    show(indexes: readonly number[], delay: Frames) {
      for (const index of indexes) {
        sent.add(index)
        if (delay > 0) late.add(index)
      }
      longest = Math.max(longest, delay)
    },
    report(blocks: ReadonlyMap<number, Block>, log: LossLog) {
      const reasons: [Iterable<number>, Parameters<LossLog['lose']>[0], 'warning' | 'error', string][] = [
        [moved, 'POSITION_APPROXIMATED', 'warning', 'Cues that are shown together went to rows that are free'],
        [
          late,
          'EXPORT_TIMING_REPAIRED',
          'warning',
          `Captions appear late, up to ${longest} frames: sending takes a frame for two characters`,
        ],
        [
          [...blocks.keys()].filter(index => !placed.has(index)),
          'TELETEXT_ROW_LIMIT',
          'error',
          'Cues that no row was free for were left out',
        ],
        [
          [...placed].filter(index => !sent.has(index)),
          'EXPORT_TIMING_REPAIRED',
          'error',
          'Captions that cannot be sent before they are over were left out',
        ],
      ]
      for (const [indexes, code, severity, message] of reasons) {
        for (const index of indexes) log.lose(code, severity, message, index)
      }
    },
  }
}
