import { speechTaskPlan } from '../../transcripts/index.ts'
import { defineWorkflow, type TaskPlan } from '../../workflows/index.ts'
import type { AutomaticInput } from './draft.ts'
import { announceFailure, announceRedo } from './outcome.ts'
import { type AutomaticTask, automaticTasks } from './request.ts'

const step = { attempts: 3, retryDelayMs: 1000, timeoutMs: 10 * 60_000 } as const

const plans: Readonly<Record<AutomaticTask, TaskPlan<AutomaticTask>>> = {
  check: { ...step, label: 'Check what may be done' },
  recognise: { ...speechTaskPlan, label: 'Recognise the speech' },
  align: { ...speechTaskPlan, label: 'Align the text with the speech' },
  import: { ...step, label: 'Read the file', retryDelayMs: 5000 },
  compose: { ...step, label: 'Make subtitles of the transcript' },
  convert: { ...step, label: 'Convert the frame rate' },
  removeBlanks: { ...step, label: 'Remove blank subtitles' },
  correct: { ...step, label: 'Correct the times' },
  alignToShots: { ...step, label: 'Align with the shots' },
  showSpeakers: { ...step, label: 'Show who speaks' },
  store: { ...step, label: 'Store the subtitles' },
}

/** Each task runs after all before it: one that is skipped from the beginning holds up nobody. */
function toPlan(name: AutomaticTask, place: number): [AutomaticTask, TaskPlan<AutomaticTask>] {
  return [name, { ...plans[name], after: automaticTasks.slice(0, place) }]
}

/** Making subtitles, one task after the other (`automaticTasks`); those that the request does not ask for are skipped. */
export const automaticDefinition = defineWorkflow<AutomaticInput, AutomaticTask>({
  name: 'advancedSubtitle',
  tasks: Object.fromEntries(automaticTasks.map(toPlan)) as typeof plans,
  onFailure: announceFailure,
  onRedo: announceRedo,
})
