import { openProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'

/** How far a step has come, in bytes. */
interface Step {
  readonly step: string
  readonly doneBytes: number
  readonly totalBytes: number
}

/** A bar for each of the steps that follow one another; one of the same name and another size is another step. */
export function followSteps(terminal: Terminal): { move(step: Step): void; end(): void } {
  const progress = openProgress(terminal)
  let current: { name: string; bar: ReturnType<typeof progress.begin> } | undefined
  return {
    move({ step, doneBytes, totalBytes }) {
      const name = `${step} ${totalBytes}`
      if (current?.name !== name) {
        current?.bar.end()
        current = { name, bar: progress.begin(step, totalBytes) }
      }
      current.bar.move(doneBytes)
    },
    end() {
      current?.bar.end()
      progress.close()
    },
  }
}
