import type { WorkflowMinWrapper } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { api } from '../../platform/reading/api.ts'
import { formatDate } from '../../platform/translations.ts'
import { nameWork } from '../../platform/work-names.ts'
import { isRunning, useWorkflows } from '../workflows.ts'
import { texts } from './messages.ts'
import { type Step, writeStatus, writeSteps } from './workflow-texts.ts'
import './panels.css'

interface ClipWorkflowsProps {
  prId: number
  moId: number
  mayManage: boolean
}

/** What the service has done and does with a clip, newest first: how far it is, what failed, and ways to step in. */
export function ClipWorkflows({ prId, moId, mayManage }: ClipWorkflowsProps) {
  const runs = useWorkflows(prId, moId)
  return (
    <section class="clip-panel">
      <h2>{texts('workflows')}</h2>
      <Loaded resource={runs}>
        {all => (
          <>
            {all.length === 0 && <p class="field-hint">{texts('noWorkflows')}</p>}
            <ul class="workflows">
              {all.map(run => (
                <li key={run.id}>
                  <Workflow prId={prId} run={run} mayManage={mayManage} onChanged={runs.reload} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}

const ended: readonly string[] = ['Error', 'Cancelled']

interface WorkflowProps {
  prId: number
  run: WorkflowMinWrapper
  mayManage: boolean
  onChanged: () => void
}

function Workflow({ prId, run, mayManage, onChanged }: WorkflowProps) {
  const { id, type, label, status, created, tasks, errorReports } = run
  const steps: readonly Step[] = writeSteps(tasks)
  const calls = {
    retry: () => api.workflows.redoWorkflow({ prId, id, body: { redoSingleTask: true } }),
    cancel: () => api.workflows.cancelWorkflow({ prId, id }),
    pause: () => api.workflows.pauseWorkflow({ prId, id }),
    resume: () => api.workflows.resumeWorkflow({ prId, id }),
  }
  const offered: (keyof typeof calls)[] = isRunning(run)
    ? ['pause', 'cancel']
    : status === 'Paused'
      ? ['resume', 'cancel']
      : ended.includes(status)
        ? ['retry']
        : []
  return (
    <article class="workflow" aria-label={nameWork(label ?? type)}>
      <header class="workflow-head">
        <strong>{nameWork(label ?? type)}</strong>
        <span class="tag">{writeStatus(status)}</span>
        <time class="field-hint">{texts('begun', { date: formatDate(created) })}</time>
        {mayManage &&
          offered.map(name => (
            <Button
              key={name}
              kind={name === 'cancel' ? 'danger' : 'quiet'}
              onClick={() => {
                calls[name]().then(onChanged, tellError)
              }}
            >
              {texts(name)}
            </Button>
          ))}
      </header>
      <ul class="workflow-steps">
        {steps.map(step => (
          <li key={step.name} data-status={step.status}>
            {step.name}: {writeStatus(step.status)}
          </li>
        ))}
      </ul>
      {errorReports.map(({ id: reportId, name, label: task, error }) => (
        <p key={reportId} class="error-text">
          {nameWork(task ?? name)}: {error?.message}
        </p>
      ))}
    </article>
  )
}
