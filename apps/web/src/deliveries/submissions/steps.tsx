import type { DeliveryRequestSubmission } from '@rushes/contract'
import { Icon } from '../../design/icons.tsx'
import { listSteps, type Step } from '../standing.ts'
import { texts } from './messages.ts'

const icons = { done: 'check', failed: 'x', current: undefined, todo: undefined } as const

/** The way of a submission from its supplier to the review, and how far it has come. */
export function Steps({ submission }: { submission: DeliveryRequestSubmission }) {
  return (
    <ol class="steps" aria-label={texts('steps')}>
      {listSteps(submission).map(step => (
        <li key={step.name} data-state={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
          <Mark step={step} />
          <span>
            {texts(step.name)}
            <span class="only-heard">: {texts(step.state)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function Mark({ step: { state } }: { step: Step }) {
  const icon = icons[state]
  return <span class="step-mark">{icon && <Icon name={icon} size={14} />}</span>
}
