import { defineWorkflow } from '../definition.ts'

const plan = { attempts: 3, retryDelayMs: 20, timeoutMs: 20_000 }

/** One task. */
export const single = defineWorkflow<{ word?: string }, 'only'>({ name: 'single', tasks: { only: plan } })

/** One task that takes long. */
export const lengthy = defineWorkflow<Record<never, never>, 'only'>({
  name: 'lengthy',
  tasks: { only: { ...plan, isLong: true } },
})

/** One task that is tried once and may take 100 ms. */
export const hasty = defineWorkflow<Record<never, never>, 'only'>({
  name: 'hasty',
  tasks: { only: { ...plan, attempts: 1, timeoutMs: 100 } },
})

/**
 *     first → left  → last
 *           ↘ right ↗
 */
export const diamond = defineWorkflow<{ word: string }, 'first' | 'left' | 'right' | 'last'>({
  name: 'diamond',
  tasks: {
    first: { ...plan, label: 'The first' },
    left: { ...plan, after: ['first'] },
    right: { ...plan, after: ['first'] },
    last: { ...plan, after: ['left', 'right'] },
  },
})
