import { WorkflowError, waitForWorkflow } from '@rushes/client'
import type { WorkflowMinWrapper } from '@rushes/contract'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { toText } from '../terminal/terminal.ts'

/** Tells each change of a workflow until it ends; ends with 1 when it did not end well. */
export async function run(call: Call<ProductionOptions, readonly [id: string]>): Promise<void> {
  const { args, signal, terminal } = call
  const { api, prId } = await openProduction(call)
  let told = ''
  const onReport = (report: WorkflowMinWrapper) => {
    const line = describe(report)
    if (line !== told) terminal.showNext(report, () => line)
    told = line
  }
  try {
    await waitForWorkflow(api, { prId, id: args[0], onReport, signal })
  } catch (error) {
    throw error instanceof WorkflowError ? new CommandError('failed', error.message) : error
  }
}

function describe({ type, status, tasks }: WorkflowMinWrapper): string {
  const running = tasks.filter(task => task.status === 'Started')
  const parts = running.map(({ name, percent }) => (percent === undefined ? name : `${name} ${percent} %`))
  return toText([`${type} ${status}`, ...parts].join(', '))
}
